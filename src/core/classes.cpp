// Names executions by their class.
#include "core/classes.hpp"

#include <algorithm>

namespace harrier {

namespace {

void add(Name& name, std::uint64_t value) {
  name.low = mix(name.low, value);
  name.high = mix(name.high ^ value, name.low);
}

}  // namespace

/// What an event depends on, and what a class is made of, are sets: their names are added up, which
/// needs no sorting. Names are hashes, so sums of different sets are different but by chance.
ClassName ClassNames::of(const Trace& trace) {
  accesses_.clear();
  events_.clear();
  ready_after_.clear();
  ClassName result;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    // What it conflicts with up to the last write decides about all that it conflicts with.
    const std::span<const std::uint32_t> conflicting = accesses_.push(trace.resources(i));
    Name before;
    std::size_t ready_after = 0;
    const auto comes_after = [&](std::size_t other) {
      before.low += events_[other].low;
      before.high += events_[other].high;
      ready_after = std::max(ready_after, other + 1);
    };
    for (const std::uint32_t other : conflicting) comes_after(other);
    const std::span<const EventId> causes = trace.causes(i);
    for (auto cause = causes.begin(); cause != causes.end(); ++cause) {
      const bool counted = std::find(causes.begin(), cause, *cause) != cause ||
                           std::ranges::find(conflicting, cause->value) != conflicting.end();
      if (!counted) comes_after(cause->index());
    }

    const EventId sender = trace[i].sent_by;
    Name name = sender ? events_[sender.index()] : Name{};
    for (const Choice& choice : trace.choices(i)) add(name, choice.value + 1);
    name.low = mix(name.low + trace.message(trace[i].message).position, before.low);
    name.high = mix(name.high ^ name.low, before.high);
    events_.push_back(name);
    ready_after_.push_back(static_cast<std::uint32_t>(ready_after));
    result.value += mix(name.low, name.high);
  }
  return result;
}

std::vector<Name> event_names(const Trace& trace) {
  ClassNames names;
  names.of(trace);
  return names.events();
}

ClassName class_of(const Trace& trace) { return ClassNames().of(trace); }

}  // namespace harrier
