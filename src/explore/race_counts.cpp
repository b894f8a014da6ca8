// Counts races per field and pair of messages.
#include "explore/race_counts.hpp"

#include <algorithm>

#include "core/parts.hpp"

namespace harrier {

namespace {

/// The message without its content: `Set` for `Set{5}`.
std::string kind_of(const Narrator& narrator, MessageId message) {
  const std::string text = narrator.message_text(message);
  return text.substr(0, text.find_first_of("{ "));
}

}  // namespace

RaceCounts::Count& RaceCounts::count_of(const State& state, std::size_t first, MessageId second,
                                        std::span<const ResourceAccess> touched) {
  const Narrator& narrator = narrator_of(state.program);
  std::string field;
  for (const ResourceAccess& a : state.trace.resources(first)) {
    for (const ResourceAccess& b : touched) {
      if (!field.empty() || a.resource != b.resource || !conflict(a.access, b.access)) continue;
      field = narrator.resource_text(a.resource);
    }
  }
  std::string one = kind_of(narrator, state.trace[first].message);
  std::string other = kind_of(narrator, second);
  if (other < one) std::swap(one, other);
  return counts_[{std::move(field), std::move(one), std::move(other)}];
}

void RaceCounts::note_orders(const State& state, bool counts) {
  const Trace& trace = state.trace;
  conflicts_.for_each(trace, [&](std::size_t first, std::size_t second) {
    const Name& one = trace.name(trace[first].message);
    const Name& other = trace.name(trace[second].message);
    if (orders_.size() >= orders_max || !orders_.insert(mix(one.low, other.low)).second) return;
    Count& count = count_of(state, first, trace[second].message, trace.resources(second));
    if (counts) ++count.found;
    count.both_ways |= orders_.contains(mix(other.low, one.low));
    const Narrator& narrator = narrator_of(state.program);
    const bool forth =
        kind_of(narrator, trace[first].message) <= kind_of(narrator, trace[second].message);
    (forth ? count.forth : count.back) = true;
  });
}

std::vector<RaceCount> RaceCounts::counts() const {
  std::vector<RaceCount> counts;
  for (const auto& [key, count] : counts_) {
    const auto& [field, first, second] = key;
    RaceCount& added = counts.emplace_back();
    added = {field, first, second, count.found, count.reversed, count.both_ways, {}};
    const bool one_way = !count.both_ways && count.forth != count.back && first != second;
    if (one_way) added.always_first = count.forth ? first : second;
  }
  std::ranges::stable_sort(counts, [](const RaceCount& a, const RaceCount& b) {
    return std::tie(b.reversed, b.found) < std::tie(a.reversed, a.found);
  });
  return counts;
}

}  // namespace harrier
