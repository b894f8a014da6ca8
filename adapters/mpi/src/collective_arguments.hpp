// The arguments of collectives, made plain, and the three ways in which each can be called.
#pragma once

#include <mpi.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collectives.hpp"

namespace harrier::mpi {

/// How a collective is called: it waits, gives a request for it, or one that starts it again and
/// again.
struct Style {
  const char* function;
  const void* from;
  MPI_Request* request = nullptr;
  bool is_persistent = false;
};

/// Makes the arguments of a collective plain; throws CallError where they are wrong.
class CollectiveArguments {
 public:
  CollectiveArguments(const Call& call, MPI_Comm comm, CollectiveKind kind);

  std::uint32_t comm() const { return comm_; }
  /// Returns how many members data comes from and goes to.
  std::size_t size() const { return made_.self.peer_count(); }
  int self() const { return made_.self.rank; }
  std::size_t own_size() const { return static_cast<std::size_t>(made_.self.size); }
  CollectiveCall take() { return std::move(made_); }

  void set_root(int root);
  bool is_root() const { return made_.is_root(); }
  /// Tells whether the member gives data to a root, or gets it from there.
  bool has_part() const { return !made_.self.is_inter() || made_.root != MPI_PROC_NULL; }
  /// Takes note whether the data is where the result is to be.
  bool set_in_place(const void* address);

  void set_send(const void* address, int count, MPI_Datatype type) {
    made_.send = equal(address, count, type);
  }
  void set_receive(const void* address, int count, MPI_Datatype type) {
    made_.receive = equal(address, count, type);
  }
  void set_send(const void* address, const int* counts, const int* places, MPI_Datatype type) {
    made_.send = varying(address, counts, places, type);
  }
  void set_receive(const void* address, const int* counts, const int* places, MPI_Datatype type) {
    made_.receive = varying(address, counts, places, type);
  }
  void set_send(const void* address, const int* counts, const int* places,
                const MPI_Datatype* types) {
    made_.send = mixed(address, counts, places, types);
  }
  void set_receive(const void* address, const int* counts, const int* places,
                   const MPI_Datatype* types) {
    made_.receive = mixed(address, counts, places, types);
  }
  void set_operation(MPI_Op operation, MPI_Datatype type);
  void set_counts(std::span<const int> counts);
  /// Returns what the program gives in a list for each of so many members.
  IntList ints(const int* list, std::size_t members) const;

 private:
  Blocks equal(const void* address, int count, MPI_Datatype type);
  Blocks varying(const void* address, const int* counts, const int* places, MPI_Datatype type);
  Blocks mixed(const void* address, const int* counts, const int* places,
               const MPI_Datatype* types);

  const Call& call_;
  std::uint32_t comm_;
  CollectiveCall made_;
};

/// Does what the style says with a collective.
void run_collective(const Call& call, const Style& style, std::uint32_t comm,
                    CollectiveCall collective);

/// Runs a collective whose arguments `fill` sets.
template <class Fill>
int collective(const Style& style, CollectiveKind kind, MPI_Comm comm, Fill fill) {
  return calling(style.function, style.from, [&](const Call& call) {
    CollectiveArguments arguments(call, comm, kind);
    fill(arguments);
    run_collective(call, style, arguments.comm(), arguments.take());
  });
}

}  // namespace harrier::mpi

#define HARRIER_LIST(...) __VA_ARGS__
/// Defines the three functions of a collective by one that takes a style before the arguments.
#define HARRIER_COLLECTIVE(blocking, nonblocking, persistent, run, parameters, arguments)          \
  int blocking(HARRIER_LIST parameters) {                                                          \
    return run({#blocking, __builtin_return_address(0)}, HARRIER_LIST arguments);                  \
  }                                                                                                \
  int nonblocking(HARRIER_LIST parameters, MPI_Request* request) {                                 \
    return run({#nonblocking, __builtin_return_address(0), request}, HARRIER_LIST arguments);      \
  }                                                                                                \
  int persistent(HARRIER_LIST parameters, MPI_Info, MPI_Request* request) {                        \
    return run({#persistent, __builtin_return_address(0), request, true}, HARRIER_LIST arguments); \
  }
