// What is wrong with a state in which nothing can be delivered: deadlock, stuck actors, lost
// messages.
#pragma once

#include <string>
#include <vector>

#include "harrier/options.hpp"
#include "harrier/program.hpp"

namespace harrier {

/// What is wrong with a state, in words.
struct Finding {
  std::string kind;
  std::string message;
  std::vector<std::string> details;
};

/// Tells cheaply whether an end state may have findings at all.
bool suspicious_end(Program& program, Environment environment, Undelivered undelivered);

/// Examines an end state: a deadlock, or else stuck actors.
std::vector<Finding> blocked_actors(Program& program, Environment environment);
/// Lists the messages that an end state leaves undelivered, and why.
std::vector<Finding> undelivered_messages(Program& program);
/// Shows every actor that is not idle or has messages: what it waits for, its state, its mailbox.
std::vector<std::string> describe_actors(Program& program);
/// Says why a pending message is not delivered.
std::string hold_text(Program& program, MessageId message);

}  // namespace harrier
