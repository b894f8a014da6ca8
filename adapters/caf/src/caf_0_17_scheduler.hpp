// The scheduler of systems under control, for CAF 0.17: it has no threads and decides nothing.
#pragma once

#include <caf/actor_system.hpp>
#include <caf/execution_unit.hpp>

namespace harrier::caf {

/// Makes the scheduler that a system is given in the place of the library's.
::caf::actor_system::module* make_scheduler(::caf::actor_system& system);
/// Tells whether a system has that scheduler.
bool has_our_scheduler(::caf::actor_system& system);
/// Returns what the steps of an actor under control run in.
::caf::execution_unit& unit_of(::caf::abstract_actor& actor);

}  // namespace harrier::caf
