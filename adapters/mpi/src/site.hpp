// Where the program called MPI: the function and the place it returns to.
#pragma once

namespace harrier::mpi {

struct Site {
  const char* function = "";
  const void* from = nullptr;  ///< where the call returns to
};

}  // namespace harrier::mpi
