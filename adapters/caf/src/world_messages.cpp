// The messages on their way: which can be delivered, and what decides about that.
#include <algorithm>

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

bool World::nothing_pending() const {
  return std::ranges::all_of(account_.ledger.pending(), [this](MessageId id) {
    const Message& message = account_.message(id);
    const bool is_over = message.delivery == Delivery::until && message.cancelled;
    return is_over || message.held_by ||
           (message.delivery == Delivery::unreachable && !can_wake(id));
  });
}

/// Counts the actors of a registry that are not in the account, as an earlier execution may have
/// left them.
std::ptrdiff_t World::running_beside_account(const void* registry) const {
  auto count = static_cast<std::ptrdiff_t>(backend::running_in(registry));
  for (std::size_t i = 0; i < account_.actor_count(); ++i) {
    const Actor& known = account_.actors[i];
    if (known.registry == registry && !known.ended) --count;
  }
  return count;
}

/// Takes note of the waits that can go on since the running step, and of those that no longer can.
void World::note_turns() {
  for (const MessageId id : account_.ledger.pending()) {
    Message& message = account_.message(id);
    if (message.delivery != Delivery::until || message.quiet) continue;
    if (message.registry != nullptr && account_.sent_by(id) == account_.event()) {
      message.running -= running_beside_account(message.registry);
    }
    if (can_wake(id) == message.open) continue;
    message.open = !message.open;
    account_.turns.push_back({id, account_.event(), message.open});
  }
}

bool World::can_wake(MessageId id) const {
  const Message& message = account_.message(id);
  if (message.delivery == Delivery::unreachable) return ends_.is_due(account_.receiver(id));
  if (message.cancelled) return false;  // its time has come instead
  return message.task == nullptr || message.task->ready();
}

void World::enabled(std::vector<MessageId>& out) {
  if (crashed()) return;
  Entered entered(*this);
  const std::size_t before = out.size();
  std::optional<std::int64_t> earliest;
  MessageId last;
  for (const MessageId id : account_.ledger.pending()) {
    const Message& message = account_.message(id);
    if (message.held_by) continue;
    if (message.is_timer) {
      earliest = std::min(earliest.value_or(message.due_ns), message.due_ns);
    } else if (message.quiet) {
      if (can_wake(id)) last = id;
    } else if (!message.is_guarded() || can_wake(id)) {
      out.push_back(id);
    }
  }
  const bool quiet = out.size() == before && !left_;  // nobody waits that long for exit()
  if (quiet && last) {
    out.push_back(last);
  } else if (earliest && (quiet || how_.timers == Timers::any)) {
    const std::vector<MessageId> others(out.begin() + static_cast<std::ptrdiff_t>(before),
                                        out.end());
    out.resize(before);
    auto next = others.begin();
    for (const MessageId id : account_.ledger.pending()) {
      const Message& message = account_.message(id);
      if (message.held_by) continue;
      const bool other = next != others.end() && *next == id;
      if (other) ++next;
      if (other || (message.is_timer && message.due_ns == *earliest)) out.push_back(id);
    }
  }
}

Hold World::hold(MessageId id) {
  Entered entered(*this);
  const Message& message = account_.message(id);
  if (crashed()) return Hold::ended;
  const std::span<const MessageId> pending = account_.ledger.pending();
  if (std::ranges::find(pending, id) == pending.end()) return Hold::order;
  if (message.held_by || (message.is_guarded() && !can_wake(id))) return Hold::guard;
  if (!message.is_timer && !message.quiet) return Hold::none;
  std::vector<MessageId> now;
  enabled(now);
  return std::ranges::find(now, id) != now.end() ? Hold::none : Hold::order;
}

/// Tells whether an event may have decided if a message can be delivered.
bool World::may_decide(EventId event, MessageId id) const {
  const Message& message = account_.message(id);
  const Past& past = account_.past[event.index()];
  const detail::Ledger::Step& step = account_.ledger.step(account_.ledger.number(event.index()));
  if (message.quiet || past.ends_all) return true;
  if (message.delivery == Delivery::unreachable) {
    const Actor& receiver = actor(account_.receiver(id));
    const std::uint32_t by = account_.ledger.number(event.index());
    // A message to the actor holds a handle, so its delivery decides, whatever it sends.
    return step.actor == account_.receiver(id) ||
           std::ranges::find(receiver.handle_changes, by, &HandleChange::event) !=
               receiver.handle_changes.end();
  }
  if (message.delivery == Delivery::until) return (past.shared >> message.key & 1U) != 0;
  if (!message.is_timer) return false;
  // Timers of one moment have no order; before any other step a timer cannot fire.
  const Message& earlier = account_.message(step.message);
  if (earlier.is_timer) return earlier.due_ns != message.due_ns;
  return how_.timers == Timers::quiescent;
}

void World::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Message& message = account_.message(id);
  if (message.delivery == Delivery::unreachable) {
    for (const std::uint32_t by : actor(account_.receiver(id)).end_causes) {
      if (by != 0) out.push_back(event_id(by));
    }
  }
  if (!message.previous) return;
  const Lanes::Place place = lanes_.place_of(message.previous);
  for (std::size_t i = place.begin; i < place.end; ++i) {
    const std::uint32_t by = account_.delivered_by(MessageId(i));
    if (by != 0) out.push_back(event_id(by));
  }
}

}  // namespace harrier::caf
