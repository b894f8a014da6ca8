// Cuts a file into tokens.
#pragma once

#include <cstdint>
#include <vector>

#include "abs/syntax/source.hpp"
#include "abs/syntax/token.hpp"

namespace harrier::abs {

/// Cuts the text into tokens, the last of which is `end`. What is no token is reported and left
/// out. The tokens are views of the text.
std::vector<Token> tokens_of(std::string_view text, std::uint32_t file, Diagnostics& diagnostics);

}  // namespace harrier::abs
