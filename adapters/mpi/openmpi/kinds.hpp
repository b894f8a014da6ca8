// What the arguments of MPI's functions are, in Open MPI's interface and in MPICH's.
//
// A kind has the type of its values for the program and for the engine, and functions that turn the
// one into the other. Where the program's value means nothing, `to_engine` returns something that
// means nothing to the engine either.
#pragma once

#include <mpi.h>

#include <climits>
#include <cstddef>
#include <cstring>
#include <iterator>

#include "handles.hpp"

namespace harrier::mpi::openmpi {

/// MPI_Status as programs see it.
struct Status {
  int source;
  int tag;
  int error;
  int cancelled;
  std::size_t bytes;
};

/// Error classes, and codes that the program has added, which are the same for both.
int error_to_engine(int code);
int error_to_program(int code);

/// An address that fits wherever MPI wants one.
class AnyAddress {
 public:
  explicit AnyAddress(const void* address) : address_(address) {}
  template <class Value>
  operator Value*() const {  // NOLINT(google-explicit-constructor)
    return reinterpret_cast<Value*>(const_cast<void*>(address_));
  }

 private:
  const void* address_;
};

namespace kind {

/// What both write in the same way.
template <class Value>
struct Same {
  using Program = Value;
  using Engine = Value;
  static Value to_engine(Value value) { return value; }
  static Value to_program(Value value) { return value; }
};
using number = Same<int>;
using wide = Same<long long>;  // MPI_Aint, MPI_Count

struct address {
  using Program = const void*;
  static AnyAddress to_engine(const void* given) { return AnyAddress(given); }
};

/// A buffer of a collective.
struct data {
  using Program = const void*;
  static AnyAddress to_engine(const void* given) {
    return AnyAddress(reinterpret_cast<std::uintptr_t>(given) == 1 ? MPI_IN_PLACE : given);
  }
};

struct weights {
  using Program = const void*;
  static AnyAddress to_engine(const void* given) {
    const auto bits = reinterpret_cast<std::uintptr_t>(given);
    return AnyAddress(bits == 2 ? MPI_UNWEIGHTED : bits == 3 ? MPI_WEIGHTS_EMPTY : given);
  }
};

template <HandleKind kind>
struct HandleOf {
  using Program = Handle;
  using Engine = int;
  static int to_engine(Handle handle) { return openmpi::to_engine(kind, handle); }
  static Handle to_program(int handle) { return openmpi::to_program(kind, handle); }
};
using comm = HandleOf<HandleKind::comm>;
using group = HandleOf<HandleKind::group>;
using request = HandleOf<HandleKind::request>;
using message = HandleOf<HandleKind::message>;
using op = HandleOf<HandleKind::op>;
using type = HandleOf<HandleKind::type>;
using handler = HandleOf<HandleKind::handler>;
using win = HandleOf<HandleKind::win>;
using info = HandleOf<HandleKind::info>;

/// Numbers with names, of which the program's are 0, 1, … or begin elsewhere, in the order of the
/// engine's. All others mean nothing.
template <int program_begin, int... engine>
struct Named {
  using Program = int;
  using Engine = int;
  static constexpr int names[] = {engine...};
  static int to_engine(int value) {
    const auto index = static_cast<std::size_t>(value - program_begin);
    return value >= program_begin && index < std::size(names) ? names[index] : INT_MIN;
  }
  static int to_program(int value) {
    for (std::size_t i = 0; i < std::size(names); ++i)
      if (names[i] == value) return program_begin + static_cast<int>(i);
    return value;
  }
};
using lock = Named<1, MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED>;
using order = Named<0, MPI_ORDER_C, MPI_ORDER_FORTRAN>;
using distribution = Named<0, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE>;
using topology = Named<1, MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH>;
using type_class = Named<1, MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_REAL, MPI_TYPECLASS_COMPLEX>;

/// MPI_ANY_SOURCE, MPI_PROC_NULL and MPI_ROOT are -1, -2 and -4 for the program.
struct rank {
  using Program = int;
  using Engine = int;
  static int to_engine(int value);
  static int to_program(int value);
};

/// A block of a distributed array: -1 is MPI_DISTRIBUTE_DFLT_DARG for the program.
struct block {
  using Program = int;
  using Engine = int;
  static int to_engine(int value) { return value == -1 ? MPI_DISTRIBUTE_DFLT_DARG : value; }
  static int to_program(int value) { return value == MPI_DISTRIBUTE_DFLT_DARG ? -1 : value; }
};

/// MPI_COMBINER_NAMED is 0 for the program, and the others follow in the same order.
struct combiner {
  using Program = int;
  using Engine = int;
  static int to_engine(int) { return INT_MIN; }
  static int to_program(int value) { return value - MPI_COMBINER_NAMED; }
};

/// MPI_COMM_TYPE_SHARED is 0 for the program, and parts of a machine of its own follow.
struct split_type {
  using Program = int;
  static int to_engine(int value) {
    return value == MPI_UNDEFINED ? value : value == 0 ? MPI_COMM_TYPE_SHARED : INT_MIN;
  }
};

struct assertion {
  using Program = int;
  static int to_engine(int bits);
};

struct keyval {
  using Program = int;
  using Engine = int;
  static int to_engine(int value);
  static int to_program(int value);
};

struct code {
  using Program = int;
  using Engine = int;
  static int to_engine(int value) { return error_to_engine(value); }
  static int to_program(int value) { return error_to_program(value); }
};

struct status {
  using Program = Status;
  using Engine = MPI_Status;
  static MPI_Status to_engine(const Status& status);
  static Status to_program(const MPI_Status& status);
};

}  // namespace kind

}  // namespace harrier::mpi::openmpi
