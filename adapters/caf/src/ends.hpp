// The ends of actors that nobody can reach.
//
// An actor that nobody can send to any more ends, and whoever watches it is told. Which step gives
// up the last handle depends on the order of all that do, though nothing else about them may. So
// the end is a step of its own: named by what made the actor take part in links or monitors first,
// and deliverable when the sum of what all steps did to the number of handles is 0. Meanwhile what
// the actor itself watches can still tell it something. Where nobody watches, the actor is gone at
// once and nobody can tell when.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "account.hpp"
#include "effects.hpp"

namespace harrier::caf {

class Ends {
 public:
  explicit Ends(Account& account) : account_(account) {}

  /// Makes the end of an actor, if it is an event-based one, a step of its own.
  void add(ActorId actor);
  /// Takes the last reference to an actor over if its end is a step of its own.
  bool keep(ActorId actor, void* handle);
  /// Tells whether an actor can end because no handle to it is left.
  bool is_due(ActorId actor) const;
  /// The same, had only these events happened.
  bool is_due_after(ActorId actor, std::span<const EventId> history) const;
  /// Appends the events without which it might be.
  void append_deciders(ActorId actor, std::vector<EventId>& out) const;
  /// Tells whether an actor is there, had only these events happened.
  bool is_there_after(ActorId actor, std::span<const EventId> history) const;
  /// Appends those of the events without which an actor that is there might not be.
  void append_what_keeps(ActorId actor, std::span<const EventId> history,
                         std::vector<EventId>& out) const;
  /// Appends those of the events without which an actor that has ended might be there.
  void append_what_ends(ActorId actor, std::span<const EventId> history,
                        std::vector<EventId>& out) const;

  /// Says which actor is destroyed from now on, and returns which one was.
  ActorId begin_destroying(ActorId actor) { return std::exchange(destroying_, actor); }
  void end_destroying(ActorId outer) { destroying_ = outer; }
  bool is_destroying() const { return bool(destroying_); }
  /// Takes note that a handle is given up, which matters while an actor is destroyed.
  void note_release(ActorId of);

  /// Finds out whose number of handles the running step has changed. What waits for actors to end
  /// depends on all of that. What a destroyed actor gave up was given up by all that led to that.
  void note_changes(Effects& effects);

  void clear();

 private:
  std::size_t handles_of(const Actor& known) const;
  int handles_after(const Actor& known, std::span<const EventId> history) const;

  Account& account_;
  struct Cascade {
    ActorId of;
    ActorId by;
  };
  std::vector<Cascade> cascades_;  ///< handles that destroyed actors gave up in this step
  ActorId destroying_;
};

}  // namespace harrier::caf
