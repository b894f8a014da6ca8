// Runs an actor through a part of its past, evaluates a guard there, and rehearses the step.
#include "runtime/actors_answers.hpp"

#include <algorithm>

#include "runtime/actors_fields.hpp"

namespace harrier::detail {

void ActorAnswers::answer(const StepQuestion& question, StepAnswer& out) {
  const MessageId id = question.message;
  const ActorId receiver = execution_.ledger.receiver(id);
  const bool field_level = execution_.actor(receiver).field_level;
  out.knows_why = true;
  out.depends_on_causes_only = false;
  // It may do something else than it did, unless all it touches is its actor as a whole.
  const bool must_run = field_level || runtime_.chooses() || !outsides_.empty();
  if (question.without && !must_run && is_as_executed(question)) {
    out.kind = StepAnswer::Kind::as_executed;
    out.touches_as_chosen = false;
    return;
  }

  const Past past(execution_.ledger, question);
  execution_.ledger.steps_of(receiver, own_);
  happened_.clear();
  for (const StepNumber step : own_) {
    if (past.has(step)) happened_.push_back(step);
  }
  out.kind = StepAnswer::Kind::impossible;
  const ResourceAccess as_such = {
      Resource::of(receiver, field_level ? Resource::control : Resource::whole),
      field_level ? Access::read : Access::write};
  if (!happened_.empty()) {
    const Execution::Step& last = execution_.step(happened_.back());
    if (!last.alive_after || (last.blocked_after && last.blocked_after != id)) {
      out.touched.push_back(as_such);
      if (!last.alive_after && execution_.message(id).or_gone) answer_too_late(id, past, out);
      return;
    }
  }
  // The receiver is put there only if somebody has to ask it.
  enum class Receiver : std::uint8_t { here, there, nowhere } receiver_is = Receiver::here;
  const auto is_there = [&] {
    if (receiver_is == Receiver::here) {
      receiver_is = go_back(receiver) ? Receiver::there : Receiver::nowhere;
    }
    return receiver_is == Receiver::there;
  };
  AccessLog looked_at;
  const auto accepts = [&](MessageId other) {
    if (!execution_.ledger.message(other).guarded) return true;
    return !is_there() || !is_refused(other, looked_at);
  };
  const bool open = outsides_.empty() || outsides_.open(id, past, accepts);
  const bool asks = receiver_is != Receiver::here ||
                    (open && (execution_.ledger.message(id).guarded || must_run));
  if (asks && !is_there()) {
    out.kind = StepAnswer::Kind::unknown;
    return;
  }
  const bool deliverable = open && (!asks || rehearse(id, must_run, out));
  if (asks) {
    if (field_level) append_fields(receiver, looked_at, out.touched);
    Execution::destroy_frames(execution_.actor(receiver));
    execution_.actor(receiver).stale = true;
  }
  if (!open) outsides_.append_reason(id, out.touched);
  if (!deliverable) {
    // What it has to wait for, whatever the receiver's state, was sent before it in any case.
    if (asks) out.touched.push_back(as_such);
    return;
  }
  if (!field_level) out.touched.push_back(as_such);
  out.kind = StepAnswer::Kind::certain;
  out.touches_as_chosen = must_run && (field_level || !outsides_.empty());
}

/// Answers for a message that comes when its receiver has ended and is told so. Of what should come
/// first only the same is still taken.
void ActorAnswers::answer_too_late(MessageId id, const Past& past, StepAnswer& out) const {
  const auto accepts = [this](MessageId other) { return execution_.message(other).or_gone; };
  if (!outsides_.open(id, past, accepts)) return;
  outsides_.append_touched({.message = id, .sent = {}, .tells = true}, out.touched);
  out.choices.clear();
  out.kind = StepAnswer::Kind::certain;
  out.touches_as_chosen = false;
}

/// Tells whether it makes no difference that one event has not happened.
bool ActorAnswers::is_as_executed(const StepQuestion& question) const {
  const StepNumber missing = execution_.ledger.number(question.without.index());
  return !execution_.ledger.message(question.message).guarded &&
         !execution_.step(missing).control_changed;
}

/// Puts the receiver where the question is about, from the latest copy that was kept before the
/// histories part; false where it cannot be built again.
bool ActorAnswers::go_back(ActorId receiver) {
  const auto copy_before = [this](std::size_t at) {
    return at < own_.size() && execution_.step(own_[at]).snapshot != nullptr;
  };
  auto from = static_cast<std::size_t>(std::ranges::mismatch(own_, happened_).in1 - own_.begin());
  while (from > 0 && !copy_before(from)) --from;
  const Execution::Step* const base = copy_before(from) ? &execution_.step(own_[from]) : nullptr;
  if (base == nullptr && execution_.actor(receiver).recipe == nullptr) return false;
  replay_.run_through(receiver, base, std::span(happened_).subspan(from));
  return true;
}

/// Tells whether the receiver refuses a message where it stands.
bool ActorAnswers::is_refused(MessageId other, AccessLog& log) {
  access_log = &log;
  bool refused = false;
  try {
    refused = !deliverable_.guard_holds(other);
  } catch (...) {
    // It is taken as true and fails its step.
  }
  access_log = nullptr;
  return refused;
}

/// Evaluates the guard of a message where its receiver stands, and rehearses its step.
bool ActorAnswers::rehearse(MessageId id, bool run, StepAnswer& out) {
  const ActorId receiver = execution_.ledger.receiver(id);
  const Execution::Actor& target = execution_.actor(receiver);
  if (execution_.message(id).kind == Execution::Message::Kind::resume &&
      std::ranges::find(target.frames, id, &Frame::continuation) == target.frames.end()) {
    return false;  // the handler has not come to wait
  }
  AccessLog log;
  access_log = &log;
  rehearsed_.choices = out.choices;
  runtime_.rehearse(rehearsed_);
  bool deliverable = true;
  try {
    if (execution_.ledger.message(id).guarded) deliverable = deliverable_.guard_holds(id);
    if (deliverable && run) runtime_.run(receiver, id);
  } catch (const InternalError&) {
    access_log = nullptr;
    runtime_.unmute();
    throw;
  } catch (...) {
    // A guard that throws is taken as true and fails its step; a step that fails ends its actor.
    rehearsed_.changes_control = true;
  }
  access_log = nullptr;
  runtime_.unmute();
  if (!deliverable && target.field_level) append_fields(receiver, log, out.touched);
  if (!deliverable || !run) return deliverable;
  out.choices.assign(rehearsed_.choices.begin(),
                     rehearsed_.choices.begin() + static_cast<std::ptrdiff_t>(rehearsed_.chosen));
  if (target.field_level) {
    out.touched.push_back({Resource::of(receiver, Resource::control),
                           rehearsed_.changes_control ? Access::write : Access::read});
    append_fields(receiver, log, out.touched);
  }
  if (outsides_.empty()) return true;
  std::erase_if(rehearsed_.sent, [this](const SentMessage& sent) {
    return sent.to.index() >= execution_.ledger.made().actors;
  });
  outsides_.append_touched(
      {.message = id, .sent = rehearsed_.sent, .tells = rehearsed_.sends || rehearsed_.replies},
      out.touched);
  return true;
}

}  // namespace harrier::detail
