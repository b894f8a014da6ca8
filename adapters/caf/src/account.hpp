// The account of one execution: who is there, what is on its way, and what has happened.
//
// What all programs keep is in its ledger. Events are counted from 1 on in it, as the ledger counts
// steps: the set-up, which has none, is 0.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "handle_table.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/ids.hpp"
#include "harrier/program.hpp"

namespace harrier::caf {

struct Task;

/// How an actor takes messages.
enum class Kind : std::uint8_t {
  main,
  event,     ///< handlers called by the scheduler
  blocking,  ///< an `act` of its own on a fiber
  scoped,    ///< a mailbox used by whatever runs
  other,     ///< its own `enqueue` does all there is to do
};

/// What it is to deliver a message.
enum class Delivery : std::uint8_t {
  message,
  wake,         ///< a suspended fiber goes on: its time has come
  until,        ///< the same: its condition holds
  unreachable,  ///< the receiver ends because nobody can send to it any more
  none,         ///< keeps the place of the message for who is no member of a group
};

/// What the ledger does not say of a message.
struct Message {
  void* handle = nullptr;   ///< the receiver, strongly, until it is delivered
  void* element = nullptr;  ///< what the framework sends
  const void* asker = nullptr;
  std::uint64_t path = 0;         ///< names it as the sends that led to it do
  std::uint64_t request_id = 0;   ///< not 0 for requests
  std::uint64_t response_id = 0;  ///< not 0 for responses
  std::uint32_t stretch = 0;      ///< in which it was sent, if accesses are logged
  MessageId previous;             ///< of its lane
  MessageId next;
  MessageId multicast;             ///< the first of those that were sent to a group with it
  Task* task = nullptr;            ///< of a wake-up
  const void* registry = nullptr;  ///< of a wait for so many of its actors to run
  std::ptrdiff_t running = 0;      ///< so many of those in the account
  std::int64_t due_ns = 0;
  std::uint64_t key = 0;
  Delivery delivery = Delivery::message;
  bool delayed = false;
  bool is_timer = false;  ///< waits for its due time
  bool quiet = false;     ///< waits until nothing else can happen
  bool cancelled = false;
  std::optional<std::uint32_t> held_by;  ///< the event that took it back, if it stays
  bool open = false;                     ///< a wait that can go on

  /// Tells whether it waits for a condition.
  bool is_guarded() const {
    return delivery == Delivery::until || delivery == Delivery::unreachable;
  }
};

/// What an event did to the number of handles to an actor.
struct HandleChange {
  std::uint32_t event = 0;
  int by = 0;
};

/// A wait that could go on after an event and not before, or the other way round.
struct Turn {
  MessageId wait;
  std::uint32_t event = 0;
  bool opens = false;
};

/// What the ledger does not say of an actor.
struct Actor {
  void* handle = nullptr;          ///< weak
  const void* registry = nullptr;  ///< which counts it as running, from its creation to its end
  Kind kind = Kind::event;
  bool ended = false;
  bool unreachable = false;  ///< it ended because nobody could send to it
  bool busy = false;         ///< its handler is suspended
  bool initialised = false;  ///< runs or has run
  MessageId end;             ///< for want of handles, once the actor watches or is watched
  std::optional<std::uint32_t> ended_by;  ///< the event
  std::size_t handles = 0;                ///< how many there are
  int change = 0;  ///< in the running step, besides what destroyed actors gave up
  std::vector<HandleChange> handle_changes;
  std::vector<std::uint32_t> end_causes;  ///< events without which it would not be unreachable
  Task* waiting = nullptr;                ///< the fiber that waits for its mailbox
  ActorId creator;
  std::uint32_t stretch = 0;  ///< what it did last, if accesses are logged
  std::string role;
  std::string reason;
  MessageId lane[2];         ///< the last message sent: normal, urgent
  std::vector<void*> stash;  ///< arrived, and refused so far
};

/// What the ledger does not say of an event.
struct Past {
  std::uint32_t shared = 0;  ///< a bit for each resource touched that belongs to no actor
  bool ends_all = false;     ///< the process crashed
};

/// Returns the id of an event; none for the set-up.
inline EventId event_id(std::uint32_t event) { return event == 0 ? EventId() : EventId(event - 1); }
/// Tells whether an event, or the set-up, is one of these.
inline bool is_among(std::uint32_t event, std::span<const EventId> history) {
  return event == 0 || std::ranges::binary_search(history, event_id(event));
}

struct Account {
  detail::Ledger ledger;  ///< pending are the next messages of lanes, in the order of becoming so
  std::vector<Actor> actors;     ///< never shrinks, so that its texts are not allocated again
  std::size_t first_actors = 0;  ///< how many the set-up created
  HandleTable ids;
  std::vector<Message> messages;
  std::vector<Past> past;
  std::vector<Turn> turns;
  std::unordered_map<std::uint32_t, std::string> texts;  ///< of delivered messages, if kept

  std::atomic<MessageId> executing;  ///< the message whose step is running
  ActorId context;                   ///< who runs
  std::uint32_t stretch = 0;         ///< what it is doing, if accesses are logged

  Actor& actor(ActorId id) { return actors[id.index()]; }
  const Actor& actor(ActorId id) const { return actors[id.index()]; }
  Message& message(MessageId id) { return messages[id.index()]; }
  const Message& message(MessageId id) const { return messages[id.index()]; }
  std::size_t actor_count() const { return ledger.made().actors; }
  std::uint32_t created_by(ActorId id) const { return ledger.created_by(id); }
  ActorId receiver(MessageId id) const { return ledger.receiver(id); }
  std::uint32_t sent_by(MessageId id) const { return ledger.message(id).sent_by; }
  std::uint32_t delivered_by(MessageId id) const { return ledger.message(id).delivered_by; }
  /// Returns the running event.
  std::uint32_t event() const { return ledger.step_count(); }

  /// Adds an actor that the running one spawned.
  ActorId add_actor(void* handle, Kind kind, std::string_view role);
  /// Adds a message that the running actor sends.
  Message& add_message(ActorId to);
  /// Takes a message back if it is pending.
  void remove_pending(MessageId id);
  /// Forgets the execution.
  void clear();
};

}  // namespace harrier::caf
