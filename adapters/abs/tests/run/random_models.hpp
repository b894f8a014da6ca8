// Small ABS models drawn at random: futures passed around, guards that close again, objects that
// share a cog, exceptions.
#pragma once

#include <cstdint>
#include <string>

namespace harrier::abs::run::testing {

/// Returns the text of a model that always ends.
std::string random_model(std::uint32_t seed);

}  // namespace harrier::abs::run::testing
