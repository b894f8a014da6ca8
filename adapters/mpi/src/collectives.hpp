// Collective operations: what the members of a communicator do together.
//
// Entering is posted like a send and races with nothing. Leaving waits for those whose data is
// needed, or for all. What the members said is compared by whoever leaves, since it knows then what
// the others did.
#pragma once

#include <cstdint>

#include "call.hpp"
#include "transfer.hpp"

namespace harrier::mpi {

/// Enters the next collective of a communicator.
Condition enter(const Call& call, std::uint32_t comm, Entry entry);
/// Says how two members differ in a collective that both have entered; empty where they do not.
std::string disagreement(const Communicator& comm, std::uint32_t index, std::uint32_t mine,
                         std::uint32_t other);
/// Throws CallError unless those that a member needs do the same as it.
void require_agreement(const Call& call, const Condition& entry);
/// Enters a collective without data of its own, waits for all, and returns where it was entered.
Condition synchronise(const Call& call, std::uint32_t comm, Entry entry = {});

/// Enters a collective that moves data, as the call at `site` asked for; the request finishes it.
Request post_collective(const Call& call, const Site& site, std::uint32_t comm,
                        CollectiveCall collective, Ending ending);

}  // namespace harrier::mpi
