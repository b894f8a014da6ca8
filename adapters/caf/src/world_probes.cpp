// What a step would do in another order: guards are decided from the account of the execution, what
// is touched is found out by executing that order.
#include <algorithm>
#include <utility>

#include "world.hpp"

namespace harrier::caf {

/// Without one of the events that decided about it a wait cannot go on, nor can a timer where that
/// one's message would still be on its way.
std::optional<bool> World::probe(MessageId id, std::span<const EventId> history, ProbedStep* step) {
  const Message& message = account_.message(id);
  if (message.delivery == Delivery::unreachable) {
    if (!ends_.is_due_after(message.receiver, history)) return false;
  } else if (message.is_timer || message.delivery == Delivery::until) {
    const std::uint32_t since = message.open_since != 0 ? message.open_since : message.delivered_by;
    if (since == 0) return false;
    for (std::uint32_t event = 1; event < since; ++event) {
      if (!affects_guard(event_id(event), id) || is_among(event, history)) continue;
      if (!message.is_timer || is_on_its_way(account_.past[event - 1].message, history))
        return false;
    }
  }
  if (step == nullptr) return true;
  step->touched.push_back(certain_access(message, history));
  step->complete = false;
  return true;
}

/// Tells whether a message that was delivered later could be delivered behind these events.
bool World::is_on_its_way(MessageId id, std::span<const EventId> history) const {
  const Message& message = account_.message(id);
  if (!is_among(message.sent_by, history)) return false;
  if (message.delivery == Delivery::unreachable)
    return ends_.is_due_after(message.receiver, history);
  if (message.delivery != Delivery::until || message.open_since == 0) return true;
  return is_among(message.open_since - 1, history);
}

/// Says how a step touches its receiver as a whole, which every step does. By field it is known
/// afterwards only whether it changes more than fields.
ResourceAccess World::certain_access(const Message& message,
                                     std::span<const EventId> history) const {
  const Actor& receiver = actor(message.receiver);
  const bool bounces = receiver.ended_by && is_among(*receiver.ended_by, history);
  const bool reads = message.delivery == Delivery::message &&
                     (bounces || (by_field() && receiver.kind == Kind::event));
  return {Resource::of(message.receiver, Resource::whole), reads ? Access::read : Access::write};
}

bool World::rerun(std::span<const PastStep> history, ProbedStep& last) {
  take_down();
  std::swap(account_, aside_);
  start_execution();
  std::vector<MessageId> first_sent;
  bool possible = true;
  for (const PastStep& step : history) {
    const std::size_t begin = step.sent_by == 0 ? 0 : first_sent[step.sent_by - 1].index();
    const MessageId id(begin + step.position);
    possible = !crashed() && std::ranges::find(account_.pending, id) != account_.pending.end() &&
               (!account_.message(id).is_guarded() || can_wake(account_.message(id)));
    if (!possible) break;
    first_sent.push_back(execute(id, step.choices).first_sent);
  }
  if (possible) {
    last.touched.assign(report_.resources.begin(), report_.resources.end());
    last.choices.assign(report_.choices.begin(), report_.choices.end());
  }
  take_down();
  std::swap(account_, aside_);
  return possible;
}

}  // namespace harrier::caf
