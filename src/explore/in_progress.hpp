// What this thread is executing right now, for whoever must say so when the process dies.
#pragma once

#include <optional>
#include <vector>

#include "harrier/violation.hpp"

namespace harrier {

/// Returns the schedule up to and including the step this thread is in the middle of; none when it
/// is not exploring.
std::optional<Schedule> schedule_in_progress();

/// Returns the violations that this thread has found so far.
std::vector<Violation> violations_in_progress();

}  // namespace harrier
