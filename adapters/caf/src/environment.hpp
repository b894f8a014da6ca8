// What a program gets from the system, replaced by what repeats.
#pragma once

namespace harrier::caf {

/// Turns crashes on a fiber into failures of the running step. Also links the rest of this file.
void watch_for_crashes();

}  // namespace harrier::caf
