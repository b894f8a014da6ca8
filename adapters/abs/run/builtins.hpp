// The functions of the library that the interpreter computes itself.
#pragma once

#include <string_view>

#include "abs/lower/code.hpp"

namespace harrier::abs::run {

/// Finds one by its name; null where there is none.
Builtin find_builtin(std::string_view name);

}  // namespace harrier::abs::run
