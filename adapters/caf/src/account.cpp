// The account of one execution: who is there, what is on its way, and what has happened.
#include "account.hpp"

#include "host/mixed.hpp"

namespace harrier::caf {

ActorId Account::add_actor(void* handle, Kind kind, std::string_view role) {
  const ActorId id(actor_count);
  if (actor_count == actors.size()) actors.emplace_back();
  ++actor_count;
  Actor& added = actor(id);
  added.handle = handle;
  added.kind = kind;
  added.role = role;
  added.reason.clear();
  added.creator = id.index() == 0 ? ActorId() : context;
  added.created_by = event();
  added.stretch = stretch;
  if (handle != nullptr) ids.insert(handle, id);
  return id;
}

Message& Account::add_message(ActorId receiver) {
  Message& added = messages.emplace_back();
  sent_to.push_back(receiver);
  added.receiver = receiver;
  added.sender = context;
  added.sent_by = event();
  added.stretch = stretch;
  added.position = static_cast<std::uint32_t>(messages.size() - 1 - first_sent.index());
  added.path = host::mixed(executing.load() ? message(executing).path : 1, added.position + 1);
  return added;
}

void Account::remove_pending(MessageId id) {
  const auto found = std::ranges::find(pending, id);
  if (found != pending.end()) pending.erase(found);
}

void Account::clear() {
  for (std::size_t i = 0; i < actor_count; ++i) {
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
  actor_count = 0;
  first_actors = 0;
  ids.clear();
  messages.clear();
  sent_to.clear();
  pending.clear();
  past.clear();
  turns.clear();
  choices.clear();
  texts.clear();
}

}  // namespace harrier::caf
