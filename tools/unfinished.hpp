// Steps that never end, because they hang or crash, told as violations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harrier/check.hpp"

namespace harrier::tools {

/// Tells about something that has not returned.
Violation hang_violation(const std::string& what, const CheckOptions& options);

/// Tells about a program that crashed.
Violation crash_violation(std::string_view cause);

/// Shows the steps of a schedule whose last one does not end: runs all the others again, and marks
/// the last with `failure`. Shows nothing where that does not work.
std::vector<StepText> steps_until_unfinished(const ProgramFactory& make, const Schedule& schedule,
                                             const CheckOptions& options,
                                             const std::string& failure);

}  // namespace harrier::tools
