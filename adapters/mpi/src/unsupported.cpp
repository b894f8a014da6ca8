// What happens where a program calls a function of MPI that is not implemented.
#include "call.hpp"
#include "large_counts.hpp"

namespace harrier::mpi {

int unsupported(const char* function) {
  const Call call(function, nullptr, When::anytime);
  call.world().unsupported(function);
}

void refuse_large(const char* function) {
  const Call call(function, nullptr, When::anytime);
  call.world().unsupported(std::string(function) + " with a number above 2147483647");
}

}  // namespace harrier::mpi
