// Copies of methods as they are written: one for each class that uses a trait.
#pragma once

#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// Copies a method that has not been checked.
Method* clone(Arena& arena, const Method* method);

}  // namespace harrier::abs
