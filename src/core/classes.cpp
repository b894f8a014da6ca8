// Names executions by their class.
#include "core/classes.hpp"

#include <algorithm>

#include "core/access_chains.hpp"

namespace harrier {

std::vector<Name> event_names(const Trace& trace) {
  std::vector<Name> names;
  names.reserve(trace.size());
  AccessChains accesses;
  std::vector<Name> before;
  const auto add = [](Name& name, std::uint64_t value) {
    name.low = mix(name.low, value);
    name.high = mix(name.high ^ value, name.low);
  };
  for (std::size_t i = 0; i < trace.size(); ++i) {
    // What it conflicts with up to the last write decides about all that it conflicts with.
    const std::span<const std::uint32_t> conflicting = accesses.push(trace.resources(i));
    before.clear();
    for (const std::uint32_t other : conflicting) before.push_back(names[other]);
    for (const EventId cause : trace.causes(i)) before.push_back(names[cause.index()]);
    std::ranges::sort(before);
    before.erase(std::unique(before.begin(), before.end()), before.end());

    const EventId sender = trace[i].sent_by;
    Name name = sender ? names[sender.index()] : Name{};
    add(name, trace.message(trace[i].message).position);
    for (const Choice& choice : trace.choices(i)) add(name, choice.value + 1);
    for (const Name& other : before) {
      add(name, other.low);
      add(name, other.high);
    }
    names.push_back(name);
  }
  return names;
}

ClassName class_of(const Trace& trace) {
  std::vector<Name> names = event_names(trace);
  std::ranges::sort(names);
  ClassName result;
  for (const Name& name : names) result.value = mix(mix(result.value, name.low), name.high);
  return result;
}

}  // namespace harrier
