// What a rank of a random program holds while it runs, and how it makes one call.
#pragma once

#include <mpi.h>

#include <string>

#include "random_program.hpp"

namespace harrier::mpi {

constexpr int no_number = -1;

/// Everything lies on the stack of the rank, so that executions do not differ.
struct Running {
  static constexpr int requests_max = 16;
  static constexpr int elements = 2;
  MPI_Request requests[requests_max];
  int values[requests_max] = {};
  int count = 0;
  MPI_Message kept = MPI_MESSAGE_NULL;
  char buffer[2 * (MPI_BSEND_OVERHEAD + 8)] = {};
  MPI_Win window = MPI_WIN_NULL;
  int memory[elements] = {};
  int* shared = nullptr;  ///< of the first rank, those of others follow
  int given[requests_max] = {};
  int got[requests_max] = {};
  int operations = 0;

  MPI_Request* next() { return &requests[count]; }
  MPI_Request* last() { return count > 0 ? &requests[count - 1] : nullptr; }
};

/// Makes the window of a program.
void make_window(const RandomProgram& program, Running& now);
/// Makes a call on windows; returns whether it was one.
bool run_window_call(const ScriptedCall& call, Running& now);
/// Writes it in C; empty where it is none.
std::string window_call_text(const ScriptedCall& call);

}  // namespace harrier::mpi
