// Sets of sub-commands that several options belong to.
#pragma once

#include "tools/options.hpp"

namespace harrier::tools {

inline constexpr Use explores = Use::check;
inline constexpr Use explains = Use::check | Use::minimise;
inline constexpr Use shows = Use::check | Use::replay | Use::minimise;

}  // namespace harrier::tools
