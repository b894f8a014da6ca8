// Which events of the current execution happen before which, and which of them race.
#include "core/happens_before.hpp"

#include <algorithm>

#include "harrier/internal_error.hpp"

namespace harrier {

void HappensBefore::push(const Trace& trace) {
  const std::size_t self = past_.size();
  HARRIER_CHECK(self < trace.size(), "an event is added that did not happen", self, trace.size());
  past_.push();
  races_begin_.push_back(static_cast<std::uint32_t>(races_.size()));

  for (const EventId cause : trace.causes(self)) {
    if (past_.last_contains(cause.index())) continue;
    past_.include_past(cause.index());
    past_.include(cause.index());
  }
  // The latest first: what lies before one of them is no race, and need not be united again.
  const std::span<const std::uint32_t> conflicting = accesses_.push(trace.resources(self));
  const auto first_race = static_cast<std::ptrdiff_t>(races_.size());
  races_.insert(races_.end(), conflicting.begin(), conflicting.end());
  const auto begin = races_.begin() + first_race;
  if (conflicting.size() > 1) std::sort(begin, races_.end(), std::greater<>());
  auto kept = begin;
  for (auto at = begin; at != races_.end(); ++at) {
    if (past_.last_contains(*at)) continue;
    past_.include_past(*at);
    past_.include(*at);
    *kept++ = *at;
  }
  races_.erase(kept, races_.end());
  std::reverse(races_.begin() + first_race, races_.end());
}

void HappensBefore::pop() {
  HARRIER_CHECK(!races_begin_.empty(), "an event is forgotten that was not added");
  accesses_.pop();
  past_.pop();
  races_.resize(races_begin_.back());
  races_begin_.pop_back();
}

}  // namespace harrier
