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

ClassName ClassNames::of(const Trace& trace) {
  accesses_.clear();
  events_.clear();
  ready_after_.clear();
  for (std::size_t i = 0; i < trace.size(); ++i) {
    // What it conflicts with up to the last write decides about all that it conflicts with.
    const std::span<const std::uint32_t> conflicting = accesses_.push(trace.resources(i));
    before_.clear();
    std::size_t ready_after = 0;
    const auto comes_after = [&](std::size_t other) {
      before_.push_back(events_[other]);
      ready_after = std::max(ready_after, other + 1);
    };
    for (const std::uint32_t other : conflicting) comes_after(other);
    for (const EventId cause : trace.causes(i)) comes_after(cause.index());
    std::ranges::sort(before_);
    before_.erase(std::unique(before_.begin(), before_.end()), before_.end());

    const EventId sender = trace[i].sent_by;
    Name name = sender ? events_[sender.index()] : Name{};
    add(name, trace.message(trace[i].message).position);
    for (const Choice& choice : trace.choices(i)) add(name, choice.value + 1);
    for (const Name& other : before_) {
      add(name, other.low);
      add(name, other.high);
    }
    events_.push_back(name);
    ready_after_.push_back(static_cast<std::uint32_t>(ready_after));
  }
  sorted_.assign(events_.begin(), events_.end());
  std::ranges::sort(sorted_);
  ClassName result;
  for (const Name& name : sorted_) result.value = mix(mix(result.value, name.low), name.high);
  return result;
}

std::vector<Name> event_names(const Trace& trace) {
  ClassNames names;
  names.of(trace);
  return names.events();
}

ClassName class_of(const Trace& trace) { return ClassNames().of(trace); }

}  // namespace harrier
