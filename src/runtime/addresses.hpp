// Looks for addresses among plain bytes.
#pragma once

#include <string_view>

namespace harrier::detail {

/// Tells whether one of the words in some bytes, at multiples of a word's size from the first
/// aligned one on, is an address in the memory of this process.
bool holds_address(std::string_view bytes);

}  // namespace harrier::detail
