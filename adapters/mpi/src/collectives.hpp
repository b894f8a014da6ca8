// Collective operations: what the members of a communicator do together.
#pragma once

#include <cstdint>
#include <span>

#include "call.hpp"
#include "transfer.hpp"

namespace harrier::mpi {

enum class Collective : std::uint8_t { finalize, barrier };

/// What a member brings to a collective.
struct Contribution {
  Collective kind = Collective::barrier;
  Leaving leaving = Leaving::with_all;
  std::uint32_t root = 0;
};

/// Enters the next collective of a communicator.
Condition enter(const Call& call, std::uint32_t comm, const Contribution& part);

}  // namespace harrier::mpi
