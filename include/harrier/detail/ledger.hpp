// The account that every program keeps of its execution: messages, what is pending, steps, choices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "harrier/internal_error.hpp"
#include "harrier/program.hpp"

namespace harrier::detail {

/// Numbers the steps of an execution from 1; 0 is the set-up.
using StepNumber = std::uint32_t;

/// How much there is of what steps make.
struct Made {
  std::uint32_t messages = 0;
  std::uint32_t actors = 0;
  std::uint32_t objects = 0;
  std::uint32_t choices = 0;
  friend constexpr bool operator==(const Made&, const Made&) = default;
};

/// Returns what is chosen of so many values where one is only asked for.
constexpr Choice as_far_as_it_fits(Choice asked, std::uint32_t count) {
  return {asked.value < count ? asked.value : 0, count};
}

/// Who sent what to whom, what is pending, what was chosen; taken back step by step.
///
/// A set-up may execute steps of its own. They have numbers like all others, but what they make
/// counts as the set-up's.
class Ledger {
 public:
  struct Message {
    ActorId sender;  ///< none for the set-up
    StepNumber sent_by = 0;
    StepNumber delivered_by = 0;  ///< 0 while it is not
    bool on_channel = true;       ///< delivery models order it
    bool guarded = false;         ///< its receiver may refuse it in some states
  };
  struct Step {
    MessageId message;
    ActorId actor;
    StepNumber previous = 0;  ///< of the same actor; 0 for its first
    std::uint32_t place = 0;  ///< of the message among the pending ones
    std::uint32_t pending_before = 0;
    Made before;
    Made after;
  };

  /// Forgets everything: a set-up begins.
  void clear();
  /// Ends the set-up and says what it made.
  const StepReport& end_setup();

  ActorId add_actor() {
    actors_.push_back({now_, 0});
    return ActorId(made_.actors++);
  }
  ObjectId add_object() { return ObjectId(made_.objects++); }
  /// Takes note of a message, which is not pending yet.
  MessageId add_message(ActorId receiver, ActorId sender, bool on_channel = true,
                        bool guarded = false) {
    receivers_.push_back(receiver);
    messages_.push_back({sender, now_, 0, on_channel, guarded});
    return MessageId(made_.messages++);
  }
  void add_pending(MessageId message) { pending_.push_back(message); }
  void remove_pending(MessageId message) {
    const auto at = std::find(pending_.begin(), pending_.end(), message);
    HARRIER_CHECK(at != pending_.end(), "a message is removed that is not pending", message.value);
    pending_.erase(at);
  }
  /// Forgets the actors from this number on, which could not be made.
  void drop_actors(std::size_t count) {
    actors_.resize(count);
    made_.actors = static_cast<std::uint32_t>(count);
  }

  /// Begins the step on a pending message.
  [[gnu::always_inline]] void begin(MessageId message, std::span<const Choice> given) {
    const auto at = std::find(pending_.begin(), pending_.end(), message);
    HARRIER_CHECK(at != pending_.end(), "a step on a message that is not pending", message.value);
    Step& step = steps_.emplace_back();
    const StepNumber number = ++step_count_;
    step.message = message;
    step.actor = receivers_[message.index()];
    step.place = static_cast<std::uint32_t>(at - pending_.begin());
    step.pending_before = static_cast<std::uint32_t>(pending_.size());
    step.before = made_;
    pending_.erase(at);
    step.previous = std::exchange(actors_[step.actor.index()].last_step, number);
    messages_[message.index()].delivered_by = number;
    if (!in_setup_) now_ = number;
    given_ = given;
  }
  /// Takes the next choice of the running step as it is given, or else its first value. One given
  /// for good that does not fit makes `end` throw: a handler must not come upon that.
  std::uint32_t take_choice(std::uint32_t count);
  /// Ends the running step and says what it made; the rest of the report is for the caller to fill.
  /// Throws NondeterminismError where a choice did not fit.
  StepReport& end() {
    if (misfit_) refuse_misfit();
    Step& step = steps_.back();
    step.after = made_;
    report_.message = step.message;
    report_.actor = step.actor;
    report_.first_sent = MessageId(step.before.messages);
    report_.receivers = std::span<const ActorId>(receivers_).subspan(step.before.messages);
    report_.first_created = ActorId(step.before.actors);
    report_.created_count = made_.actors - step.before.actors;
    report_.first_object = ObjectId(step.before.objects);
    report_.object_count = made_.objects - step.before.objects;
    report_.choices = std::span<const Choice>(choices_).subspan(step.before.choices);
    return report_;
  }
  /// Takes the last step back: what it made is gone, and its message pending again at its place.
  [[gnu::always_inline]] void take_back() {
    HARRIER_CHECK(!steps_.empty(), "a step is taken back that was not executed");
    const Step& step = steps_.back();
    if (made_ != step.before) drop_made(step.before);
    actors_[step.actor.index()].last_step = step.previous;
    messages_[step.message.index()].delivered_by = 0;
    pending_.resize(step.pending_before - 1);
    pending_.push_back(step.message);
    const auto place = pending_.begin() + step.place;
    std::move_backward(place, pending_.end() - 1, pending_.end());
    *place = step.message;
    steps_.pop_back();
    --step_count_;
  }

  bool in_setup() const { return in_setup_; }
  const Made& made() const { return made_; }
  std::span<const MessageId> pending() const { return pending_; }
  std::span<const ActorId> receivers() const { return receivers_; }
  std::span<const Message> messages() const { return messages_; }
  ActorId receiver(MessageId message) const { return receivers_[message.index()]; }
  const Message& message(MessageId message) const { return messages_[message.index()]; }
  Choice choice(std::size_t index) const { return choices_[index]; }

  StepNumber step_count() const { return step_count_; }
  /// Returns a step by its number.
  const Step& step(StepNumber number) const { return steps_[number - 1]; }
  const Step& last() const { return steps_.back(); }
  StepNumber created_by(ActorId actor) const { return actors_[actor.index()].created_by; }
  StepNumber last_step(ActorId actor) const { return actors_[actor.index()].last_step; }
  /// Lists the steps of an actor, the first one first.
  void steps_of(ActorId actor, std::vector<StepNumber>& out) const;

  /// Returns the event that a step is for the explorer; none for the set-up and its steps.
  EventId event(StepNumber number) const {
    return number > setup_steps_ ? EventId(number - setup_steps_ - 1) : EventId();
  }
  StepNumber number(std::size_t event) const {
    return static_cast<StepNumber>(event + setup_steps_ + 1);
  }

 private:
  struct Actor {
    StepNumber created_by = 0;
    StepNumber last_step = 0;
  };

  /// A choice that did not fit, and how many values there were instead.
  struct Misfit {
    Choice given;
    std::uint32_t count = 0;
  };
  [[noreturn]] void refuse_misfit();

  void drop_made(const Made& before) {
    receivers_.resize(before.messages);
    messages_.resize(before.messages);
    actors_.resize(before.actors);
    choices_.resize(before.choices);
    made_ = before;
  }

  Made made_;
  StepNumber step_count_ = 0;
  StepNumber now_ = 0;  ///< the running step, to which all that is made belongs
  StepNumber setup_steps_ = 0;
  bool in_setup_ = true;
  std::vector<ActorId> receivers_;  ///< per message
  std::vector<Message> messages_;
  std::vector<Actor> actors_;
  std::vector<MessageId> pending_;
  std::vector<Step> steps_;
  std::vector<Choice> choices_;
  std::span<const Choice> given_;
  std::optional<Misfit> misfit_;  ///< of the running step
  StepReport report_;
};

}  // namespace harrier::detail
