// An execution of a program, with names for its events and what comes before what, found from the
// recorded accesses alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/stack.hpp"
#include "harrier/check.hpp"
#include "harrier/fingerprint.hpp"
#include "harrier/program.hpp"
#include "harrier/schedule.hpp"

namespace harrier::certificate {

/// Thrown by a step of which it is not known what would follow.
class Unfollowed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A message by who sent it: equal in all executions in which that event is the same.
struct Sent {
  EventId by;  ///< none for the set-up
  std::uint32_t position = 0;
};

/// An actor, likewise by who created it.
struct Made {
  EventId by;  ///< none for the set-up
  std::uint32_t position = 0;
};

/// One access of an event, with the one before it of the same resource.
struct Touch {
  Resource resource;
  Access access = Access::read;
  std::uint32_t event = 0;
  std::uint32_t previous = none;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

class Run {
 public:
  struct Event {
    MessageId message;
    MessageId first_sent;
    ActorId first_created;
    std::uint32_t sent_count = 0;
    std::uint32_t created_count = 0;
    std::uint32_t touches_begin = 0;
    std::uint32_t choices_begin = 0;
    std::uint32_t causes_begin = 0;
    std::uint32_t before_begin = 0;
    bool failed = false;
    Fingerprint name;  ///< of the event with all that comes before it
    Fingerprint part;  ///< of all events up to this one, whatever their order
  };

  Run(const ProgramFactory& make, const ProgramOptions& options);

  std::size_t size() const { return events_.size(); }
  const Event& operator[](std::size_t event) const { return events_[event]; }
  std::span<const Touch> touches(std::size_t event) const {
    return slice(touches_, event, &Event::touches_begin);
  }
  std::span<const Choice> choices(std::size_t event) const {
    return slice(choices_, event, &Event::choices_begin);
  }
  /// Returns the events without which its message could not have been delivered.
  std::span<const std::uint32_t> causes(std::size_t event) const {
    return slice(causes_, event, &Event::causes_begin);
  }
  /// Returns events that come before it, and after which all others that do.
  std::span<const std::uint32_t> before(std::size_t event) const {
    return slice(before_, event, &Event::before_begin);
  }
  /// Stands for no events; the fingerprint of some is this one and the sum of their names.
  static constexpr Fingerprint no_events{1, 1};
  /// Returns the fingerprint of the events that have happened.
  Fingerprint part() const { return events_.empty() ? no_events : events_.back().part; }

  Sent sent(MessageId message) const { return messages_[message.index()]; }
  /// Returns the message that an event of this run, or the set-up, sent.
  MessageId message_of(EventId by, std::uint32_t position) const {
    return MessageId((by ? events_[by.index()].first_sent.index() : 0) + position);
  }
  Fingerprint name(MessageId message) const;
  /// Appends the causes of a message that is pending.
  void append_causes(MessageId message, std::vector<std::uint32_t>& out) const;
  std::size_t message_count() const { return messages_.size(); }
  std::size_t actor_count() const { return actors_.size(); }
  Made made(ActorId actor) const { return actors_[actor.index()]; }
  /// Returns the actor that an event of this run, or the set-up, created.
  ActorId actor_of(EventId by, std::uint32_t position) const {
    return ActorId((by ? events_[by.index()].first_created.index() : 0) + position);
  }
  Schedule schedule() const;

  bool is_enabled(MessageId message);
  /// Returns the message that goes on by the one rule there is; none at the end.
  std::optional<MessageId> next();
  /// Executes a step; `choices` are taken first. Throws Unfollowed, with the step executed, where
  /// what it comes to is not meant or not known.
  const StepReport& execute(MessageId message, std::span<const Choice> choices);
  /// Goes back to where so many events had happened.
  void back_to(std::size_t size);
  /// Goes back to the beginning with a new set-up.
  void restart();
  Program& program() { return *program_; }
  std::uint64_t steps() const { return steps_; }

 private:
  /// Where the touches of a resource begin, the latest first.
  struct Head {
    Resource resource;
    std::uint32_t latest = Touch::none;
    bool taken = false;
  };

  template <class T>
  std::span<const T> slice(const Stack<T>& all, std::size_t event,
                           std::uint32_t Event::*begin) const {
    const std::size_t end = event + 1 < events_.size() ? events_[event + 1].*begin : all.size();
    return std::span<const T>(all).subspan(events_[event].*begin, end - events_[event].*begin);
  }
  void add_made(const StepReport& report, EventId by);
  void add(const StepReport& report);
  void add_touches(std::span<const ResourceAccess> resources, std::uint32_t event);
  void add_before(std::uint32_t event);
  Head& head(Resource resource);
  void forget_last();

  std::unique_ptr<Program> program_;
  Stack<Event> events_;
  Stack<Touch> touches_;
  Stack<Choice> choices_;
  Stack<std::uint32_t> causes_;
  Stack<std::uint32_t> before_;
  Stack<Sent> messages_;
  Stack<Made> actors_;
  std::vector<Head> heads_;  ///< a power of two of them
  std::size_t heads_taken_ = 0;
  std::vector<MessageId> enabled_;
  std::vector<EventId> further_;
  std::vector<std::uint32_t> found_;
  std::uint64_t steps_ = 0;
};

}  // namespace harrier::certificate
