// Shows violations once more, to know that they are what the program does.
#pragma once

#include <functional>

#include "harrier/check.hpp"

namespace harrier {

/// Replays the violations of a result and adds their steps; makes the verdict nondeterminism where
/// one of them does not show again. `progress` is told where one of them hangs.
void confirm_violations(const ProgramFactory& make, const CheckOptions& options,
                        CheckResult& result, const std::function<Progress()>& progress);

}  // namespace harrier
