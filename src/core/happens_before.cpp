// Which events of the current execution happen before which, and which of them race.
#include "core/happens_before.hpp"

#include <algorithm>

namespace harrier {

void causes_of(const Program& program, MessageId message, std::vector<EventId>& out) {
  const MessageOrigin origin = program.origin(message);
  if (origin.sent_by) out.push_back(origin.sent_by);
  if (const EventId created = program.created_by(origin.receiver)) out.push_back(created);
  program.further_causes(message, out);
}

std::uint32_t HappensBefore::index_of(Resource resource) {
  if (resource.owner() >= parts_.size()) parts_.resize(resource.owner() + 1);
  auto& parts = parts_[resource.owner()];
  for (const auto& [part, index] : parts) {
    if (part == resource.part()) return index;
  }
  parts.emplace_back(resource.part(), resource_count_);
  last_access_.push_back(0);
  return resource_count_++;
}

void HappensBefore::include(std::size_t row, std::uint32_t event) {
  const std::uint32_t from = rows_[event].begin;
  const std::uint32_t to = rows_[row].begin;
  for (std::uint32_t word = 0; word <= event / 64; ++word) bits_[to + word] |= bits_[from + word];
}

void HappensBefore::push(const Program& program, const Trace& trace) {
  const std::size_t self = rows_.size();
  const Event& event = trace[self];
  Row row;
  row.begin = static_cast<std::uint32_t>(bits_.size());
  row.races_begin = static_cast<std::uint32_t>(races_.size());
  row.accesses_begin = static_cast<std::uint32_t>(accesses_.size());
  rows_.push_back(row);
  bits_.resize(bits_.size() + self / 64 + 1, 0);

  causes_.clear();
  causes_of(program, event.message, causes_);

  // For each resource: back to the last write, which everything older happens before.
  conflicting_.clear();
  for (const ResourceAccess& touched : trace.resources(event)) {
    const std::uint32_t resource = index_of(touched.resource);
    for (std::uint32_t at = last_access_[resource]; at != 0;) {
      const AccessRecord& earlier = accesses_[at - 1];
      if (conflict(earlier.access, touched.access) && earlier.event != self &&
          std::ranges::find(conflicting_, earlier.event) == conflicting_.end()) {
        conflicting_.push_back(earlier.event);
      }
      if (earlier.access == Access::write) break;
      at = earlier.previous;
    }
    accesses_.push_back(
        {resource, static_cast<std::uint32_t>(self), last_access_[resource], touched.access});
    last_access_[resource] = static_cast<std::uint32_t>(accesses_.size());
  }

  // What lies strictly before the direct predecessors; a conflicting event found there is no race.
  for (const EventId cause : causes_) include(self, cause.value);
  for (const std::uint32_t other : conflicting_) include(self, other);
  std::ranges::sort(conflicting_);
  std::uint64_t* const bits = bits_.data() + row.begin;
  for (const std::uint32_t other : conflicting_) {
    const bool between = (bits[other / 64] >> (other % 64) & 1U) != 0;
    if (!between && std::ranges::find(causes_, EventId(other)) == causes_.end()) {
      races_.push_back(other);
    }
  }
  for (const EventId cause : causes_)
    bits[cause.value / 64] |= std::uint64_t{1} << (cause.value % 64);
  for (const std::uint32_t other : conflicting_)
    bits[other / 64] |= std::uint64_t{1} << (other % 64);
  rows_.back().races_end = static_cast<std::uint32_t>(races_.size());
}

void HappensBefore::pop() {
  const Row& row = rows_.back();
  while (accesses_.size() > row.accesses_begin) {
    last_access_[accesses_.back().resource] = accesses_.back().previous;
    accesses_.pop_back();
  }
  bits_.resize(row.begin);
  races_.resize(row.races_begin);
  rows_.pop_back();
}

bool HappensBefore::before_message(const Program& program, std::size_t first,
                                   MessageId message) const {
  causes_.clear();
  causes_of(program, message, causes_);
  return std::ranges::any_of(causes_, [&](EventId cause) {
    return cause.index() == first || before(first, cause.index());
  });
}

void HappensBefore::past_of(const Program& program, MessageId message,
                            std::vector<std::uint64_t>& past) const {
  causes_.clear();
  causes_of(program, message, causes_);
  past.assign(rows_.size() / 64 + 1, 0);
  for (const EventId cause : causes_) add_past(cause.index(), past);
}

void HappensBefore::add_past(std::size_t event, std::vector<std::uint64_t>& past) const {
  const std::span<const std::uint64_t> before = this->past(event);
  for (std::size_t word = 0; word < before.size(); ++word) past[word] |= before[word];
  past[event / 64] |= std::uint64_t{1} << (event % 64);
}

}  // namespace harrier
