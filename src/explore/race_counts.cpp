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

std::vector<RaceCount> RaceCounts::counts() const {
  std::vector<RaceCount> counts;
  for (const auto& [key, count] : counts_) {
    counts.push_back(
        {std::get<0>(key), std::get<1>(key), std::get<2>(key), count.found, count.reversed});
  }
  std::ranges::stable_sort(counts, [](const RaceCount& a, const RaceCount& b) {
    return std::tie(b.reversed, b.found) < std::tie(a.reversed, a.found);
  });
  return counts;
}

}  // namespace harrier
