// What a report says about the states of the actors in an execution.
#pragma once

#include <string>

#include "harrier/report.hpp"

namespace harrier {

/// Runs an execution again and lists how each step changes the state of its actor, and what it
/// prints; empty where neither can be shown.
std::string state_notes(const ProgramFactory& make, const CheckOptions& options,
                        const ReportOptions& reporting, const Schedule& schedule);

}  // namespace harrier
