// Checks what `[Nonnull]` promises: a reference or future so declared is never given null.
#pragma once

#include "abs/check/checker.hpp"

namespace harrier::abs {

/// Goes through a model in which there is no other error. What has no annotation may be null,
/// except where the statements before say otherwise: it was given a new object, or compared with
/// null.
void check_nullness(Checker& checker);

}  // namespace harrier::abs
