// What happens where a program calls a function of MPI that is not implemented.
#include <cstring>

#include "call.hpp"

namespace harrier::mpi {

int unsupported(const char* function) {
  const Call call(function, nullptr, When::anytime);
  const bool is_shared = std::strstr(function, "_Win_allocate_shared") != nullptr ||
                         std::strstr(function, "_Win_shared_query") != nullptr;
  call.world().unsupported(
      function,
      is_shared ? "the orders of loads and stores in shared memory are not explored" : "");
}

}  // namespace harrier::mpi
