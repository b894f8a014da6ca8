// The whole event structure of a small program, in words, for drawing.
#include "core/event_structure.hpp"

#include <algorithm>

#include "core/classes.hpp"
#include "core/happens_before.hpp"

namespace harrier {

void EventStructure::add(const State& state) {
  const std::vector<std::uint64_t> names = event_names(state.program, state.trace);
  std::vector<std::size_t> configuration;
  for (std::size_t i = 0; i < state.trace.size(); ++i) {
    const auto [place, is_new] = by_name_.try_emplace(names[i], events_.size());
    configuration.push_back(place->second);
    if (!is_new) continue;

    const harrier::Event& executed = state.trace[i];
    Event& event = events_.emplace_back();
    Footprint& footprint = footprints_.emplace_back();
    event.actor = state.program.actor_name(executed.actor);
    if (std::ranges::find(actors_, event.actor) == actors_.end()) actors_.push_back(event.actor);
    event.text = state.program.message_text(executed.message);
    for (const Choice& choice : state.trace.choices(executed)) {
      event.text += " chooses " + std::to_string(choice.value);
    }
    const MessageOrigin origin = state.program.origin(executed.message);
    footprint.message = {origin.sent_by ? configuration[origin.sent_by.index()] + 1 : 0,
                         origin.position};
    for (const ResourceAccess& access : state.trace.resources(executed)) {
      footprint.accesses.emplace_back(state.program.resource_text(access.resource), access.access);
    }
    footprint.history.resize(events_.size(), false);
    footprint.history.back() = true;
    std::vector<EventId> causes;
    causes_of(state.program, executed.message, causes);
    for (std::size_t k = i; k-- > 0;) {
      const std::size_t other = configuration[k];
      const bool depends =
          std::ranges::find(causes, EventId(k)) != causes.end() ||
          conflict(state.trace.resources(state.trace[k]), state.trace.resources(executed));
      if (!depends || footprint.history[other]) continue;
      event.causes.push_back(other);
      event.depth = std::max(event.depth, events_[other].depth + 1);
      for (std::size_t h = 0; h < footprints_[other].history.size(); ++h) {
        if (footprints_[other].history[h]) footprint.history[h] = true;
      }
    }
  }
  configurations_.push_back(std::move(configuration));
}

/// Tells whether two events that do not depend on each other exclude each other by themselves.
bool EventStructure::excludes(std::size_t first, std::size_t second) const {
  if (contains(first, second) || contains(second, first)) return false;
  const Footprint& one = footprints_[first];
  const Footprint& other = footprints_[second];
  if (one.message == other.message) return true;
  return std::ranges::any_of(one.accesses, [&](const auto& access) {
    return std::ranges::any_of(other.accesses, [&](const auto& against) {
      return access.first == against.first && conflict(access.second, against.second);
    });
  });
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
