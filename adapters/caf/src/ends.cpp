// The ends of actors that nobody can reach.
#include "ends.hpp"

#include <algorithm>
#include <map>

#include "backend.hpp"

namespace harrier::caf {

void Ends::add(ActorId id) {
  if (!id || account_.actor(id).kind != Kind::event || account_.actor(id).end) return;
  account_.actor(id).end = MessageId(account_.messages.size());
  account_.add_message(id).delivery = Delivery::unreachable;
  account_.ledger.add_pending(account_.actor(id).end);
}

bool Ends::keep(ActorId id, void* handle) {
  if (!id || !account_.actor(id).end || account_.actor(id).ended) return false;
  Message& end = account_.message(account_.actor(id).end);
  if (end.handle != nullptr || account_.delivered_by(account_.actor(id).end) != 0) return false;
  end.handle = handle;
  return true;
}

bool Ends::is_due(ActorId id) const {
  const Actor& known = account_.actor(id);
  if (!known.end || known.ended) return false;
  return account_.message(known.end).handle != nullptr && handles_of(known) == 0;
}

bool Ends::is_due_after(ActorId id, std::span<const EventId> history) const {
  const auto happened = [&](std::uint32_t event) { return is_among(event, history); };
  const Actor& known = account_.actor(id);
  if (known.ended_by && happened(*known.ended_by)) return false;
  if (!std::ranges::all_of(known.end_causes, happened)) return false;
  return handles_after(known, history) == 0;
}

void Ends::append_deciders(ActorId id, std::vector<EventId>& out) const {
  const Actor& known = account_.actor(id);
  const auto append = [&out](std::uint32_t event) {
    if (event != 0) out.push_back(event_id(event));
  };
  if (known.ended_by) append(*known.ended_by);
  for (const HandleChange& change : known.handle_changes) append(change.event);
}

/// An actor whose end is a step of its own is there until that step.
bool Ends::is_there_after(ActorId id, std::span<const EventId> history) const {
  const auto happened = [&](std::uint32_t event) { return is_among(event, history); };
  const Actor& known = account_.actor(id);
  if (!happened(account_.created_by(id))) return false;
  const bool ends_by_step = known.end && happened(account_.sent_by(known.end));
  if (known.ended_by && happened(*known.ended_by) && (!known.unreachable || ends_by_step)) {
    return false;
  }
  if (known.kind != Kind::event || ends_by_step) return true;
  return handles_after(known, history) != 0 || !std::ranges::all_of(known.end_causes, happened);
}

void Ends::append_what_keeps(ActorId id, std::span<const EventId> history,
                             std::vector<EventId>& out) const {
  const Actor& known = account_.actor(id);
  const auto append = [&](std::uint32_t event) {
    if (event != 0 && is_among(event, history)) out.push_back(event_id(event));
  };
  append(account_.created_by(id));
  if (known.kind != Kind::event) return;
  // A message holds a handle from its sending to its delivery, which does not come without it.
  std::map<std::uint32_t, int> changes;
  for (const HandleChange& change : known.handle_changes) {
    if (is_among(change.event, history)) changes[change.event] += change.by;
  }
  for (std::size_t i = 0; i < account_.messages.size(); ++i) {
    const detail::Ledger::Message& message = account_.ledger.message(MessageId(i));
    if (account_.receiver(MessageId(i)) != id || message.delivered_by == 0) continue;
    if (!is_among(message.delivered_by, history)) continue;
    --changes[message.sent_by];
    ++changes[message.delivered_by];
  }
  int fewest = 0;
  for (const auto& [event, by] : changes) {
    fewest += event == account_.created_by(id) ? by : std::min(by, 0);
  }
  if (fewest > 0) return;  // whatever is missing
  if (known.end) append(account_.sent_by(known.end));
  for (const auto& [event, by] : changes) {
    if (by > 0) append(event);
  }
}

void Ends::append_what_ends(ActorId id, std::span<const EventId> history,
                            std::vector<EventId>& out) const {
  const Actor& known = account_.actor(id);
  const auto append = [&](std::uint32_t event) {
    if (event != 0 && is_among(event, history)) out.push_back(event_id(event));
  };
  if (known.ended_by) append(*known.ended_by);
  if (known.kind != Kind::event) return;
  for (const HandleChange& change : known.handle_changes) {
    if (change.by < 0) append(change.event);
  }
}

void Ends::note_release(ActorId of) {
  if (of && of != destroying_) cascades_.push_back({of, destroying_});
}

/// Says how many handles to an actor there are, besides the one that keeps it.
std::size_t Ends::handles_of(const Actor& known) const {
  const bool kept = known.end && account_.message(known.end).handle != nullptr;
  return backend::references(known.handle) - (kept ? 1 : 0);
}

int Ends::handles_after(const Actor& known, std::span<const EventId> history) const {
  int handles = 0;
  for (const HandleChange& change : known.handle_changes) {
    if (is_among(change.event, history)) handles += change.by;
  }
  return handles;
}

void Ends::note_changes(Effects& effects) {
  const std::uint32_t event = account_.event();
  for (std::size_t i = 1; i < account_.actor_count(); ++i) {
    Actor& known = account_.actors[i];
    known.change = 0;
    const bool is_new = account_.created_by(ActorId(i)) == event;
    if (known.handles == 0 && !is_new) continue;
    const std::size_t handles = handles_of(known);
    if (is_new && !known.ended && handles != 0) {
      known.registry = backend::registry_of(known.handle);
    }
    known.change =
        static_cast<int>(handles) - static_cast<int>(std::exchange(known.handles, handles));
    if (known.change != 0) known.handle_changes.push_back({event, known.change});
  }
  if (event != 0) {
    for (const Cascade& cascade : cascades_) {
      Actor& known = account_.actor(cascade.of);
      ++known.change;
      known.end_causes.push_back(event);
      for (const HandleChange& change : account_.actor(cascade.by).handle_changes) {
        known.end_causes.push_back(change.event);
      }
    }
    for (std::size_t i = 1; i < account_.actor_count(); ++i) {
      Actor& known = account_.actors[i];
      if (known.change != 0) effects.touch(Resource::of(ActorId(i), handles_part), Access::update);
      if (known.handle_changes.empty() || known.handle_changes.back().event != event) continue;
      if (known.kind == Kind::event && !known.ended && known.registry != nullptr) {
        effects.touch_shared(running_part, Access::update);
      }
    }
  }
  cascades_.clear();
}

void Ends::clear() {
  cascades_.clear();
  destroying_ = ActorId();
}

}  // namespace harrier::caf
