// What happens where a program calls a function of MPI that is not implemented.
#include "call.hpp"

namespace harrier::mpi {

int unsupported(const char* function) {
  const Call call(function, nullptr, When::anytime);
  call.world().unsupported(function);
}

}  // namespace harrier::mpi
