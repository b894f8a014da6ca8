// What is wrong with a state in which nothing can be delivered.
#include "property/end_state.hpp"

#include <algorithm>
#include <utility>

#include "core/parts.hpp"

namespace harrier {

namespace {

bool waits_for_reply(Activity activity) {
  return activity == Activity::calling || activity == Activity::awaiting;
}

/// Under the environment, may an actor be left like this? One that waits for a reply never may, and
/// one that waits in a handler for something else only if the program says so.
bool may_stay(Standing& standing, ActorId actor, Activity activity, Environment environment) {
  if (activity == Activity::ended) return true;
  if (waits_for_reply(activity)) return false;
  switch (environment) {
    case Environment::total:
      return activity != Activity::waiting;
    case Environment::empty:
      return false;
    case Environment::custom:
      return standing.may_be_left(actor);
  }
  return true;
}

/// Looks at what waits at an actor; none where nothing waits at any.
std::optional<WaitingMessages> mailbox_of(Program& program, const Trace& trace, ActorId actor) {
  const Narrator& narrator = narrator_of(program);
  if (!narrator.has_mailboxes()) return std::nullopt;
  WaitingMessages mailbox;
  for (const MessageId message : program.pending()) {
    if (trace.receiver(message) != actor) continue;
    std::string text = narrator.message_text(message);
    if (text.empty()) continue;
    mailbox.push_back({std::move(text), standing_of(program).hold(message)});
  }
  return mailbox;
}

/// Examines one end state.
class EndState {
 public:
  EndState(Program& program, const Trace& trace, const EndOptions& options)
      : program_(program), trace_(trace), options_(options), standing_(standing_of(program)) {}

  EndFindings examine() {
    EndFindings found;
    if (const std::optional<Failure> failure = standing_.check_end()) {
      found.violations.emplace_back(FailedEndCheck{*failure});
    }
    if (tells_of_warnings() || options_.warns) add_remarks(found);
    if (!is_suspicious()) return found;
    const std::optional<Finding> blocked = blocked_actors();
    if (blocked) found.violations.push_back(*blocked);
    const bool deadlocked = blocked && kind_of(*blocked) == ViolationKind::deadlock;
    if (!deadlocked && tells_of_warnings()) add_undelivered(warned(found));
    return found;
  }

 private:
  Narrator& narrator() { return narrator_of(program_); }
  bool may_stay(ActorId actor, Activity activity) {
    return harrier::may_stay(standing_, actor, activity, options_.environment);
  }

  bool tells_of_warnings() const {
    if (options_.undelivered == Undelivered::warn) return options_.warns;
    return options_.undelivered == Undelivered::error;
  }
  /// An exception that nobody reads is told whatever is done about messages.
  void add_remarks(EndFindings& found) {
    for (Failure& remark : standing_.remarks()) {
      if (remark.kind == FailureKind::exception) {
        if (options_.warns) found.warnings.emplace_back(FailedProgram{std::move(remark)});
      } else if (tells_of_warnings()) {
        warned(found).emplace_back(FailedProgram{std::move(remark)});
      }
    }
  }

  /// Returns where that belongs of which the user is warned, if nothing else is asked for.
  std::vector<Finding>& warned(EndFindings& found) const {
    return options_.undelivered == Undelivered::error ? found.violations : found.warnings;
  }

  /// Tells cheaply whether there may be findings at all.
  bool is_suspicious() {
    if (options_.undelivered != Undelivered::ignore && !program_.pending().empty()) return true;
    const bool is_total = options_.environment == Environment::total;
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      const ActorId actor(i);
      const Activity activity = standing_.activity(actor);
      if (activity == Activity::ended || (activity == Activity::idle && is_total)) continue;
      if (!may_stay(actor, activity)) return true;
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
    const ActorStatus status = standing_.status(stuck.front());
    return LeftActor{.actor = narrator().actor_name(stuck.front()),
                     .waits_for = status.activity == Activity::idle ? "" : status.waits_for,
                     .others = stuck.size() - 1};
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
    const ActorId first = waiting.front();
    if (const std::vector<ActorId> cycle = waiting_cycle(first); !cycle.empty()) {
      WaitingCycle found{.actors = {}, .of_calls = narrator().has_mailboxes()};
      for (const ActorId actor : cycle) found.actors.push_back(narrator().actor_name(actor));
      return found;
    }
    const ActorStatus status = standing_.status(first);
    const bool for_ended =
        !status.waits_on.empty() && standing_.activity(status.waits_on.front()) == Activity::ended;
    return WaitingActor{.actor = narrator().actor_name(first),
                        .waits_for = status.waits_for,
                        .for_ended = for_ended,
                        .mailbox = mailbox_of(program_, trace_, first),
                        .others = waiting.size() - 1};
  }

  void add_undelivered(std::vector<Finding>& out) {
    for (const MessageId message : program_.pending()) {
      if (standing_.may_be_undelivered(message)) continue;
      const std::string text = narrator().message_text(message);
      if (text.empty() || standing_.continues(message)) continue;
      out.emplace_back(UndeliveredMessage{.message = text,
                                          .from = narrator().sender_name(message),
                                          .to = narrator().actor_name(trace_.receiver(message)),
                                          .hold = standing_.hold(message)});
    }
  }

  Program& program_;
  const Trace& trace_;
  const EndOptions& options_;
  Standing& standing_;
};

}  // namespace

EndFindings examine_end(Program& program, const Trace& trace, const EndOptions& options) {
  return EndState(program, trace, options).examine();
}

std::vector<ActorView> view_actors(Program& program, const Trace& trace) {
  Narrator& narrator = narrator_of(program);
  std::vector<bool> failed(trace.actor_count());
  for (const Event& event : trace.events()) {
    if (event.failed) failed[event.actor.index()] = true;
  }
  std::vector<ActorView> views;
  for (std::size_t i = 0; i < trace.actor_count(); ++i) {
    const ActorId actor(i);
    ActorStatus status = standing_of(program).status(actor);
    std::optional<WaitingMessages> mailbox = mailbox_of(program, trace, actor);
    const bool has_messages = mailbox && !mailbox->empty();
    if (status.activity == Activity::ended && !has_messages && !failed[i]) continue;
    std::string state = narrator.actor_text(actor);
    if (failed[i] && state.empty() && !has_messages) continue;  // the step says it all
    views.push_back({.name = narrator.actor_name(actor),
                     .activity = status.activity,
                     .failed = failed[i],
                     .waits_for = std::move(status.waits_for),
                     .state = std::move(state),
                     .mailbox = std::move(mailbox)});
  }
  return views;
}

}  // namespace harrier
