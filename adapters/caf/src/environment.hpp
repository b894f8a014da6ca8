// What a program gets from the system, replaced by what repeats.
#pragma once

namespace harrier::caf {

/// Turns crashes on a fiber into failures of the running step. Also links the rest of this file.
void watch_for_crashes();

/// Makes rand() and random() give the same values again.
void restart_rand();

/// Tells whether this is a process that the explored program has forked.
bool in_forked_process();

/// Makes a process that ends with status 0 and without an actor system a misuse.
void require_system_at_exit();

}  // namespace harrier::caf
