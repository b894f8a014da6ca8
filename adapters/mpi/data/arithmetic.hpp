// Combines arrays of basic values by the predefined operations.
#pragma once

#include <mpi.h>

#include <cstddef>

#include "mpi/data/basic_type.hpp"

namespace harrier::mpi {

/// Makes each of `count` values at `right` the result of that at `left` and itself. Neither need be
/// aligned. The operation is one for single values, and the type has a storage.
void combine_values(MPI_Op operation, const BasicType& type, const std::byte* left,
                    std::byte* right, std::size_t count);

/// The same for MPI_MAXLOC and MPI_MINLOC: pairs of a value and an index without a gap.
void combine_pairs(MPI_Op operation, const BasicType& value, const BasicType& index,
                   const std::byte* left, std::byte* right, std::size_t count);

}  // namespace harrier::mpi
