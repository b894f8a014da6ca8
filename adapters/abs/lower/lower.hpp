// Turns a checked model into what is run.
#pragma once

#include <memory>

#include "abs/lower/code.hpp"

namespace harrier::abs::run {

/// Lowers a model that `check` has accepted. Throws UsageError, with file and line, for what the
/// interpreter does not know.
std::unique_ptr<const Code> lower(const Model& model);

}  // namespace harrier::abs::run
