// Random datatypes, made by us and by MPICH in the same way.
#pragma once

#include <mpi.h>

#include <random>
#include <string>

#include "mpi/data/datatype.hpp"

namespace harrier::mpi {

/// A type as both have made it.
struct TwinType {
  TypeRef ours;
  MPI_Datatype theirs = MPI_DATATYPE_NULL;
  std::string text;  ///< how it was made
};

class RandomType {
 public:
  explicit RandomType(unsigned seed) : random_(seed) {}

  /// Makes a type by at most `depth` constructors.
  TwinType make(int depth);
  /// Returns a number from `low` to `high`.
  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

 private:
  TwinType basic();
  TwinType derived(const TwinType& old, int depth);
  TwinType array(const TwinType& old, bool distributed);
  TwinType structure(const TwinType& old, int depth);
  std::vector<int> numbers(int count, int low, int high);

  std::mt19937 random_;
};

}  // namespace harrier::mpi
