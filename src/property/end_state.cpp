// What is wrong with a state in which nothing can be delivered.
#include "property/end_state.hpp"

#include <algorithm>

#include "core/parts.hpp"

namespace harrier {

namespace {

bool waits_for_reply(Activity activity) {
  return activity == Activity::calling || activity == Activity::awaiting;
}

/// Under the environment, may an actor be left like this? One that waits for a reply never may.
bool may_stay(Standing& standing, ActorId actor, Activity activity, Environment environment) {
  if (activity == Activity::ended) return true;
  if (waits_for_reply(activity)) return false;
  switch (environment) {
    case Environment::total:
      return true;
    case Environment::empty:
      return false;
    case Environment::custom:
      return standing.may_be_left(actor);
  }
  return true;
}

std::string mailbox_text(Program& program, const Trace& trace, ActorId actor) {
  const Narrator& narrator = narrator_of(program);
  std::string text;
  for (const MessageId message : program.pending()) {
    if (trace.receiver(message) != actor) continue;
    const std::string shown = narrator.message_text(message);
    if (shown.empty()) continue;
    if (!text.empty()) text += ", ";
    text += shown + " (" + hold_text(program, message) + ")";
  }
  return "[" + text + "]";
}

/// Examines one end state.
class EndState {
 public:
  EndState(Program& program, const Trace& trace, const EndOptions& options)
      : program_(program),
        trace_(trace),
        options_(options),
        narrator_(narrator_of(program)),
        standing_(standing_of(program)) {}

  EndFindings examine() {
    EndFindings found;
    if (const std::optional<Failure> failure = standing_.check_end()) {
      found.violations.push_back(failed_check(*failure));
    }
    if (!is_suspicious()) return found;
    const std::optional<Finding> blocked = blocked_actors();
    if (blocked) found.violations.push_back(*blocked);
    const bool deadlocked = blocked && blocked->kind == "deadlock";
    const bool error = options_.undelivered == Undelivered::error;
    if (deadlocked || options_.undelivered == Undelivered::ignore || !(error || options_.warns)) {
      return found;
    }
    add_undelivered(error ? found.violations : found.warnings);
    return found;
  }

 private:
  bool may_stay(ActorId actor, Activity activity) {
    return harrier::may_stay(standing_, actor, activity, options_.environment);
  }

  Finding failed_check(const Failure& failure) {
    return {failure.kind == FailureKind::check ? "end-check" : kind_text(failure.kind),
            "the check of the end state failed: " + failure.text,
            describe_actors(program_, trace_)};
  }

  /// Tells cheaply whether there may be findings at all.
  bool is_suspicious() {
    if (options_.undelivered != Undelivered::ignore && !program_.pending().empty()) return true;
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      const ActorId actor(i);
      if (!may_stay(actor, standing_.activity(actor))) return true;
    }
    return false;
  }

  std::optional<Finding> blocked_actors() {
    std::vector<ActorId> waiting;
    std::vector<ActorId> stuck;
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      const ActorId actor(i);
      const Activity activity = standing_.activity(actor);
      if (may_stay(actor, activity)) continue;
      (waits_for_reply(activity) ? waiting : stuck).push_back(actor);
    }
    if (!waiting.empty()) return deadlock(waiting);
    if (stuck.empty()) return std::nullopt;
    Finding finding{"stuck", narrator_.actor_name(stuck.front()),
                    describe_actors(program_, trace_)};
    const ActorStatus status = standing_.status(stuck.front());
    finding.message += status.activity == Activity::idle ? " is idle and has not ended"
                                                         : " waits for " + status.waits_for;
    if (stuck.size() > 1) {
      finding.message += "; " + std::to_string(stuck.size() - 1) + " more actors are left";
    }
    return finding;
  }

  /// Follows who waits for whom from an actor; returns the cycle it leads into, if any.
  std::vector<ActorId> waiting_cycle(ActorId from) {
    std::vector<ActorId> path;
    ActorId at = from;
    while (true) {
      const auto seen = std::find(path.begin(), path.end(), at);
      if (seen != path.end()) return {seen, path.end()};
      path.push_back(at);
      const ActorStatus status = standing_.status(at);
      if (status.waits_on.empty()) return {};
      at = status.waits_on.front();
    }
  }

  Finding deadlock(const std::vector<ActorId>& waiting) {
    Finding finding{"deadlock", {}, describe_actors(program_, trace_)};
    const std::vector<ActorId> cycle = waiting_cycle(waiting.front());
    if (!cycle.empty()) {
      finding.message = narrator_.has_mailboxes() ? "deadlock among calls: " : "deadlock: ";
      for (const ActorId actor : cycle) {
        finding.message += narrator_.actor_name(actor) + " waits for ";
      }
      finding.message += narrator_.actor_name(cycle.front());
      return finding;
    }
    const ActorId first = waiting.front();
    const ActorStatus status = standing_.status(first);
    finding.message = "deadlock: " + narrator_.actor_name(first) + " waits for " + status.waits_for;
    if (!status.waits_on.empty() &&
        standing_.activity(status.waits_on.front()) == Activity::ended) {
      finding.message += ", which has ended";
    }
    if (narrator_.has_mailboxes()) {
      finding.message += ", with mailbox " + mailbox_text(program_, trace_, first);
    }
    if (waiting.size() > 1) {
      finding.message += "; " + std::to_string(waiting.size() - 1) + " more wait";
    }
    return finding;
  }

  void add_undelivered(std::vector<Finding>& out) {
    for (const MessageId message : program_.pending()) {
      const std::string text = narrator_.message_text(message);
      if (text.empty()) continue;
      out.push_back({"undelivered",
                     text + " from " + narrator_.sender_name(message) + " to " +
                         narrator_.actor_name(trace_.receiver(message)) +
                         " is never delivered: " + hold_text(program_, message),
                     describe_actors(program_, trace_)});
    }
  }

  Program& program_;
  const Trace& trace_;
  const EndOptions& options_;
  Narrator& narrator_;
  Standing& standing_;
};

}  // namespace

EndFindings examine_end(Program& program, const Trace& trace, const EndOptions& options) {
  return EndState(program, trace, options).examine();
}

std::string hold_text(Program& program, MessageId message) {
  switch (standing_of(program).hold(message)) {
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

const char* kind_text(FailureKind kind) {
  switch (kind) {
    case FailureKind::check:
      return "check";
    case FailureKind::exception:
      return "exception";
    case FailureKind::misuse:
      return "misuse";
  }
  return "";
}

std::vector<std::string> describe_actors(Program& program, const Trace& trace) {
  Narrator& narrator = narrator_of(program);
  Standing& standing = standing_of(program);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < trace.actor_count(); ++i) {
    const ActorId actor(i);
    const ActorStatus status = standing.status(actor);
    const std::string mailbox =
        narrator.has_mailboxes() ? mailbox_text(program, trace, actor) : "[]";
    if (status.activity == Activity::ended && mailbox == "[]") continue;
    std::string line = narrator.actor_name(actor);
    if (status.activity == Activity::ended) {
      line += " has ended";
    } else if (status.activity == Activity::idle) {
      line += " is idle";
    } else {
      line += " waits for " + status.waits_for;
    }
    const std::string state = narrator.actor_text(actor);
    if (!state.empty()) line += ", state " + state;
    lines.push_back(narrator.has_mailboxes() ? line + ", mailbox " + mailbox : line);
  }
  return lines;
}

}  // namespace harrier
