// Runs one execution again and tells all that can be seen of it: states, mailboxes, causes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/name.hpp"
#include "explore/watchdog.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// A message, where it begins to wait at its receiver.
struct RecordedMessage {
  MessageId id;
  std::size_t sent_by = 0;   ///< number of the step, counted from 1; 0 for the set-up
  std::size_t receiver = 0;  ///< number of the actor, counted from 0
  std::string from;
  std::string text;        ///< empty for what is only the program's own business
  bool continues = false;  ///< it was not sent, but lets a handler go on
};

/// That a waiting message can be delivered from now on, or why it cannot.
struct RecordedHold {
  MessageId message;
  Hold hold = Hold::none;
};

/// What is new after the set-up or a step.
struct RecordedNews {
  std::vector<std::string> actors;  ///< names of those that were created, numbered on
  std::vector<RecordedMessage> messages;
  std::vector<RecordedHold> holds;   ///< those that changed; deliverable is what is not told of
  std::vector<std::string> printed;  ///< lines, where the program tells of them
};

/// One thing that a step touched.
struct RecordedAccess {
  std::string name;  ///< of the field or actor
  Access access = Access::write;
  /// Earlier steps that it conflicts with there, the nearest of them, ascending.
  std::vector<std::size_t> conflicts;
};

/// One step, with the state of its actor before and after it.
struct RecordedStep {
  StepText text;
  Name name;              ///< of the message: equal in all executions in which it is the same
  std::size_t actor = 0;  ///< number of the actor
  std::vector<std::size_t> causes;  ///< steps without which it was not possible, ascending
  std::vector<RecordedAccess> touched;
  std::string before;
  std::string after;
};

/// Takes what is recorded, step by step: states may be large, and nobody keeps all of them.
class Recorder {
 public:
  virtual ~Recorder() = default;
  /// What the set-up made.
  virtual void start(const RecordedNews& news) = 0;
  virtual void add(const RecordedStep& step, const RecordedNews& news) = 0;
};

/// Runs a schedule that fits the program, as `replay` finds out, and records it. Throws
/// NondeterminismError where it does not fit any more. Tells a watchdog what is running: nobody has
/// looked at most of these states before.
void record(const ProgramFactory& make, const Schedule& schedule, const CheckOptions& options,
            Recorder& recorder, Watchdog& watchdog);

}  // namespace harrier
