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

/// Runs again what led to the last step of a schedule, to show it; nothing where that fails.
std::vector<StepText> steps_before_last(const ProgramFactory& make, Schedule schedule,
                                        const CheckOptions& options);

}  // namespace harrier::tools
