// What a step would do in another order, as far as the account of the execution tells.
#include "world.hpp"

namespace harrier::caf {

/// What decided about a guard is known from the account. All that is known of what a step touches
/// is that it touches its receiver: the rest is seen when it is executed.
void World::answer(const StepQuestion& question, StepAnswer& out) {
  const MessageId id = question.message;
  const Message& message = account_.message(id);
  out.depends_on_causes_only = false;
  out.touches_as_chosen = true;
  history_.clear();
  for (std::uint32_t event = 0; event < question.prefix; ++event) history_.emplace_back(event);
  for (const std::uint32_t event : question.beside()) history_.emplace_back(event);
  if (!is_possible_after(id, history_, out.deciders)) {
    out.kind = StepAnswer::Kind::impossible;
    out.knows_why = true;
    return;
  }
  out.kind = StepAnswer::Kind::at_least;
  out.touched.push_back(certain_access(message, history_));
}

/// Nothing happens behind a crash. Without one of the events that decided about it a wait cannot go
/// on, nor can a timer where that one's message would still be on its way. Lists what of the
/// history would have to be missing.
bool World::is_possible_after(MessageId id, std::span<const EventId> history,
                              std::vector<EventId>& deciders) const {
  const Message& message = account_.message(id);
  if (!history.empty() && account_.past[history.back().index()].ends_all) {
    deciders.push_back(history.back());
    return false;
  }
  if (message.delivery == Delivery::unreachable) {
    if (ends_.is_due_after(message.receiver, history)) return true;
    ends_.append_deciders(message.receiver, deciders);
    return false;
  }
  if (!message.is_timer && message.delivery != Delivery::until) return true;
  const std::uint32_t since = message.open_since != 0 ? message.open_since : message.delivered_by;
  if (since == 0) return false;
  for (std::uint32_t event = 1; event < since; ++event) {
    if (!may_decide(event_id(event), id) || is_among(event, history)) continue;
    if (!message.is_timer) return false;
    const MessageId missing = account_.past[event - 1].message;
    if (!is_on_its_way(missing, history)) continue;
    append_what_puts_on_its_way(missing, deciders);
    return false;
  }
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

/// Lists the events without which it would not be on its way.
void World::append_what_puts_on_its_way(MessageId id, std::vector<EventId>& out) const {
  const Message& message = account_.message(id);
  if (message.sent_by != 0) out.push_back(event_id(message.sent_by));
  if (message.delivery == Delivery::unreachable) ends_.append_deciders(message.receiver, out);
  if (message.delivery == Delivery::until && message.open_since > 1) {
    out.push_back(event_id(message.open_since - 1));
  }
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

}  // namespace harrier::caf
