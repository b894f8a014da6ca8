// The messages on their way: which can be delivered, and what decides about that.
#include <algorithm>

#include "world.hpp"

namespace harrier::caf {

void World::add_pending(MessageId id) { pending_.push_back(id); }

void World::remove_pending(MessageId id) {
  const auto found = std::ranges::find(pending_, id);
  if (found != pending_.end()) pending_.erase(found);
}

bool World::nothing_pending() const {
  return std::ranges::all_of(pending_, [this](MessageId id) {
    const Message& message = messages_[id.index()];
    return message.delivery == Delivery::unreachable && !can_wake(message);
  });
}

/// Takes note of the waits that can go on since the running step.
void World::note_openings() {
  for (const MessageId id : pending_) {
    Message& message = messages_[id.index()];
    if (message.delivery != Delivery::until || message.quiet) continue;
    if (!can_wake(message)) {
      message.open_since = 0;
    } else if (message.open_since == 0) {
      message.open_since = static_cast<std::uint32_t>(past_.size()) + 1;
    }
  }
}

bool World::is_guarded(const Message& message) const {
  return message.delivery == Delivery::until || message.delivery == Delivery::unreachable;
}

bool World::can_wake(const Message& message) const {
  if (message.delivery == Delivery::unreachable) {
    const Actor& receiver = actor(message.receiver);
    return message.handle != nullptr && !receiver.ended && handles_of(receiver) == 0;
  }
  return message.task == nullptr || message.task->ready();
}

void World::enabled(std::vector<MessageId>& out) {
  if (crashed_) return;
  Entered entered(*this);
  const std::size_t before = out.size();
  std::optional<std::int64_t> earliest;
  MessageId last;
  for (const MessageId id : pending_) {
    const Message& message = messages_[id.index()];
    if (message.is_timer) {
      earliest = std::min(earliest.value_or(message.due_ns), message.due_ns);
    } else if (message.quiet) {
      if (can_wake(message)) last = id;
    } else if (!is_guarded(message) || can_wake(message)) {
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
    for (const MessageId id : pending_) {
      const Message& message = messages_[id.index()];
      const bool other = next != others.end() && *next == id;
      if (other) ++next;
      if (other || (message.is_timer && message.due_ns == *earliest)) out.push_back(id);
    }
  }
}

Hold World::hold(MessageId id) {
  Entered entered(*this);
  const Message& message = messages_[id.index()];
  if (crashed_) return Hold::ended;
  if (std::ranges::find(pending_, id) == pending_.end()) return Hold::order;
  if (is_guarded(message) && !can_wake(message)) return Hold::guard;
  if (!message.is_timer && !message.quiet) return Hold::none;
  std::vector<MessageId> now;
  enabled(now);
  return std::ranges::find(now, id) != now.end() ? Hold::none : Hold::order;
}

void World::guard_resources(MessageId id, std::vector<ResourceAccess>& out) {
  const Message& message = messages_[id.index()];
  if (message.delivery == Delivery::until) {
    out.push_back(
        {Resource::of(ActorId(0), static_cast<std::uint32_t>(message.key)), Access::read});
    if (message.quiet) out.push_back({Resource::of(ActorId(0), quiet_part), Access::read});
  } else if (message.delivery == Delivery::unreachable) {
    out.push_back({Resource::of(message.receiver, Resource::control), Access::read});
    out.push_back({Resource::of(message.receiver, handles_part), Access::read});
  } else if (message.is_timer) {
    out.push_back({Resource::of(ActorId(0), clock_part), Access::read});
  }
}

bool World::affects_guard(EventId event, MessageId id) const {
  const Message& message = messages_[id.index()];
  const Past& past = past_[event.index()];
  if (message.quiet || past.ends_all) return true;
  if (message.delivery == Delivery::unreachable) {
    const Actor& receiver = actor(message.receiver);
    const auto by = static_cast<std::uint32_t>(event.index() + 1);
    // A message to the actor holds a handle, so its delivery decides, whatever it sends.
    return messages_[past.message.index()].receiver == message.receiver ||
           std::ranges::find(receiver.handle_changes, by, &HandleChange::event) !=
               receiver.handle_changes.end();
  }
  if (message.delivery == Delivery::until) return (past.shared >> message.key & 1U) != 0;
  if (!message.is_timer) return false;
  // Timers of one moment have no order; before any other step a timer cannot fire.
  const Message& earlier = messages_[past.message.index()];
  if (earlier.is_timer) return earlier.due_ns != message.due_ns;
  return how_.timers == Timers::quiescent;
}

MessageOrigin World::origin(MessageId id) const {
  const Message& message = messages_[id.index()];
  return {message.receiver, event_id(message.sent_by), message.position};
}

void World::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Message& message = messages_[id.index()];
  if (message.delivery == Delivery::unreachable) {
    for (const std::uint32_t by : actor(message.receiver).end_causes) {
      if (by != 0) out.push_back(event_id(by));
    }
  }
  if (!message.previous) return;
  for (const Message& before : place_of(message.previous)) {
    if (before.delivered_by != 0) out.push_back(event_id(before.delivered_by));
  }
}

EventId World::created_by(ActorId id) const { return event_id(actor(id).created_by); }

}  // namespace harrier::caf
