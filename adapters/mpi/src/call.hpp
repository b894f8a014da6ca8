// A call of MPI by a rank: what every function of the interface goes through.
#pragma once

#include <mpi.h>

#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "interface.hpp"
#include "rank_state.hpp"
#include "ranks.hpp"
#include "world.hpp"

namespace harrier::mpi {

/// Thrown where an argument of a call is wrong.
class CallError : public std::runtime_error {
 public:
  CallError(int error_class, const std::string& text)
      : std::runtime_error(text), error_class_(error_class) {}
  int error_class() const { return error_class_; }

 private:
  int error_class_;
};

/// A list of numbers that the program has given, as ints.
class IntList {
 public:
  IntList(const int* list, std::size_t count) : all_(list, count) {}
  explicit IntList(std::vector<int> narrowed) : narrowed_(std::move(narrowed)), all_(narrowed_) {}
  IntList(IntList&&) = default;
  IntList(const IntList&) = delete;
  IntList& operator=(const IntList&) = delete;

  operator std::span<const int>() const { return all_; }
  int operator[](std::size_t index) const { return all_[index]; }

 private:
  std::vector<int> narrowed_;
  std::span<const int> all_;
};

/// When a function may be called.
enum class When : std::uint8_t { inside, anytime };

/// One call, for as long as it exists.
class Call {
 public:
  Call(const char* function, const void* from, When when = When::inside);

  World& world() const { return world_; }
  RankState& state() const { return world_.state(world_.running()); }
  const Site& site() const { return site_; }
  std::uint32_t rank() const { return world_.running(); }

  /// Returns the number of a communicator in the execution.
  std::uint32_t communicator(MPI_Comm comm) const;
  /// Returns the rank of the caller, or of another, in a communicator.
  std::uint32_t member(std::uint32_t comm) const { return member(comm, rank()); }
  std::uint32_t member(std::uint32_t comm, std::uint32_t rank) const;
  const Communicator& communicator(std::uint32_t comm) const {
    return world_.posts().communicators[comm];
  }
  /// Returns the rank in MPI_COMM_WORLD of one whom the caller communicates with.
  std::uint32_t rank_of(std::uint32_t comm, int peer) const {
    return communicator(comm).peers_of(member(comm))[static_cast<std::size_t>(peer)];
  }
  /// Returns the number that the caller knows one by whom it communicates with.
  int peer_number(std::uint32_t comm, std::uint32_t rank) const;
  /// Returns how many the caller communicates with.
  std::uint32_t peer_count(std::uint32_t comm) const {
    return static_cast<std::uint32_t>(communicator(comm).peers_of(member(comm)).size());
  }
  /// Returns where the caller stands in a communicator.
  Membership membership(std::uint32_t comm) const;

  /// Returns what a count and a datatype stand for, which must be fit to communicate.
  TypedCount typed(int count, MPI_Datatype type) const;
  /// The same with where it lies.
  Buffer buffer(const void* address, int count, MPI_Datatype type) const;
  std::string name_of(std::uint32_t comm) const;
  /// Returns counts or displacements that the program gives in a list; none where it gives no list.
  IntList ints(const int* list, std::size_t count) const;

  /// Reports what is wrong whatever error handlers say: no MPI would notice it.
  [[noreturn]] void report(const std::string& text) const;
  /// Reports an error as the communicator's error handler wants it; returns what the call returns.
  int failed(const CallError& error) const;
  /// Calls an error handler of an object: returns if that does not end the program.
  void handle_error(MPI_Errhandler handler, int object, int code, const std::string& text) const;
  /// Returns the error handler of a communicator.
  MPI_Errhandler handler_of(std::uint32_t comm) const;
  /// Says that from now on the call is about a window: errors go to its handler.
  void concern(MPI_Win window, MPI_Errhandler handler) const {
    window_ = window;
    window_handler_ = handler;
  }

 private:
  std::uint32_t number_of(MPI_Comm comm) const;

  InLibrary in_library_;
  World& world_;
  Site site_;
  bool has_large_counts_;
  // The communicator that the call is about, as soon as it is known.
  mutable std::uint32_t comm_number_ = 0;
  mutable MPI_Comm comm_ = MPI_COMM_WORLD;
  mutable MPI_Win window_ = MPI_WIN_NULL;
  mutable MPI_Errhandler window_handler_ = MPI_ERRORS_ARE_FATAL;
};

/// Runs a call: `body` gets it and may throw CallError.
template <class Body>
[[gnu::always_inline]] inline int calling(const char* function, const void* from, Body body,
                                          When when = When::inside) {
  const Call call(function, from, when);
  try {
    body(call);
    return MPI_SUCCESS;
  } catch (const CallError& error) {
    return call.failed(error);
  }
}

}  // namespace harrier::mpi
