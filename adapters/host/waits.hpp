// Waits for what is no message: condition variables, locks, semaphores, futures, and all else that
// is built from futexes. On a stack that can be suspended they are waits of the explorer.
#pragma once

#include "host/guest.hpp"

namespace harrier::host {

/// Lets threads of the program's own go on that a step has woken, until they wait again or have
/// ended.
void let_threads_go_on();
/// Takes note of what the running step has changed that somebody waits at: a latch is counted down
/// without a call that could be seen.
void note_changed_words(Guest& guest);
/// Forgets who holds and awaits what of a program whose stacks are gone.
void forget_waits(const Guest* guest);

}  // namespace harrier::host
