// Pairs of a value and its place, which MPI_MAXLOC and MPI_MINLOC combine.
#pragma once

#include "mpi/data/datatype.hpp"

namespace harrier::mpi {

/// Tells whether a type is a pair: it is predefined and has two values.
bool is_pair(const Datatype& type);

/// Returns the pair that all parts of a type are; nullptr where they are anything else.
const Datatype* only_pair(const Datatype& type);

}  // namespace harrier::mpi
