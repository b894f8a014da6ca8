// Which program is under control on a thread, and whether other threads reached into it.
#include "host/guest.hpp"

#include <atomic>

namespace harrier::host {

namespace {

std::atomic<bool> foreign_thread = false;

}  // namespace

constinit thread_local Guest* Guest::current_ = nullptr;

void note_foreign_thread() { foreign_thread = true; }
bool take_foreign_thread() { return foreign_thread.exchange(false); }

}  // namespace harrier::host
