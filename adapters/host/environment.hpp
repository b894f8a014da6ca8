// What a program gets from the system, replaced by what repeats.
#pragma once

namespace harrier::host {

/// Turns crashes on a fiber into failures of the running step. Also links the rest of this file.
void watch_for_crashes();

/// Makes rand() and random() give the same values again.
void restart_rand();

/// Tells whether this is a process that the explored program has forked.
bool in_forked_process();

}  // namespace harrier::host
