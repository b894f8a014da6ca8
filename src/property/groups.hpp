// Which findings are about one property at one place.
#pragma once

#include <string>

#include "harrier/violation.hpp"

namespace harrier {

/// Returns a text that findings share which differ only in numbers (`worker.2` for `worker.1`, `3
/// is left` for `4 is left`), in what messages contain, in when it happens and in how many more
/// are concerned.
std::string group_of(const Finding& finding);

}  // namespace harrier
