// Names executions by their class.
#include "core/classes.hpp"

#include <algorithm>

#include "base/mix.hpp"

namespace harrier {

namespace {

/// Tells which earlier events caused an event: sent or enabled its message, created its actor.
std::vector<EventId> causes_of(const Program& program, const Event& event) {
  std::vector<EventId> causes{program.origin(event.message).sent_by,
                              program.created_by(event.actor)};
  program.further_causes(event.message, causes);
  return causes;
}

}  // namespace

std::vector<std::uint64_t> event_names(const Program& program, const Trace& trace) {
  std::vector<std::uint64_t> names;
  std::vector<std::uint64_t> before;
  for (const Event& event : trace.events()) {
    const std::vector<EventId> causes = causes_of(program, event);
    before.clear();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::ranges::find(causes, EventId(i)) != causes.end() ||
          conflict(trace.resources(trace[i]), trace.resources(event))) {
        before.push_back(names[i]);
      }
    }
    std::ranges::sort(before);
    const MessageOrigin origin = program.origin(event.message);
    std::uint64_t name = mix(origin.sent_by ? names[origin.sent_by.index()] : 1, origin.position);
    for (const Choice& choice : trace.choices(event)) name = mix(name, choice.value + 1);
    for (const std::uint64_t other : before) name = mix(name, other);
    names.push_back(name);
  }
  return names;
}

ClassName class_of(const Program& program, const Trace& trace) {
  std::vector<std::uint64_t> names = event_names(program, trace);
  std::ranges::sort(names);
  ClassName result;
  for (const std::uint64_t name : names) result.value = mix(result.value, name);
  return result;
}

}  // namespace harrier
