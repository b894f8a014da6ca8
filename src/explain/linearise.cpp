// The same class of an execution, or the part of it that leads to one event, in the order of
// sending.
#include "explain/linearise.hpp"

#include <algorithm>
#include <limits>

#include "explore/replay.hpp"

namespace harrier {

HappensBefore happens_before_of(const Trace& trace) {
  HappensBefore relation;
  while (relation.size() < trace.size()) relation.push(trace);
  return relation;
}

Schedule linearise(const Trace& trace, const HappensBefore& past, const std::vector<bool>& marked) {
  std::vector<std::size_t> left;
  std::vector<std::size_t> before(trace.size(), 0);  // how many of those left come before it
  std::size_t made = trace.message_count();
  for (std::size_t i = 0; i < trace.size(); ++i) {
    made -= trace[i].sent_count;
    if (!marked[i]) continue;
    for (const std::size_t other : left) before[i] += past.before(other, i) ? 1 : 0;
    left.push_back(i);
  }
  // Per event, the number of the first message that it sends in the new execution.
  std::vector<std::size_t> first_sent(trace.size(), std::numeric_limits<std::size_t>::max());
  const auto number = [&](std::size_t event) {
    const MessageId message = trace[event].message;
    const EventId sender = trace[event].sent_by;
    return sender ? first_sent[sender.index()] + trace.message(message).position : message.index();
  };
  Schedule schedule;
  while (!left.empty()) {
    auto next = left.end();
    for (auto at = left.begin(); at != left.end(); ++at) {
      if (before[*at] != 0) continue;
      if (next == left.end() || number(*at) < number(*next)) next = at;
    }
    const std::size_t event = *next;
    left.erase(next);
    for (const std::size_t other : left) before[other] -= past.before(event, other) ? 1 : 0;
    ScheduledStep& step = schedule.steps.emplace_back();
    step.message = MessageId(number(event));
    for (const Choice& choice : trace.choices(event)) step.choices.push_back(choice.value);
    first_sent[event] = made;
    made += trace[event].sent_count;
  }
  return schedule;
}

namespace {

/// Tells whether an event conflicts with one that failed, as if that had not ended its actor.
bool conflicts_with_failed(std::span<const ResourceAccess> other,
                           std::span<const ResourceAccess> failed) {
  return std::ranges::any_of(failed, [&](const ResourceAccess& one) {
    const Access access = one.resource.part() == Resource::control ? Access::read : one.access;
    return std::ranges::any_of(other, [&](const ResourceAccess& its) {
      return its.resource == one.resource && conflict(its.access, access);
    });
  });
}

}  // namespace

std::vector<bool> reasons_of(const Trace& trace, const HappensBefore& past, std::size_t failed) {
  std::vector<bool> marked(trace.size(), false);
  marked[failed] = true;
  const auto mark = [&](std::size_t event) {
    marked[event] = true;
    for (std::size_t i = 0; i < event; ++i) {
      if (past.before(i, event)) marked[i] = true;
    }
  };
  for (const EventId cause : trace.causes(failed)) mark(cause.index());
  for (std::size_t i = failed; i-- > 0;) {
    if (!marked[i] && conflicts_with_failed(trace.resources(i), trace.resources(failed))) mark(i);
  }
  return marked;
}

Trace trace_of(Program& program, const Schedule& schedule) {
  Replay execution(program);
  for (const ScheduledStep& step : schedule.steps) {
    execution.execute(step.message, as_choices(step.choices));
  }
  return execution.trace();
}

std::size_t out_of_order(const Schedule& schedule) {
  std::size_t count = 0;
  std::size_t lowest = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = schedule.steps.size(); i-- > 0;) {
    const std::size_t message = schedule.steps[i].message.index();
    if (message > lowest) ++count;
    lowest = std::min(lowest, message);
  }
  return count;
}

}  // namespace harrier
