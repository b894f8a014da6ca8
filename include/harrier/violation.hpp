// What can be wrong with an execution, as values. Their words are made where they are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harrier/program.hpp"
#include "harrier/schedule.hpp"

namespace harrier {

/// The kinds of violations; `to_string` gives the words that JSON uses.
enum class ViolationKind : std::uint8_t {
  check,
  exception,
  misuse,
  deadlock,
  stuck,
  undelivered,
  end_check,
  hang,
  crash,
  endless,
};
std::string_view to_string(ViolationKind kind);

/// Says why a message is not delivered: "the receiver has ended".
std::string_view to_string(Hold hold);

/// A message that waits at its receiver.
struct WaitingMessage {
  std::string text = {};
  Hold hold = Hold::none;
  friend bool operator==(const WaitingMessage&, const WaitingMessage&) = default;
};
/// What waits at one receiver, in order of sending.
using WaitingMessages = std::vector<WaitingMessage>;

/// How an actor stands at the end of an execution.
struct ActorView {
  std::string name = {};
  Activity activity = Activity::idle;
  bool failed = false;         ///< its last step did, which ended it
  std::string waits_for = {};  ///< "the reply of server to Get{}"
  std::string state = {};      ///< empty where it cannot be shown
  /// None where messages do not wait at their receivers.
  std::optional<WaitingMessages> mailbox = {};
  friend bool operator==(const ActorView&, const ActorView&) = default;
};

/// A step failed.
struct FailedStep {
  Failure failure = {};
  std::string actor = {};
  std::string message = {};
  std::size_t number = 0;  ///< of the step, counted from 1
  friend bool operator==(const FailedStep&, const FailedStep&) = default;
};
/// The set-up or a destructor failed.
struct FailedProgram {
  Failure failure = {};
  friend bool operator==(const FailedProgram&, const FailedProgram&) = default;
};
/// The program's own check of an end state failed.
struct FailedEndCheck {
  Failure failure = {};
  friend bool operator==(const FailedEndCheck&, const FailedEndCheck&) = default;
};
/// Each of some actors waits for the next, and the last for the first.
struct WaitingCycle {
  std::vector<std::string> actors = {};
  bool of_calls = true;  ///< otherwise they are processes
  friend bool operator==(const WaitingCycle&, const WaitingCycle&) = default;
};
/// An actor waits for a reply that never comes.
struct WaitingActor {
  std::string actor = {};
  std::string waits_for = {};
  bool for_ended = false;  ///< for an actor that has ended
  /// None where messages do not wait at their receivers.
  std::optional<WaitingMessages> mailbox = {};
  std::size_t others = 0;  ///< more actors wait for replies
  friend bool operator==(const WaitingActor&, const WaitingActor&) = default;
};
/// An actor is left in a state in which the environment must not leave it.
struct LeftActor {
  std::string actor = {};
  std::string waits_for = {};  ///< empty where it is idle
  std::size_t others = 0;      ///< more actors are left
  friend bool operator==(const LeftActor&, const LeftActor&) = default;
};
/// A message is never delivered.
struct UndeliveredMessage {
  std::string message = {};
  std::string from = {};
  std::string to = {};
  Hold hold = Hold::none;
  friend bool operator==(const UndeliveredMessage&, const UndeliveredMessage&) = default;
};
/// Something has not returned.
struct Unreturned {
  enum class What : std::uint8_t {
    setup,
    handler,
    guard,      ///< a constraint or an awaited condition
    end_check,  ///< what the program says of an end state
    text,       ///< of a state or of a message
    copy,       ///< of an actor, or its destructor
    some_step,
  };
  What what = What::some_step;
  std::string actor = {};    ///< of a handler
  std::string message = {};  ///< of a handler
  double seconds = 0;        ///< how long it was given
  friend bool operator==(const Unreturned&, const Unreturned&) = default;
};
/// The program crashed.
struct CrashedProgram {
  std::string cause = {};
  friend bool operator==(const CrashedProgram&, const CrashedProgram&) = default;
};

/// An execution never ends, or something never holds in it that was to hold at some time.
struct EndlessRun {
  std::string property = {};    ///< that never holds; empty where it was only to end
  std::size_t cycle_from = 0;   ///< so many steps come first
  std::size_t cycle_steps = 0;  ///< then these, again and again; 0: it ends
  friend bool operator==(const EndlessRun&, const EndlessRun&) = default;
};

/// What is wrong with an execution.
using Finding = std::variant<FailedStep, FailedProgram, FailedEndCheck, WaitingCycle, WaitingActor,
                             LeftActor, UndeliveredMessage, Unreturned, CrashedProgram, EndlessRun>;

ViolationKind kind_of(FailureKind kind);
ViolationKind kind_of(const Finding& finding);

/// One thing that a step did.
struct Effect {
  enum class Kind : std::uint8_t { creates, sends, waits, ends };
  Kind kind = Kind::ends;
  std::string actor = {};    ///< the created one, or the receiver
  std::string message = {};  ///< that is sent
  friend bool operator==(const Effect&, const Effect&) = default;

  static Effect creates(std::string actor) { return {Kind::creates, std::move(actor)}; }
  static Effect sends(std::string message, std::string receiver) {
    return {Kind::sends, std::move(receiver), std::move(message)};
  }
  static Effect waits() { return {Kind::waits}; }
  static Effect ends() { return {Kind::ends}; }
};
/// Says what an effect is: "sends Set{5} to server", "creates worker", "waits", "ends".
std::string to_string(const Effect& effect);

/// What a step failed of, be it that it never ended.
struct StepFailure {
  ViolationKind kind = ViolationKind::check;
  std::string text = {};  ///< empty for a hang or a crash
  friend bool operator==(const StepFailure&, const StepFailure&) = default;
};
/// Says it: "check failed: reads agree", "does not return".
std::string to_string(const StepFailure& failure);

/// Who came together in a step, as in a collective operation.
struct MeetingText {
  std::uint64_t number = 0;              ///< of one meeting, in which several steps may have part
  std::vector<std::string> actors = {};  ///< none where the step is no meeting
};

/// One step of an execution, with the names of who takes part and the text of the message.
struct StepText {
  std::size_t number = 0;  ///< counted from 1
  MessageId message;
  std::string from;  ///< "set-up" for the first ones
  std::string to = {};
  std::string text = {};  ///< the message
  std::vector<std::uint32_t> choices;
  std::vector<Effect> effects;
  std::optional<StepFailure> failure;
  MeetingText meeting = {};
};

/// A property that an execution violates, with what it takes to see it again.
struct Violation {
  Finding finding = {};
  /// Those that have not ended, or have failed, or have messages.
  std::vector<ActorView> actors = {};
  Schedule schedule = {};
  std::vector<StepText> steps = {};
  /// How often the same was met, with keep_going; this is the shortest execution of these.
  std::uint64_t count = 1;
  bool count_stopped = false;  ///< it was met more often, and nobody counted

  ViolationKind kind() const { return kind_of(finding); }
  /// Says in one line what is wrong, with whom and why.
  std::string message() const;
  /// Shows the actors, one a line: what each waits for, its state, its mailbox.
  std::vector<std::string> details() const;
};

}  // namespace harrier
