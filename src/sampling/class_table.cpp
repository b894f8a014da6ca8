// The classes that a search has seen, in bounded memory.
#include "sampling/class_table.hpp"

#include <algorithm>
#include <utility>

namespace harrier {

namespace {

constexpr std::size_t slots_min = 1024;
constexpr std::uint64_t seen_again = 1;

}  // namespace

ClassTable::ClassTable(std::size_t most) : most_(most), slots_(slots_min) {}

ClassTable::Slot& ClassTable::find(Slot name) {
  std::size_t at = (name >> 1U) & (slots_.size() - 1);
  while (slots_[at] != 0 && (slots_[at] & ~seen_again) != name) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

void ClassTable::grow() {
  const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  for (const Slot slot : before) {
    if (slot != 0) find(slot & ~seen_again) = slot;
  }
}

bool ClassTable::add(ClassName name) {
  const Slot wanted = std::max<Slot>(name.value & ~seen_again, seen_again + 1);
  Slot& slot = find(wanted);
  if (slot != 0) {
    if (!seen_.full) {
      ++seen_.drawn;
      if ((slot & seen_again) == 0) --seen_.once;
    }
    slot |= seen_again;
    return false;
  }
  if (seen_.distinct == most_) {
    seen_.full = true;
    return false;
  }
  slot = wanted;
  ++seen_.drawn;
  ++seen_.distinct;
  ++seen_.once;
  if (4 * seen_.distinct > 3 * slots_.size()) grow();
  return true;
}

}  // namespace harrier
