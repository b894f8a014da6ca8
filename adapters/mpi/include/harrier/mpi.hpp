// Exploring MPI programs: the call a test makes, and its options.
#pragma once

#include <cstdint>
#include <functional>

#include "harrier/check.hpp"

namespace harrier::mpi {

/// How much MPI_Send buffers, and how far collectives synchronise.
enum class Buffering : std::uint8_t {
  strict,  ///< a send waits for its receive, a collective for all members
  lax,     ///< a send never waits, a collective only for the data it needs
  both,    ///< all executions of the one and of the other
  any,     ///< each send decides for itself
};

/// What is particular to MPI in an exploration.
struct Options {
  std::uint32_t ranks = 2;
  Buffering buffering = Buffering::both;
  /// Of a row of failures of a test or probe that are not in vain so many are reversed, and the
  /// last one; 0: all of them.
  std::uint32_t polls = 2;
  /// Whether what is never freed is an error.
  bool leaks_are_errors = true;
  /// Whether each rank is a process of its own, and not a stack in this one: slower, for programs
  /// that make threads or load libraries.
  bool processes = false;
};

/// What each rank runs, instead of main(); it returns the status.
using Body = std::function<int()>;

/// Explores a function as an MPI program: it begins with MPI_Init and ends with MPI_Finalize.
///
/// Each rank has the program's global variables as they are when this is called. Those that own
/// memory on the heap must not be changed by ranks.
CheckResult check(const Body& body, const Options& how, const CheckOptions& options = {});

/// Runs exactly one schedule.
ReplayResult replay(const Body& body, const Options& how, const Schedule& schedule,
                    const CheckOptions& options = {});

}  // namespace harrier::mpi
