// The accesses of each resource along the trace, linked backwards.
#include "core/access_chains.hpp"

#include <utility>

namespace harrier {

/// Finds the slot of a resource: its own, or the empty one that it would get.
inline AccessChains::Slot& AccessChains::find(Resource resource) {
  const std::size_t last = slots_.size() - 1;
  std::size_t at = (resource.value * 0x9E37'79B9'7F4A'7C15U) >> 32U & last;
  while (slots_[at].index != 0 && slots_[at].resource != resource) at = (at + 1) & last;
  return slots_[at];
}

inline std::uint32_t AccessChains::index_of(Resource resource) {
  const Slot& slot = find(resource);
  return slot.index != 0 ? slot.index - 1 : add(resource);
}

std::uint32_t AccessChains::add(Resource resource) {
  last_.push_back(0);
  if (2 * last_.size() > slots_.size()) {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : before) {
      if (slot.index != 0) find(slot.resource) = slot;
    }
  }
  find(resource) = {resource, static_cast<std::uint32_t>(last_.size())};
  return static_cast<std::uint32_t>(last_.size() - 1);
}

std::span<const std::uint32_t> AccessChains::push(std::span<const ResourceAccess> touched) {
  const auto self = static_cast<std::uint32_t>(begins_.size());
  begins_.push_back(static_cast<std::uint32_t>(records_.size()));
  if (listed_in_.size() <= self) listed_in_.resize(2 * std::size_t{self} + 1);
  ++pushes_;
  conflicting_.clear();
  for (const ResourceAccess& one : touched) {
    const std::uint32_t resource = index_of(one.resource);
    std::uint32_t& last = last_[resource];
    for (std::uint32_t at = last; at != 0;) {
      const Record& earlier = records_[at - 1];
      const bool conflicts = conflict(earlier.access, one.access);
      if (conflicts && earlier.event != self && listed_in_[earlier.event] != pushes_) {
        listed_in_[earlier.event] = pushes_;
        conflicting_.push_back(earlier.event);
      }
      if (earlier.access == Access::write) break;
      at = conflicts ? earlier.previous : earlier.before_run;
    }
    const bool goes_on =
        last != 0 && one.access != Access::write && records_[last - 1].access == one.access;
    const std::uint32_t before_run = goes_on ? records_[last - 1].before_run : last;
    records_.push_back({resource, self, last, before_run, one.access});
    last = static_cast<std::uint32_t>(records_.size());
  }
  return conflicting_;
}

void AccessChains::pop() {
  while (records_.size() > begins_.back()) {
    last_[records_.back().resource] = records_.back().previous;
    records_.shrink(records_.size() - 1);
  }
  begins_.shrink(begins_.size() - 1);
}

void AccessChains::clear() {
  for (std::size_t i = 0; i < records_.size(); ++i) last_[records_[i].resource] = 0;
  records_.clear();
  begins_.clear();
}

}  // namespace harrier
