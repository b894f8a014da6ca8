// Takes what an instrumented program tells: the other end of hooks.cpp.
#include "host/instrumented.hpp"

#include <cstddef>

#include "host/guest.hpp"

namespace harrier::host {

namespace {

bool instrumented = false;

}  // namespace

bool is_instrumented() { return instrumented; }

}  // namespace harrier::host

using harrier::host::Guest;

extern "C" {

void harrier_instrumented() { harrier::host::instrumented = true; }

void harrier_access(const void* address, unsigned int size, int write, const void* from) {
  if (Guest* const guest = Guest::current()) guest->note_access(address, size, write != 0, from);
}

void harrier_allocated(void* address, std::size_t size) {
  if (Guest* const guest = Guest::current()) guest->note_allocation(address, size);
}

void harrier_freed(void* address) {
  if (Guest* const guest = Guest::current()) guest->note_release(address);
}
}
