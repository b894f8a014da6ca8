// What one search and several that share an exploration hold to alike.
#pragma once

#include <cstddef>

namespace harrier {

/// So many different warnings are kept.
inline constexpr std::size_t warnings_kept_max = 16;
/// Progress is told about so often.
inline constexpr double progress_seconds = 0.1;

}  // namespace harrier
