// Whether memory that a program names can be read.
#pragma once

#include "mpi/data/blocks.hpp"

namespace harrier::mpi {

/// Tells whether all values of a buffer can be read. A receive may name more than there is, as long
/// as what comes has room.
bool is_readable(const Buffer& buffer);

}  // namespace harrier::mpi
