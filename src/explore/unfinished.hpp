// Executions whose last step never ends, because it hangs, crashes or ends the process.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "harrier/check.hpp"

namespace harrier {

/// Shows the steps of a schedule whose last one does not end: runs all the others again, and marks
/// the last with what it fails of; none where it does end, and something after it does not. Shows
/// nothing where that does not work.
std::vector<StepText> steps_until_unfinished(const ProgramFactory& make, const Schedule& schedule,
                                             const CheckOptions& options,
                                             std::optional<ViolationKind> failure);

/// Keeps a program that was left in the middle of a step for ever: it cannot be taken down.
void abandon(std::unique_ptr<Program> program);

/// Says that a program called exit or its like.
CrashedProgram exited_by(std::string_view call);

}  // namespace harrier
