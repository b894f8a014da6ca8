// The contract between what is explored and the explorer: everything above it sees nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/fingerprint.hpp"
#include "harrier/ids.hpp"
#include "harrier/resource.hpp"

namespace harrier {

/// One value taken by `choose(n)`, or to be taken.
///
/// A value that is to be taken is one for good: where there is no such, or there are not as many as
/// it says, the program does not repeat. Where another past is tried there may rightly be fewer.
struct Choice {
  /// Stands for the count of a value that is to be taken only if there is such, and 0 otherwise.
  static constexpr std::uint32_t if_it_fits = ~std::uint32_t{0};

  std::uint32_t value = 0;
  std::uint32_t count = 0;  ///< how many values there were; 0 of one to be taken: nobody knows
  friend constexpr bool operator==(const Choice&, const Choice&) = default;
};

/// What a failed step failed of.
enum class FailureKind : std::uint8_t { check, exception, misuse };

/// Why a step failed, in words for the user.
struct Failure {
  FailureKind kind = FailureKind::check;
  std::string text;
  std::string place = {};  ///< of the check in the program, "file:line", where that is known
  friend bool operator==(const Failure&, const Failure&) = default;
};

/// A place in the source, as std::source_location, which clang 14 does not know.
struct SourcePlace {
  const char* file = "";
  std::uint32_t line = 0;

  /// Returns where it is called; as a default argument, where that function is called.
  static constexpr SourcePlace here(const char* in = __builtin_FILE(),
                                    std::uint32_t at = __builtin_LINE()) {
    return {in, at};
  }
};

/// Returns the failure of a check at a place of the program.
Failure failed_check(std::string_view text, const SourcePlace& where);

/// What one executed step, or the set-up, did. Valid until the next call that changes the program.
///
/// What it made is numbered on from what there was: its messages are first_sent, first_sent + 1, …
/// and likewise its actors and objects.
struct StepReport {
  MessageId message;  ///< none for the set-up
  ActorId actor;      ///< none for the set-up
  MessageId first_sent{0};
  std::span<const ActorId> receivers;  ///< of its messages, one after the other
  ActorId first_created{0};
  std::uint32_t created_count = 0;
  ObjectId first_object{0};
  std::uint32_t object_count = 0;
  bool ended = false;  ///< the actor ended in this step
  /// It came upon an assumption that does not hold, and its actor has ended: the others go on, but
  /// what the execution comes to was never meant.
  bool infeasible = false;
  std::span<const ResourceAccess> resources;
  std::span<const Choice> choices;
  const Failure* failure = nullptr;
  /// What the program cannot do and this step came to: what would follow is not known. None where
  /// there was no such thing.
  const std::string* cut = nullptr;
};

/// Asks what the step on a message would be had other events happened before it: the first `prefix`
/// ones of the execution, and those `beside`.
class StepQuestion {
 public:
  MessageId message;
  std::uint32_t prefix = 0;
  EventId executed;  ///< the step as it was executed; none where it was not so
  EventId without;   ///< of an executed one: the event behind the prefix, where all but this one
                     ///< and what depends on it has happened; none where more is missing
  std::span<const Choice> choices;  ///< what it is to choose first, as far as that fits

  /// Lists the events that come after the prefix, ascending. Costs time proportional to the length
  /// of the execution, so it is better to know first whether they matter.
  virtual std::span<const std::uint32_t> beside() const = 0;

 protected:
  ~StepQuestion() = default;
};

/// What the step would be. The more a program can tell, the fewer steps are executed only to see.
struct StepAnswer {
  enum class Kind : std::uint8_t {
    impossible,   ///< the message could not be delivered then
    as_executed,  ///< it is what it was
    certain,      ///< it touches and chooses this
    at_least,     ///< it touches this and maybe more: executing it tells
    unknown,      ///< executing it tells, also whether it is possible
  };
  Kind kind = Kind::unknown;
  std::vector<ResourceAccess> touched;  ///< where it is impossible, what that rests on
  std::vector<Choice> choices;
  /// Of an impossible step: where it is possible, an event is missing that conflicts with `touched`
  /// or is one of `deciders`. Otherwise it may be any.
  bool knows_why = false;
  std::vector<EventId> deciders;
  bool touches_as_chosen = true;        ///< with other choices it may touch something else
  bool depends_on_causes_only = false;  ///< whatever else happens beside, the answer is the same

  /// Forgets everything but what the step is to choose first; keeps its memory.
  void reset(std::span<const Choice> to_choose) {
    kind = Kind::unknown;
    touched.clear();
    knows_why = false;
    deciders.clear();
    choices.assign(to_choose.begin(), to_choose.end());
    touches_as_chosen = true;
    depends_on_causes_only = false;
  }
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

/// Thrown by a program that has found out that what it said of its steps was wrong, and will say it
/// right from now on: what explores it has to start again with a new one.
class StartAgain : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
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

/// Thrown by `start` when the set-up fails, by `take_back` when a destructor throws.
class ProgramError : public std::runtime_error {
 public:
  explicit ProgramError(const Failure& failure)
      : std::runtime_error(failure.text), kind_(failure.kind) {}
  FailureKind kind() const { return kind_; }
  Failure failure() const { return {kind_, what()}; }

 private:
  FailureKind kind_;
};

/// The part of a program that takes steps back.
class Undo {
 public:
  virtual ~Undo() = default;
  /// Takes back the last executed step.
  virtual void take_back() = 0;
};

/// Actors that do something together, as the members of a collective operation do. What each of
/// them does then may be a step of its own: these have one number.
struct Meeting {
  std::uint64_t number = 0;
  /// None where the step is of one actor, or a message of one to another.
  std::vector<ActorId> actors = {};
  std::string text = {};  ///< what they bring along, said behind the message
};

/// The part of a program that names and shows what is in it, the same in every execution.
class Narrator {
 public:
  virtual ~Narrator() = default;
  /// Names an actor by spawn path and role.
  virtual std::string actor_name(ActorId actor) const = 0;
  /// Names who sent a message: an actor, or the set-up.
  virtual std::string sender_name(MessageId message) const = 0;
  /// Shows a message: type and content. Empty for what is only the program's own business.
  virtual std::string message_text(MessageId message) const = 0;
  /// Shows an actor's state, empty where it cannot be shown.
  virtual std::string actor_text(ActorId actor) = 0;
  /// Shows all of an actor's state that can be compared with that of another instance.
  virtual std::string compared_text(ActorId actor) { return actor_text(actor); }
  /// Shows all of a message that can be compared with that of another instance, or in another order
  /// of independent steps.
  virtual std::string compared_message(MessageId message) { return message_text(message); }
  /// Names the part of its owner that a resource stands for.
  virtual std::string resource_text(Resource resource) const = 0;
  /// Says who came together in the step on a message.
  virtual Meeting meeting(MessageId) const { return {}; }
  /// Returns the lines that the last step printed, or the set-up where there was none, as reports
  /// show them. None where the program does not know.
  virtual std::vector<std::string> printed() const { return {}; }
  /// Tells whether messages wait at their receivers; otherwise what is pending for an actor is its
  /// own next step.
  virtual bool has_mailboxes() const { return true; }
};

/// The part of a program that says how things stand between two steps, for the properties.
class Standing {
 public:
  virtual ~Standing() = default;
  /// Says why a pending message can or cannot be delivered now.
  virtual Hold hold(MessageId message) = 0;
  /// Tells whether a message is nothing that was sent, but lets a handler go on: then `status`
  /// tells of it.
  virtual bool continues(MessageId) { return false; }
  /// Says in short, and `status` in words, how an actor stands.
  virtual Activity activity(ActorId actor) = 0;
  virtual ActorStatus status(ActorId actor) = 0;
  /// Runs the program's own check of an end state; returns what failed.
  virtual std::optional<Failure> check_end() { return std::nullopt; }
  /// Returns how many things the program says are to hold at some time in every execution, what
  /// each is, and whether it holds now.
  virtual std::size_t eventual_count() { return 0; }
  virtual std::string eventual_text(std::size_t) { return {}; }
  virtual bool holds_now(std::size_t) { return true; }
  /// Says for an environment of the program's own whether an actor may be left as it stands.
  virtual bool may_be_left(ActorId) { return true; }
  /// Tells whether the program does not mind that a message is never delivered.
  virtual bool may_be_undelivered(MessageId) { return false; }
  /// Says what its user should be warned of in an end state, as of messages that are never
  /// delivered.
  virtual std::vector<Failure> remarks() { return {}; }
};

/// How interchangeable actors change places: for each of them, whose place it takes.
using Arrangement = std::vector<ActorId>;

/// What a program can say of its state if interchangeable actors changed places. An empty
/// arrangement leaves all of them where they are.
class Arrangements {
 public:
  virtual ~Arrangements() = default;
  /// Lists arrangements of which all others consist.
  virtual std::vector<Arrangement> swaps() = 0;
  /// Lists one arrangement for each state that this one is taken for, itself excepted; none where
  /// there are more than `count_max`.
  virtual std::optional<std::vector<Arrangement>> others(std::size_t count_max) = 0;
  /// Tells whether the program's own check of the state has looked at something that changes
  /// places.
  virtual bool were_looked_at() = 0;
  /// Returns the fingerprint that tells all states apart.
  virtual Fingerprint state(const Arrangement& arrangement) = 0;
  /// Names a message that was sent, delivered or not.
  virtual std::uint64_t content(MessageId message, const Arrangement& arrangement) = 0;
};

/// The part of a program that says which of its states are equal, for as long as the program has
/// what it needs (ProgramOptions::states).
class Fingerprints {
 public:
  virtual ~Fingerprints() = default;
  /// Returns the fingerprint of the state now. What happened before must not count.
  virtual Fingerprint state() = 0;
  /// Names a pending message by receiver and content: the same in all states, and for messages that
  /// do the same.
  virtual std::uint64_t content(MessageId message) = 0;
  /// Names an actor: the same in all states.
  virtual std::uint64_t name(ActorId actor) = 0;
  /// Tells whether a message that is held back can only be let go by steps of its receiver.
  virtual bool is_let_go_by_its_receiver() const { return true; }
  /// Returns what interchangeable actors could do; null where states are not compared so.
  virtual Arrangements* arrangements() { return nullptr; }
};

class Outlook;

/// Something that can be explored: native actors, processes, an outside framework.
///
/// Between `start` and the end of an execution the explorer executes pending steps one by one. All
/// ids are relative to the current execution: they grow as it grows and are taken back with it, so
/// equal prefixes have equal ids. What a program can do beyond starting and executing it offers as
/// parts.
class Program {
 public:
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  virtual ~Program() = default;

  /// Puts the program into its initial state and says what the set-up made.
  virtual const StepReport& start() = 0;

  /// Lists the messages that are sent and not delivered, in order of sending; a step that resumes
  /// counts as sent when the last reply it waits for comes. So what a step adds is at the end, and
  /// it takes away nothing but the message that it delivers. What is cancelled, lost or otherwise
  /// never to be delivered stays and is held back: only events and what is pending are put into
  /// another order, and a message that is gone loses its race with what took it away. An
  /// exploration that finds one gone ends with InternalError.
  virtual std::span<const MessageId> pending() const = 0;
  /// Appends the pending messages that can be delivered now to `out`, in order of sending.
  virtual void enabled(std::vector<MessageId>& out) = 0;

  /// Delivers a message. `choices` are taken first; choices beyond them take value 0. Throws
  /// NondeterminismError where one that is given for good does not fit.
  virtual const StepReport& execute(MessageId message, std::span<const Choice> choices) = 0;
  /// Returns the message whose step is running, for whoever watches from another thread.
  virtual MessageId executing() const { return {}; }
  /// Says where the running step computes, likewise; empty where it may be waiting as well.
  virtual std::string computes_at() const { return {}; }

  /// Appends the events without which a message could not be delivered, beyond the one that sent it
  /// and the one that created its receiver (the repliers, for a step that resumes after calls).
  virtual void further_causes(MessageId message, std::vector<EventId>& out) const {
    static_cast<void>(message);
    static_cast<void>(out);
  }
  /// Says what a step would be that was not executed so. Asked at the end of an execution; the
  /// answer is given in its ids.
  virtual void answer(const StepQuestion& question, StepAnswer& out) {
    static_cast<void>(question);
    out.kind = StepAnswer::Kind::unknown;
  }

  /// Tells whether the program must not be executed in a forked copy of the process.
  virtual bool wants_its_process() const { return false; }

  virtual Undo* undo() { return nullptr; }
  virtual Narrator* narrator() { return nullptr; }
  virtual Standing* standing() { return nullptr; }
  virtual Fingerprints* fingerprints() { return nullptr; }
  virtual Outlook* outlook() { return nullptr; }
};

}  // namespace harrier
