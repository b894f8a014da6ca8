// The accesses of each resource along the trace, linked backwards.
#include "core/access_chains.hpp"

namespace harrier {

inline std::uint32_t AccessChains::index_of(Resource resource) {
  const auto owner = static_cast<std::size_t>(resource.value >> 32);
  if (owner < parts_.size()) {
    for (const auto& [part, index] : parts_[owner]) {
      if (part == resource.part()) return index;
    }
  }
  return further_index_of(resource);
}

std::uint32_t AccessChains::further_index_of(Resource resource) {
  const auto owner = static_cast<std::size_t>(resource.value >> 32);
  if (owner >= parts_.size()) parts_.resize(owner + 1);
  auto& parts = parts_[owner];
  const auto index = static_cast<std::uint32_t>(last_.size());
  if (parts.size() < parts_max) {
    parts.emplace_back(resource.part(), index);
  } else if (const auto [known, added] = further_parts_.try_emplace(resource.value, index);
             !added) {
    return known->second;
  }
  last_.push_back(0);
  return index;
}

std::span<const std::uint32_t> AccessChains::push(std::span<const ResourceAccess> touched) {
  const auto self = static_cast<std::uint32_t>(begins_.size());
  begins_.push_back(static_cast<std::uint32_t>(records_.size()));
  listed_in_.push_back(0);
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
    records_.pop_back();
  }
  begins_.pop_back();
  listed_in_.pop_back();
}

void AccessChains::clear() {
  for (const Record& record : records_) last_[record.resource] = 0;
  records_.clear();
  begins_.clear();
  listed_in_.clear();
}

}  // namespace harrier
