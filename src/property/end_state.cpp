// What is wrong with a state in which nothing can be delivered.
#include "property/end_state.hpp"

#include <algorithm>

namespace harrier {

namespace {

bool waits_for_reply(Activity activity) {
  return activity == Activity::calling || activity == Activity::awaiting;
}

/// Under the environment, may an actor be left like this? One that waits for a reply never may.
bool may_stay(Program& program, ActorId actor, Activity activity, Environment environment) {
  if (activity == Activity::ended) return true;
  if (waits_for_reply(activity)) return false;
  switch (environment) {
    case Environment::total:
      return true;
    case Environment::empty:
      return false;
    case Environment::custom:
      return program.may_be_left(actor);
  }
  return true;
}

/// Follows who waits for whom from an actor; returns the cycle it leads into, if any.
std::vector<ActorId> waiting_cycle(Program& program, ActorId from) {
  std::vector<ActorId> path;
  ActorId at = from;
  while (true) {
    const auto seen = std::find(path.begin(), path.end(), at);
    if (seen != path.end()) return {seen, path.end()};
    path.push_back(at);
    const ActorStatus status = program.status(at);
    if (status.waits_on.empty()) return {};
    at = status.waits_on.front();
  }
}

/// Tells whether a message is only the program's own business: those have no text.
bool is_hidden(Program& program, MessageId message) {
  return program.message_text(message).empty();
}

bool has_mailboxes(const Program& program) { return !program.capabilities().own_actions; }

std::string mailbox_text(Program& program, ActorId actor) {
  std::string text;
  for (const MessageId message : program.pending()) {
    if (program.origin(message).receiver != actor || is_hidden(program, message)) continue;
    if (!text.empty()) text += ", ";
    text += program.message_text(message) + " (" + hold_text(program, message) + ")";
  }
  return "[" + text + "]";
}

Finding deadlock(Program& program, const std::vector<ActorId>& waiting) {
  Finding finding{"deadlock", {}, describe_actors(program)};
  const std::vector<ActorId> cycle = waiting_cycle(program, waiting.front());
  if (!cycle.empty()) {
    finding.message = has_mailboxes(program) ? "deadlock among calls: " : "deadlock: ";
    for (const ActorId actor : cycle) {
      finding.message += program.actor_name(actor) + " waits for ";
    }
    finding.message += program.actor_name(cycle.front());
    return finding;
  }
  const ActorId first = waiting.front();
  finding.message =
      "deadlock: " + program.actor_name(first) + " waits for " + program.status(first).waits_for;
  const ActorStatus status = program.status(first);
  if (!status.waits_on.empty() && program.activity(status.waits_on.front()) == Activity::ended) {
    finding.message += ", which has ended";
  }
  if (has_mailboxes(program)) finding.message += ", with mailbox " + mailbox_text(program, first);
  if (waiting.size() > 1) {
    finding.message += "; " + std::to_string(waiting.size() - 1) + " more wait";
  }
  return finding;
}

}  // namespace

bool suspicious_end(Program& program, Environment environment, Undelivered undelivered) {
  if (undelivered != Undelivered::ignore && !program.pending().empty()) return true;
  for (std::size_t i = 0; i < program.actor_count(); ++i) {
    const ActorId actor(i);
    if (!may_stay(program, actor, program.activity(actor), environment)) return true;
  }
  return false;
}

std::vector<Finding> blocked_actors(Program& program, Environment environment) {
  std::vector<ActorId> waiting;
  std::vector<ActorId> stuck;
  for (std::size_t i = 0; i < program.actor_count(); ++i) {
    const ActorId actor(i);
    const Activity activity = program.activity(actor);
    if (may_stay(program, actor, activity, environment)) continue;
    (waits_for_reply(activity) ? waiting : stuck).push_back(actor);
  }
  if (!waiting.empty()) return {deadlock(program, waiting)};
  if (stuck.empty()) return {};
  Finding finding{"stuck", program.actor_name(stuck.front()), describe_actors(program)};
  const ActorStatus status = program.status(stuck.front());
  finding.message += status.activity == Activity::idle ? " is idle and has not ended"
                                                       : " waits for " + status.waits_for;
  if (stuck.size() > 1) {
    finding.message += "; " + std::to_string(stuck.size() - 1) + " more actors are left";
  }
  return {finding};
}

std::vector<Finding> undelivered_messages(Program& program) {
  std::vector<Finding> findings;
  for (const MessageId message : program.pending()) {
    if (is_hidden(program, message)) continue;
    const ActorId receiver = program.origin(message).receiver;
    findings.push_back({"undelivered",
                        program.message_text(message) + " from " + program.sender_name(message) +
                            " to " + program.actor_name(receiver) +
                            " is never delivered: " + hold_text(program, message),
                        describe_actors(program)});
  }
  return findings;
}

std::string hold_text(Program& program, MessageId message) {
  switch (program.hold(message)) {
    case Hold::none:
      return "deliverable";
    case Hold::ended:
      return "the receiver has ended";
    case Hold::blocked:
      return "the receiver waits for a reply";
    case Hold::guard:
      return "the receiver does not accept it in its state";
    case Hold::order:
      return "an earlier message must be delivered first";
  }
  return {};
}

std::vector<std::string> describe_actors(Program& program) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < program.actor_count(); ++i) {
    const ActorId actor(i);
    const ActorStatus status = program.status(actor);
    const std::string mailbox = has_mailboxes(program) ? mailbox_text(program, actor) : "[]";
    if (status.activity == Activity::ended && mailbox == "[]") continue;
    std::string line = program.actor_name(actor);
    if (status.activity == Activity::ended) {
      line += " has ended";
    } else if (status.activity == Activity::idle) {
      line += " is idle";
    } else {
      line += " waits for " + status.waits_for;
    }
    const std::string state = program.actor_text(actor);
    if (!state.empty()) line += ", state " + state;
    lines.push_back(has_mailboxes(program) ? line + ", mailbox " + mailbox : line);
  }
  return lines;
}

}  // namespace harrier
