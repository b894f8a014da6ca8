// Actors of CAF 0.17 whose class overrides `enqueue`: they get there what is put into mailboxes.
#include "caf_0_17_enqueue.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <caf/all.hpp>
#include <cstddef>
#include <cstring>

#include "caf_0_17_library.hpp"

namespace harrier::caf {

bool has_own_enqueue(const ::caf::abstract_actor* actor) {
  // What a pointer to a virtual member function holds: one more than its place in the table.
  static const std::size_t place = [] {
    void (::caf::abstract_actor::*const member)(
        ::caf::mailbox_element_ptr, ::caf::execution_unit*) = &::caf::abstract_actor::enqueue;
    std::size_t offset = 0;
    std::memcpy(&offset, &member, sizeof offset);
    return (offset - 1) / sizeof(void*);
  }();
  static const std::array<const void*, 4> known = {
      dlsym(RTLD_DEFAULT, scheduled_enqueue_symbol), dlsym(RTLD_DEFAULT, blocking_enqueue_symbol),
      dlsym(RTLD_DEFAULT, pool_enqueue_symbol), dlsym(RTLD_DEFAULT, broker_enqueue_symbol)};
  const void* const* table = nullptr;
  std::memcpy(&table, static_cast<const void*>(actor), sizeof table);
  return std::ranges::find(known, table[place]) == known.end();
}

}  // namespace harrier::caf
