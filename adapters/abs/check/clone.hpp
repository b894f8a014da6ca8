// Copies of methods and functions as they are written: one for each class that uses a trait, and
// for each way to complete a partial function.
#pragma once

#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// Copies a method that has not been checked.
Method* clone(Arena& arena, const Method* method);
/// Copies a function whose body has not been checked.
Function* clone(Arena& arena, const Function* function);

}  // namespace harrier::abs
