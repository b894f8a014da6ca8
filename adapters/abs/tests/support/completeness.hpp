// Whether the checker has filled in all of a model that it accepted.
#pragma once

#include <string>

#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// Says what is missing first, with its place; empty if nothing is. The model must have been
/// accepted.
std::string first_gap(const Model& model);

}  // namespace harrier::abs
