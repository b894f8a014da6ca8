// What a step would do in another order, as far as the account of the execution tells.
#include <algorithm>

#include "world.hpp"

namespace harrier::caf {

/// What decided about a guard is known from the account. All that is known of what a step touches
/// is that it touches its receiver: the rest is seen when it is executed.
void World::answer(const StepQuestion& question, StepAnswer& out) {
  const MessageId id = question.message;
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
  out.touched.push_back(certain_access(id, history_));
}

/// Nothing happens behind a crash. A timer waits for what would still be on its way without one of
/// the events before it. Lists what of the history would have to be missing.
bool World::is_possible_after(MessageId id, std::span<const EventId> history,
                              std::vector<EventId>& deciders) const {
  const Message& message = account_.message(id);
  if (!history.empty() && account_.past[history.back().index()].ends_all) {
    deciders.push_back(history.back());
    return false;
  }
  if (message.held_by && is_among(*message.held_by, history)) {
    if (*message.held_by != 0) deciders.push_back(event_id(*message.held_by));
    return false;
  }
  if (message.delivery == Delivery::unreachable) {
    if (ends_.is_due_after(account_.receiver(id), history)) return true;
    ends_.append_deciders(account_.receiver(id), deciders);
    return false;
  }
  if (message.delivery == Delivery::until && !message.quiet) {
    if (is_open_after(id, history)) return true;
    append_what_closes(id, history, deciders);
    return false;
  }
  if (!message.is_timer && !message.quiet) return true;
  const std::uint32_t end = message.held_by ? *message.held_by + 1 : account_.delivered_by(id);
  for (std::uint32_t event = 1; event < end; ++event) {
    if (!may_decide(event_id(event), id) || is_among(event, history)) continue;
    if (!message.is_timer) return false;
    const MessageId missing = account_.ledger.step(event).message;
    if (!is_on_its_way(missing, history)) continue;
    append_what_puts_on_its_way(missing, deciders);
    return false;
  }
  return end != 0;
}

/// Says for how many actors too many, or too few, a wait would be behind these events.
std::ptrdiff_t World::excess_after(const Message& message, std::span<const EventId> history) const {
  std::ptrdiff_t excess = -message.running;
  for (std::size_t i = 0; i < account_.actor_count(); ++i) {
    if (account_.actors[i].registry != message.registry) continue;
    if (ends_.is_there_after(ActorId(i), history)) ++excess;
  }
  return excess;
}

/// Returns the last event of these that may have decided about a wait, or the one that began it.
std::uint32_t World::last_decider(MessageId id, std::span<const EventId> history) const {
  const std::uint32_t begun = account_.sent_by(id);
  for (auto at = history.rbegin(); at != history.rend(); ++at) {
    if (at->index() < begun) break;
    if (may_decide(*at, id)) return static_cast<std::uint32_t>(at->index() + 1);
  }
  return begun;
}

/// Tells whether a wait could go on behind these events. That goes by the number of actors, whose
/// starts and ends have no order; whatever else is waited for changes in one order only.
bool World::is_open_after(MessageId id, std::span<const EventId> history) const {
  const Message& message = account_.message(id);
  if (message.registry != nullptr) return excess_after(message, history) == 0;
  const std::uint32_t last = last_decider(id, history);
  bool open = false;
  for (const Turn& turn : account_.turns) {
    if (turn.wait == id && turn.event <= last) open = turn.opens;
  }
  return open;
}

/// Lists of these events those without one of which a wait that cannot go on never could. Where too
/// many actors run, one that does would have to be missing, where there are too few, an end.
void World::append_what_closes(MessageId id, std::span<const EventId> history,
                               std::vector<EventId>& out) const {
  const Message& message = account_.message(id);
  if (message.registry == nullptr) {
    const std::uint32_t last = last_decider(id, history);
    if (last > account_.sent_by(id)) out.push_back(event_id(last));
    return;
  }
  const bool too_many = excess_after(message, history) > 0;
  for (std::size_t i = 0; i < account_.actor_count(); ++i) {
    if (account_.actors[i].registry != message.registry) continue;
    const bool there = ends_.is_there_after(ActorId(i), history);
    if (there && too_many) ends_.append_what_keeps(ActorId(i), history, out);
    if (!there && !too_many) ends_.append_what_ends(ActorId(i), history, out);
  }
}

/// Tells whether a message that was delivered later could be delivered behind these events.
bool World::is_on_its_way(MessageId id, std::span<const EventId> history) const {
  const Message& message = account_.message(id);
  if (!is_among(account_.sent_by(id), history)) return false;
  if (message.delivery == Delivery::unreachable)
    return ends_.is_due_after(account_.receiver(id), history);
  return message.delivery != Delivery::until || message.quiet || is_open_after(id, history);
}

/// Lists the events without which it would not be on its way.
void World::append_what_puts_on_its_way(MessageId id, std::vector<EventId>& out) const {
  const Message& message = account_.message(id);
  if (account_.sent_by(id) != 0) out.push_back(event_id(account_.sent_by(id)));
  if (message.delivery == Delivery::unreachable) ends_.append_deciders(account_.receiver(id), out);
  const auto opening =
      std::ranges::find(account_.turns.rbegin(), account_.turns.rend(), id, &Turn::wait);
  if (opening != account_.turns.rend() && opening->event != 0) {
    out.push_back(event_id(opening->event));
  }
}

/// Says how a step touches its receiver as a whole, which every step does. By field it is known
/// afterwards only whether it changes more than fields.
ResourceAccess World::certain_access(MessageId id, std::span<const EventId> history) const {
  const Actor& receiver = actor(account_.receiver(id));
  const bool bounces = receiver.ended_by && is_among(*receiver.ended_by, history);
  const bool reads = account_.message(id).delivery == Delivery::message &&
                     (bounces || (by_field() && receiver.kind == Kind::event));
  return {Resource::of(account_.receiver(id), Resource::whole),
          reads ? Access::read : Access::write};
}

}  // namespace harrier::caf
