// The whole event structure of a small program, in words, for drawing.
#include "core/event_structure.hpp"

#include <algorithm>
#include <utility>

#include "core/classes.hpp"

namespace harrier {

void EventStructure::add(const Trace& trace, const std::function<Label(std::size_t event)>& label) {
  const std::vector<Name> names = event_names(trace);
  std::vector<std::size_t> configuration;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const auto [place, is_new] = by_name_.try_emplace(names[i], events_.size());
    configuration.push_back(place->second);
    if (!is_new) continue;

    Event& event = events_.emplace_back();
    Footprint& footprint = footprints_.emplace_back();
    Label shown = label(i);
    event.actor = std::move(shown.actor);
    event.text = std::move(shown.text);
    if (std::ranges::find(actors_, event.actor) == actors_.end()) actors_.push_back(event.actor);
    // Other choices after the same events are other events of the same message.
    footprint.message = trace.name(trace[i].message);
    for (const ResourceAccess& access : trace.resources(i)) {
      footprint.accesses.push_back({trace.name(access.resource), access.access});
    }
    footprint.history.add(place->second);
    const std::span<const EventId> causes = trace.causes(i);
    for (std::size_t k = i; k-- > 0;) {
      const std::size_t other = configuration[k];
      const bool depends = std::ranges::find(causes, EventId(k)) != causes.end() ||
                           conflict(trace.resources(k), trace.resources(i));
      if (!depends || footprint.history.contains(other)) continue;
      event.causes.push_back(other);
      event.depth = std::max(event.depth, events_[other].depth + 1);
      footprint.history.add_all(footprints_[other].history);
    }
  }
  configurations_.push_back(std::move(configuration));
}

/// Tells whether two events that do not depend on each other exclude each other by themselves.
bool EventStructure::excludes(std::size_t first, std::size_t second) const {
  if (contains(first, second) || contains(second, first)) return false;
  const Footprint& one = footprints_[first];
  const Footprint& other = footprints_[second];
  return one.message == other.message || conflict(std::span<const NamedAccess>(one.accesses),
                                                  std::span<const NamedAccess>(other.accesses));
}

void EventStructure::close() {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t second = 0; second < events_.size(); ++second) {
    events_[second].conflicts.clear();
    for (std::size_t first = 0; first < second; ++first) {
      if (excludes(first, second)) pairs.emplace_back(first, second);
    }
  }
  // Immediate: nothing before them excludes the other, or what is before the other.
  for (const auto& [first, second] : pairs) {
    const bool inherited = std::ranges::any_of(pairs, [&, a = first, b = second](const auto& pair) {
      if (pair.first == a && pair.second == b) return false;
      return (contains(a, pair.first) && contains(b, pair.second)) ||
             (contains(a, pair.second) && contains(b, pair.first));
    });
    if (inherited) continue;
    events_[first].conflicts.push_back(second);
    events_[second].conflicts.push_back(first);
  }
}

}  // namespace harrier
