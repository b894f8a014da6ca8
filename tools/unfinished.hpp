// Executions whose last step never ends, because it hangs or crashes.
#pragma once

#include <optional>
#include <vector>

#include "harrier/check.hpp"

namespace harrier::tools {

/// Shows the steps of a schedule whose last one does not end: runs all the others again, and marks
/// the last with what it fails of; none where it does end, and something after it does not. Shows
/// nothing where that does not work.
std::vector<StepText> steps_until_unfinished(const ProgramFactory& make, const Schedule& schedule,
                                             const CheckOptions& options,
                                             std::optional<ViolationKind> failure);

}  // namespace harrier::tools
