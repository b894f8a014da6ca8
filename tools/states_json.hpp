// The states of actors beside the steps that change them, for those who read JSON.
#pragma once

#include "explore/replay.hpp"
#include "tools/json.hpp"

namespace harrier::tools {

/// States may be large, and there is one of them for each step: of longer executions none are
/// shown.
constexpr std::size_t shown_states_max = 1'000;

/// Adds to the JSON of a step how it changes the state of its actor, `state_before` and
/// `state_after` where these differ, and what it `prints`.
void add_states(const SeenStep& seen, Json& step);

/// Runs an execution again and adds this to its steps. Leaves long executions alone, and those that
/// do not show again.
void add_states(const ProgramFactory& make, const CheckOptions& options, const Schedule& schedule,
                Json& steps);

}  // namespace harrier::tools
