// The account of one execution: who is there, what is on its way, and what has happened.
#include "account.hpp"

#include "base/mix.hpp"

namespace harrier::caf {

ActorId Account::add_actor(void* handle, Kind kind, std::string_view role) {
  const ActorId id = ledger.add_actor();
  if (id.index() == actors.size()) actors.emplace_back();
  Actor& added = actor(id);
  added.handle = handle;
  added.kind = kind;
  added.role = role;
  added.reason.clear();
  added.creator = id.index() == 0 ? ActorId() : context;
  added.stretch = stretch;
  if (handle != nullptr) ids.insert(handle, id);
  return id;
}

Message& Account::add_message(ActorId to) {
  const MessageId id = ledger.add_message(to, context, false);
  const std::size_t first = event() == 0 ? 0 : ledger.last().before.messages;
  Message& added = messages.emplace_back();
  added.stretch = stretch;
  added.path = mix(executing.load() ? message(executing).path : 1, id.index() - first + 1);
  return added;
}

void Account::remove_pending(MessageId id) {
  const std::span<const MessageId> pending = ledger.pending();
  if (std::ranges::find(pending, id) != pending.end()) ledger.remove_pending(id);
}

void Account::clear() {
  for (std::size_t i = 0; i < actor_count(); ++i) {
    Actor& old = actors[i];
    old.stash.clear();
    old.handle = nullptr;
    old.registry = nullptr;
    old.ended = old.unreachable = old.busy = old.initialised = false;
    old.end = MessageId();
    old.ended_by.reset();
    old.handles = 0;
    old.handle_changes.clear();
    old.end_causes.clear();
    old.stretch = 0;
    old.waiting = nullptr;
    old.lane[0] = old.lane[1] = MessageId();
  }
  ledger.clear();
  first_actors = 0;
  ids.clear();
  messages.clear();
  past.clear();
  turns.clear();
  texts.clear();
}

}  // namespace harrier::caf
