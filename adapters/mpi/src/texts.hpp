// Words about calls of MPI and where they are.
#pragma once

#include <cstdint>
#include <string>

#include "posts.hpp"
#include "site.hpp"

namespace harrier::mpi {

/// Names a place in the program: "ring.c:12", or nothing where that is not known.
std::string line_of(const void* from);
/// Names a call: "MPI_Send at ring.c:12".
std::string call_text(const Site& site);
/// The same with who called: "rank 1: MPI_Send at ring.c:12".
std::string place_text(std::uint32_t rank, const Site& site);

/// Names a communicator as the program does, or by where it was made.
std::string communicator_text(const Communicator& communicator);

}  // namespace harrier::mpi
