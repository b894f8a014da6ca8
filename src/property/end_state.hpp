// What is wrong with a state in which nothing can be delivered: deadlock, stuck actors, lost
// messages.
#pragma once

#include <string>
#include <vector>

#include "core/trace.hpp"
#include "harrier/options.hpp"
#include "harrier/program.hpp"

namespace harrier {

/// What is wrong with a state, in words.
struct Finding {
  std::string kind;
  std::string message;
  std::vector<std::string> details;
};

/// What to look for in an end state.
struct EndOptions {
  Environment environment = Environment::total;
  Undelivered undelivered = Undelivered::warn;
  bool warns = true;  ///< otherwise what would only be a warning is not looked for
};

/// What is wrong with an end state.
struct EndFindings {
  std::vector<Finding> violations;
  std::vector<Finding> warnings;
};

/// Examines a state in which nothing can be delivered: what the program itself checks, a deadlock
/// or else stuck actors, and messages that are never delivered.
EndFindings examine_end(Program& program, const Trace& trace, const EndOptions& options);

/// Shows every actor that is not idle or has messages: what it waits for, its state, its mailbox.
std::vector<std::string> describe_actors(Program& program, const Trace& trace);
/// Says why a pending message is not delivered.
std::string hold_text(Program& program, MessageId message);
/// Names what failed.
const char* kind_text(FailureKind kind);

}  // namespace harrier
