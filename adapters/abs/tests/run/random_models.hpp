// Small ABS models drawn at random: futures passed around, guards that close again, objects that
// share a cog, exceptions.
#pragma once

#include <cstdint>
#include <string>

#include "abs/run/semantics.hpp"

namespace harrier::abs::run::testing {

/// Returns the text of a model that always ends.
std::string random_model(std::uint32_t seed);
/// Returns what the model of that seed is explored with.
Semantics semantics_for(std::uint32_t seed);

}  // namespace harrier::abs::run::testing
