// The execution so far, as events: what every algorithm looks back on. It needs no program.
#pragma once

#include <span>
#include <vector>

#include "base/stack.hpp"
#include "core/name.hpp"
#include "harrier/program.hpp"

namespace harrier {

/// A step that was executed.
struct Event {
  MessageId message;
  ActorId actor;
  EventId sent_by;  ///< of its message; none for the set-up's
  MessageId first_sent;
  ActorId first_created;
  ObjectId first_object;
  std::uint32_t sent_count = 0;
  std::uint32_t created_count = 0;
  std::uint32_t object_count = 0;
  std::uint32_t causes_begin = 0;
  std::uint32_t resources_begin = 0;
  std::uint32_t choices_begin = 0;
  bool failed = false;
  bool ended = false;
  bool infeasible = false;

  /// Tells whether what follows is only its consequence, or was never meant.
  bool leads_nowhere() const { return failed || infeasible; }
};

/// A stack of events, with the messages, actors and objects that they and the set-up made.
class Trace {
 public:
  struct Message {
    ActorId receiver;
    EventId sent_by;             ///< none for the set-up
    std::uint32_t position = 0;  ///< among what that event sent
  };
  struct Made {                  ///< an actor or object
    EventId by;                  ///< none for the set-up
    std::uint32_t position = 0;  ///< among what that event made of its kind
  };

  /// Forgets everything and begins with what a set-up made.
  void start(const StepReport& setup);
  /// Adds a step. `further` are the causes of its message beyond its sender and its receiver's
  /// creator.
  void push(const StepReport& report, std::span<const EventId> further = {});
  /// Forgets the last step.
  void pop();

  bool empty() const { return events_.empty(); }
  std::size_t size() const { return events_.size(); }
  const Event& operator[](std::size_t index) const { return events_[index]; }
  const Event& back() const { return events_.back(); }
  std::span<const Event> events() const { return events_; }

  std::span<const ResourceAccess> resources(std::size_t event) const {
    return part(resources_, event, &Event::resources_begin);
  }
  std::span<const Choice> choices(std::size_t event) const {
    return part(choices_, event, &Event::choices_begin);
  }
  /// Tells whether the last event chose something.
  bool last_chose() const { return choices_.size() != events_.back().choices_begin; }
  /// Returns the events without which an event could not have happened whatever it touched: the
  /// sender of its message, the creator of its actor, and what else made it possible.
  std::span<const EventId> causes(std::size_t event) const {
    return part(causes_, event, &Event::causes_begin);
  }

  std::size_t message_count() const { return messages_.size(); }
  std::size_t actor_count() const { return actors_.size(); }
  std::size_t object_count() const { return objects_.size(); }
  const Message& message(MessageId id) const { return messages_[id.index()]; }
  const Made& actor(ActorId id) const { return actors_[id.index()]; }
  const Made& object(ObjectId id) const { return objects_[id.index()]; }
  ActorId receiver(MessageId id) const { return messages_[id.index()].receiver; }
  /// Returns the names of what there is. They are found when somebody asks first.
  Name name(MessageId id) const {
    if (id.index() >= names_.size()) find_names(id.index() + 1);
    return names_[id.index()];
  }
  NamedResource name(Resource resource) const;

 private:
  template <class T>
  std::span<const T> part(const Stack<T>& all, std::size_t event,
                          std::uint32_t Event::*begin) const {
    const std::size_t end = event + 1 < events_.size() ? events_[event + 1].*begin : all.size();
    return std::span<const T>(all).subspan(events_[event].*begin, end - events_[event].*begin);
  }
  void add_made(const StepReport& report, EventId by);
  void find_names(std::size_t count) const;
  Name name_of(const Made& made, Name::Kind kind) const;

  Stack<Event> events_;
  Stack<ResourceAccess> resources_;
  Stack<Choice> choices_;
  Stack<EventId> causes_;
  Stack<Message> messages_;
  Stack<Made> actors_;
  Stack<Made> objects_;
  mutable std::vector<Name> names_;  ///< of the first messages
};

/// Advances to the choices of the next variant of a step; false after the last one.
bool next_variant(std::vector<Choice>& choices);

/// Tells whether two steps of one message choose the same; what is not said is 0.
bool same_variant(std::span<const Choice> one, std::span<const Choice> other);

/// Tells whether a step did again what the event with this number records of it.
bool same_effects(const Trace& trace, std::size_t event, const StepReport& report);

}  // namespace harrier
