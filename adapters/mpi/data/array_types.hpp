// The datatypes that select a part of an array of several dimensions.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "datatype.hpp"

namespace harrier::mpi {

/// The arguments of MPI_Type_create_subarray; one entry per dimension.
struct Subarray {
  std::span<const int> sizes;
  std::span<const int> sub_sizes;
  std::span<const int> starts;
  int order = MPI_ORDER_C;
};

/// The arguments of MPI_Type_create_darray; one entry per dimension.
struct DistributedArray {
  int size = 1;
  int rank = 0;
  std::span<const int> sizes;
  std::span<const int> distributions;
  std::span<const int> arguments;
  std::span<const int> processes;
  int order = MPI_ORDER_C;
};

/// Says what is wrong with the arguments, in words that follow the function's name.
std::optional<std::string> problem_of(const Subarray& array);
std::optional<std::string> problem_of(const DistributedArray& array);

/// Make the types; the arguments have no problem.
TypeRef subarray_type(const Subarray& array, const TypeRef& old);
TypeRef darray_type(const DistributedArray& array, const TypeRef& old);

}  // namespace harrier::mpi
