// Handles of Open MPI's interface: addresses of objects for those that MPI names, and for those
// that a program makes an address that no object has, which holds MPICH's number.
#pragma once

#include <cstdint>

namespace harrier::mpi::openmpi {

/// A handle as the program has it.
using Handle = const void*;

enum class HandleKind : std::uint8_t {
  comm,
  group,
  request,
  message,
  op,
  type,
  handler,
  win,
  file,
  info,
  internal
};

/// An object that a program finds in the library by name.
struct Predefined {
  Handle object;
  HandleKind kind;
  bool is_supported;
  int handle;  ///< MPICH's
  const char* name;
};

/// Returns MPICH's handle; one that nothing has where the program's is none of this kind.
int to_engine(HandleKind kind, Handle handle);
Handle to_program(HandleKind kind, int handle);

}  // namespace harrier::mpi::openmpi
