// The numbers of rand(), random() and drand48(), for each rank its own.
#pragma once

#include <array>
#include <cstdlib>

#include "ranks.hpp"

namespace harrier::mpi {

struct Ranks::Random {
  /// Makes the numbers those of a process that has just begun.
  void restart();

  random_data numbers = {};
  drand48_data fractions = {};
  std::array<char, 128> state = {};
};

}  // namespace harrier::mpi
