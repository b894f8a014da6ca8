// Finds the number of an actor by its address; emptied for every execution without freeing.
#pragma once

#include <cstdint>
#include <vector>

#include "harrier/ids.hpp"

namespace harrier::caf {

class HandleTable {
 public:
  HandleTable() : slots_(64) {}

  void clear() {
    ++generation_;
    count_ = 0;
  }

  ActorId find(const void* handle) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = place(handle) & mask;; i = (i + 1) & mask) {
      const Slot& slot = slots_[i];
      if (slot.generation != generation_) return {};
      if (slot.handle == handle) return slot.id;
    }
  }

  void insert(const void* handle, ActorId id) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    place_in(slots_, {handle, generation_, id});
    ++count_;
  }

 private:
  struct Slot {
    const void* handle = nullptr;
    std::uint64_t generation = 0;
    ActorId id;
  };

  static std::size_t place(const void* handle) {
    // Actors are aligned to cache lines: the low bits say nothing.
    return static_cast<std::size_t>(
        (reinterpret_cast<std::uintptr_t>(handle) >> 6) * 0x9E37'79B9'7F4A'7C15U >> 20);
  }

  void place_in(std::vector<Slot>& slots, Slot slot) const {
    const std::size_t mask = slots.size() - 1;
    std::size_t i = place(slot.handle) & mask;
    while (slots[i].generation == generation_) i = (i + 1) & mask;
    slots[i] = slot;
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (const Slot& slot : slots_) {
      if (slot.generation == generation_) place_in(larger, slot);
    }
    slots_.swap(larger);
  }

  std::vector<Slot> slots_;
  std::uint64_t generation_ = 1;
  std::size_t count_ = 0;
};

}  // namespace harrier::caf
