// The states that were seen, as a table of fingerprints, and what is kept of each.
#include "states/state_table.hpp"

#include <algorithm>

namespace harrier {

FingerprintTable::FingerprintTable(const Options& options)
    : bytes_max_(options.bytes_max),
      slot_bytes_(key_bytes + options.value_bytes),
      value_mask_((std::uint64_t{1} << (8 * options.value_bytes)) - 1) {
  constexpr std::size_t behind = 32;
  resize(options.slots, behind);
}

void FingerprintTable::clear() {
  std::fill_n(memory_.data(), bytes(), std::byte{});
  size_ = 0;
}

FingerprintTable::Key FingerprintTable::key_of(const Fingerprint& state) {
  const Key key{state.high, state.low >> (128U - key_bits)};
  return key == Key{} ? Key{0, 1} : key;
}

std::pair<FingerprintTable::Slot, bool> FingerprintTable::insert(const Fingerprint& state) {
  const Key key = key_of(state);
  Slot slot = first_not_before(key);
  if (slot != slots_ && read_key(at(slot)) == key) return {slot, false};
  if (size_ + 1 > homes_ / 20 * 17) {
    grow();
    slot = first_not_before(key);
  }
  while (!make_room(slot)) {
    resize(homes_, 2 * behind_);
    slot = first_not_before(key);
  }
  std::memset(at(slot), 0, slot_bytes_);
  std::memcpy(at(slot), &key, key_bytes);
  ++size_;
  return {slot, true};
}

/// Returns the slot of a key, or the one where it is to be; the one behind the last may be it.
FingerprintTable::Slot FingerprintTable::first_not_before(const Key& key) const {
  Slot slot = home(key.first, homes_);
  for (; slot != slots_; ++slot) {
    const Key there = read_key(at(slot));
    if (there == Key{} || !(there < key)) break;
  }
  return slot;
}

/// Moves what is in a slot, and what follows it up to a free one; false where none is free.
bool FingerprintTable::make_room(Slot slot) {
  Slot free = slot;
  while (free != slots_ && read_key(at(free)) != Key{}) ++free;
  if (free == slots_) return false;
  if (free != slot) std::memmove(at(slot + 1), at(slot), (free - slot) * slot_bytes_);
  return true;
}

void FingerprintTable::grow() {
  const std::size_t wanted = homes_ / 5 * 6;
  const std::size_t most = bytes_max_ / slot_bytes_;
  const std::size_t allowed =
      bytes_max_ == 0 ? wanted : std::min(wanted, most - std::min(most, behind_));
  if (allowed <= homes_ + homes_ / 20) throw TableFull();
  resize(allowed, behind_);
}

/// Makes a table of another size, with more slots behind the homes where they are needed.
void FingerprintTable::resize(std::size_t homes, std::size_t behind) {
  for (;; behind *= 2) {
    const std::size_t slots = homes + behind;
    const std::size_t bytes = slots * slot_bytes_;
    if (bytes_max_ != 0 && bytes > bytes_max_) throw TableFull();
    // The last word that is read begins in the last slot.
    TableMemory memory(bytes + sizeof(std::uint64_t));
    if (!copy_to(memory, homes, slots)) continue;
    memory_ = std::move(memory);
    slots_ = slots;
    homes_ = homes;
    behind_ = behind;
    return;
  }
}

/// Copies all that is there; false where there is no room at the end.
bool FingerprintTable::copy_to(const TableMemory& memory, std::size_t homes,
                               std::size_t slots) const {
  Slot free = 0;
  for (Slot from = 0; from != slots_; ++from) {
    const Key key = read_key(at(from));
    if (key == Key{}) continue;
    const Slot slot = std::max(home(key.first, homes), free);
    if (slot == slots) return false;
    std::memcpy(memory.data() + slot * slot_bytes_, at(from), slot_bytes_);
    free = slot + 1;
  }
  return true;
}

}  // namespace harrier
