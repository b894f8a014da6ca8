// Says what native actors are doing and wait for, and runs the program's own checks of an end.
#include "runtime/actors_standing.hpp"

#include <algorithm>
#include <utility>

#include "runtime/actors_names.hpp"
#include "runtime/failure.hpp"

namespace harrier::detail {

Activity ActorStanding::activity(ActorId id) {
  const Execution::Actor& shown = execution_.actor(id);
  if (!shown.alive) return Activity::ended;
  if (shown.blocked_on) return Activity::calling;
  if (shown.stale) replay_.fresh(id);
  return shown.frames.empty() ? Activity::idle : activity_of(shown.frames);
}

Activity ActorStanding::activity_of(const std::vector<Frame>& frames) const {
  const bool awaits = std::ranges::any_of(frames, [this](const Frame& frame) {
    return execution_.message(frame.continuation).request_count != 0;
  });
  return awaits ? Activity::awaiting : Activity::waiting;
}

void ActorStanding::add_wait(const Execution::Message& continuation, ActorStatus& status) const {
  const auto say = [&](const std::string& text) {
    status.waits_for += (status.waits_for.empty() ? "" : " and ") + text;
  };
  if (continuation.request_count == 0) {
    say((continuation.conditional ? "a condition in its handler of "
                                  : "control in its handler of ") +
        message_text(execution_, continuation.frame));
  }
  for (const MessageId request : continuation.requests()) {
    if (execution_.message(request).reply != nullptr) continue;
    const ActorId replier = execution_.ledger.receiver(request);
    say("the reply of " + actor_name(execution_, replier) + " to " +
        message_text(execution_, request));
    status.waits_on.push_back(replier);
  }
}

bool ActorStanding::continues(MessageId message) {
  return execution_.message(message).kind == Execution::Message::Kind::resume;
}

ActorStatus ActorStanding::status(ActorId id) {
  ActorStatus status;
  status.activity = activity(id);
  const Execution::Actor& shown = execution_.actor(id);
  if (status.activity == Activity::calling) {
    add_wait(execution_.message(shown.blocked_on), status);
  } else if (status.activity != Activity::ended) {
    for (const Frame& frame : shown.frames) {
      add_wait(execution_.message(frame.continuation), status);
    }
  }
  return status;
}

std::optional<Failure> ActorStanding::check_end() {
  failure_.reset();
  looked_at_.clear();
  try {
    for (const auto& check : declared_.at_end) check(End(*this));
    if (std::optional<Failure> wrong = outsides_.judge()) fail(std::move(*wrong));
  } catch (const StepFailed&) {
  } catch (const NondeterminismError&) {
    throw;
  } catch (...) {
    failure_ = current_exception_as_failure();
  }
  return std::exchange(failure_, std::nullopt);
}

bool ActorStanding::may_be_left(ActorId id) {
  note_look(id);
  return !declared_.may_be_left || declared_.may_be_left(End(*this), id);
}

bool ActorStanding::may_be_undelivered(MessageId id) {
  const Delivery* const delivery = execution_.message(id).delivery;
  return delivery != nullptr && std::ranges::find(declared_.may_be_undelivered, delivery->type) !=
                                    declared_.may_be_undelivered.end();
}

void ActorStanding::note_look(ActorId id) {
  if (std::ranges::find(looked_at_, id) == looked_at_.end()) looked_at_.push_back(id);
}

const void* ActorStanding::object(ActorId id) {
  if (id.index() >= execution_.ledger.made().actors) {
    fail({FailureKind::misuse, "the end check looks at an actor that does not exist"});
  }
  note_look(id);
  return replay_.fresh(id).object;
}

bool ActorStanding::ended(ActorId id) {
  note_look(id);
  return activity(id) == Activity::ended;
}

void ActorStanding::fail(Failure failure) {
  if (!failure_) failure_ = std::move(failure);
  throw StepFailed{};
}

}  // namespace harrier::detail
