// The contract between what is explored and the explorer: everything above it sees nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "harrier/ids.hpp"
#include "harrier/resource.hpp"

namespace harrier {

/// One value taken by `choose(n)`.
struct Choice {
  std::uint32_t value = 0;
  std::uint32_t count = 0;  ///< how many values there were
  friend constexpr bool operator==(const Choice&, const Choice&) = default;
};

/// What a failed step failed of.
enum class FailureKind : std::uint8_t { check, exception, misuse };

/// Why a step failed, in words for the user.
struct Failure {
  FailureKind kind = FailureKind::check;
  std::string text;
};

/// What one executed step did. Valid until the next call that changes the program.
struct StepReport {
  MessageId message;
  ActorId actor;
  MessageId first_sent;  ///< its messages are first_sent, first_sent + 1, …
  std::uint32_t sent_count = 0;
  ActorId first_created;  ///< its actors are first_created, first_created + 1, …
  std::uint32_t created_count = 0;
  bool ended = false;  ///< the actor ended in this step
  std::span<const ResourceAccess> resources;
  std::span<const Choice> choices;
  const Failure* failure = nullptr;
};

/// Where a message comes from: the name that equivalent executions share.
struct MessageOrigin {
  ActorId receiver;
  EventId sent_by;             ///< none for the set-up
  std::uint32_t position = 0;  ///< among what that event sent
};

/// Why a pending message cannot be delivered now.
enum class Hold : std::uint8_t {
  none,     ///< it can be delivered
  ended,    ///< its receiver has ended
  blocked,  ///< its receiver waits for the reply to a call
  guard,    ///< its constraint or the condition it waits for is false
  order,    ///< the delivery model wants another message first
};

/// What an actor is doing between two steps.
enum class Activity : std::uint8_t {
  idle,
  calling,   ///< waits for a reply and takes nothing else
  awaiting,  ///< waits for a reply and takes other messages
  waiting,   ///< waits for a condition on its own state, or to be given control again
  ended,
};

/// How an actor stands between two steps, for properties and reports.
struct ActorStatus {
  Activity activity = Activity::idle;
  std::string waits_for;          ///< "the reply of server to Get{}", "a condition"
  std::vector<ActorId> waits_on;  ///< the actors whose replies it waits for
};

/// What a step would do where it was not executed.
struct ProbedStep {
  std::vector<Choice> choices;  ///< what it is to choose first; becomes what it would choose
  std::vector<ResourceAccess> touched;
  bool complete = true;  ///< otherwise it touches more, and may choose: `rerun` finds out
};

/// A step of a history that is executed anew.
struct PastStep {
  std::uint32_t sent_by = 0;    ///< the step of that history that sends its message, + 1; or set-up
  std::uint32_t position = 0;   ///< among what that step sends
  std::vector<Choice> choices;  ///< what it chooses
};

/// What a program can do beyond starting and executing.
struct Capabilities {
  bool undo = false;         ///< undo() takes back the last step
  bool fingerprint = false;  ///< the state can be hashed
  /// Steps of different actors can conflict, and what a step touches depends on what was before it:
  /// probes take the events of all actors, and are asked about executed messages too.
  bool shared_objects = false;
  bool own_actions = false;  ///< what is pending for an actor is its own next step, no message
  /// Whether a step can be executed may depend on steps of other actors: on ends, waits and time.
  bool shared_guards = false;
  /// What a step touches beside its actor depends on what was before it: what it sends counts.
  bool ordered_messages = false;
};

/// Thrown by a program that did not do again what it did before.
class NondeterminismError : public std::runtime_error {
 public:
  NondeterminismError(std::size_t step, const std::string& what)
      : std::runtime_error(what), step_(step) {}
  /// Returns the step, counted from 0, that differs first.
  std::size_t step() const { return step_; }

 private:
  std::size_t step_;
};

/// Thrown by `start` when the set-up fails, by `undo` when a destructor throws.
class ProgramError : public std::runtime_error {
 public:
  explicit ProgramError(const Failure& failure)
      : std::runtime_error(failure.text), kind_(failure.kind) {}
  FailureKind kind() const { return kind_; }

 private:
  FailureKind kind_;
};

/// Something that can be explored: native actors, processes, an outside framework.
///
/// Between `start` and the end of an execution the explorer executes pending steps one by one. All
/// ids are relative to the current execution: they grow as it grows and are taken back with it, so
/// equal prefixes have equal ids.
class Program {
 public:
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  virtual ~Program() = default;

  /// Puts the program into its initial state, set-up done.
  virtual void start() = 0;

  /// Lists the messages that are sent and not delivered, in order of sending; a step that resumes
  /// counts as sent when the last reply it waits for comes. So what a step adds is at the end.
  virtual std::span<const MessageId> pending() const = 0;
  /// Appends the pending messages that can be delivered now to `out`, in order of sending.
  virtual void enabled(std::vector<MessageId>& out) = 0;
  /// Says why a pending message can or cannot be delivered now.
  virtual Hold hold(MessageId message) = 0;
  /// Appends what decides whether a pending message can be delivered now, to `out`.
  virtual void guard_resources(MessageId message, std::vector<ResourceAccess>& out) = 0;

  /// Tells whether an event may have decided if a message can be delivered.
  virtual bool affects_guard(EventId event, MessageId message) const = 0;
  /// Tells whether a message could be delivered had its receiver executed these of its events only
  /// (ascending; they must be possible alone; of all actors where capabilities().shared_objects).
  /// If so and `step` is given, says there what its step would do then. None where the program
  /// cannot tell.
  virtual std::optional<bool> probe(MessageId message, std::span<const EventId> history,
                                    ProbedStep* step) = 0;
  /// Executes a history anew and says what its last step does; false where that step cannot be
  /// executed. Asked at the end of an execution, after probes that were not complete. The program
  /// still answers for the execution that has ended, and is started before it executes again.
  virtual bool rerun(std::span<const PastStep> history, ProbedStep& last) {
    static_cast<void>(history);
    static_cast<void>(last);
    return false;
  }

  /// Delivers a message. `choices` are taken first; choices beyond them take value 0.
  virtual const StepReport& execute(MessageId message, std::span<const Choice> choices) = 0;

  /// Returns the message whose step is running, for whoever watches from another thread.
  virtual MessageId executing() const = 0;

  virtual Capabilities capabilities() const = 0;
  /// Takes back the last executed step. Called only when capabilities().undo.
  virtual void undo() = 0;

  virtual std::size_t actor_count() const = 0;
  virtual std::size_t message_count() const = 0;
  virtual MessageOrigin origin(MessageId message) const = 0;
  /// Appends the events beyond the sender without which the message would not be pending (the
  /// repliers, for a step that resumes after calls) to `out`.
  virtual void further_causes(MessageId message, std::vector<EventId>& out) const = 0;
  virtual EventId created_by(ActorId actor) const = 0;
  /// Says in short, and `status` in words, how an actor stands.
  virtual Activity activity(ActorId actor) = 0;
  virtual ActorStatus status(ActorId actor) = 0;

  /// Names an actor by spawn path and role, the same in every execution.
  virtual std::string actor_name(ActorId actor) const = 0;
  /// Names who sent a message: an actor, or the set-up.
  virtual std::string sender_name(MessageId message) const = 0;
  /// Shows a message: type and content.
  virtual std::string message_text(MessageId message) const = 0;
  /// Shows an actor's state, empty where it cannot be shown.
  virtual std::string actor_text(ActorId actor) = 0;
  /// Names the part of an actor that a resource stands for.
  virtual std::string resource_text(Resource resource) const = 0;

  /// Runs the program's own check of an end state; returns what failed.
  virtual std::optional<Failure> check_end() = 0;
  /// Says for an environment of the program's own whether an actor may be left as it stands.
  virtual bool may_be_left(ActorId) { return true; }
};

}  // namespace harrier
