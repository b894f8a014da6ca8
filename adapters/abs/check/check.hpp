// Resolves the names of a model, flattens its traits and checks its types.
#pragma once

#include <string_view>

#include "abs/syntax/model.hpp"

namespace harrier::abs {

struct CheckOptions {
  std::string_view main_module;  ///< whose main block runs; empty: the only one, or the last one
};

/// Fills in what `ast.hpp` marks "checker". Reports every error of every file, in their order.
Diagnostics check(Model& model, const CheckOptions& options = {});

}  // namespace harrier::abs
