// What a report says about the states of the actors in an execution.
#pragma once

#include <string>

#include "harrier/report.hpp"
#include "tools/json.hpp"

namespace harrier::tools {

/// Runs an execution again and lists how each step changes the state of its actor, and what it
/// prints; empty where neither can be shown.
std::string state_notes(const ProgramFactory& make, const CheckOptions& options,
                        const ReportOptions& reporting, const Schedule& schedule);

/// Runs an execution again and adds to the JSON of its steps how each changes the state of its
/// actor, `state_before` and `state_after` where these differ, and what it `prints`. Leaves long
/// executions alone, and those that do not show again.
void add_states(const ProgramFactory& make, const CheckOptions& options, const Schedule& schedule,
                Json& steps);

}  // namespace harrier::tools
