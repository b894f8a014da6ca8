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
  const bool must_run = field_level || runtime_.chooses() || order_ != nullptr;
  if (question.without && !must_run && is_as_executed(question)) {
    out.kind = StepAnswer::Kind::as_executed;
    out.touches_as_chosen = false;
    return;
  }

  execution_.ledger.steps_of(receiver, own_);
  find_happened(question);
  out.kind = StepAnswer::Kind::impossible;
  const ResourceAccess as_such = {
      Resource::of(receiver, field_level ? Resource::control : Resource::whole),
      field_level ? Access::read : Access::write};
  if (!happened_.empty()) {
    const Execution::Step& last = execution_.step(happened_.back());
    if (!last.alive_after || (last.blocked_after && last.blocked_after != id)) {
      out.touched.push_back(as_such);
      if (!last.alive_after && execution_.message(id).or_gone) answer_too_late(id, out);
      return;
    }
  }
  first_.clear();
  // What it has to wait for was sent before it in any case.
  if (order_ != nullptr && order_->has_to_wait(id, happened_, first_)) return;
  if (execution_.ledger.message(id).guarded || must_run) {
    if (!go_back(receiver)) {
      out.kind = StepAnswer::Kind::unknown;
      return;
    }
    AccessLog passed_over;
    const bool deliverable =
        (first_.empty() || is_passed_over(passed_over)) && rehearse(id, must_run, out);
    if (field_level && !first_.empty()) append_fields(receiver, passed_over, out.touched);
    Execution::destroy_frames(execution_.actor(receiver));
    execution_.actor(receiver).stale = true;
    if (!deliverable) {
      out.touched.push_back(as_such);
      return;
    }
  }
  if (!field_level) out.touched.push_back(as_such);
  out.kind = StepAnswer::Kind::certain;
  out.touches_as_chosen = must_run && (field_level || order_ != nullptr);
}

/// Answers for a message that comes when its receiver has ended and is told so.
void ActorAnswers::answer_too_late(MessageId id, StepAnswer& out) const {
  const Ledger& ledger = execution_.ledger;
  for (MessageId other(0); order_ != nullptr && other < id; other = MessageId(other.index() + 1)) {
    if (!execution_.message(other).or_gone || !order_->precedes(other, id)) continue;
    if (!std::ranges::binary_search(happened_, ledger.message(other).delivered_by)) return;
  }
  if (order_ != nullptr) order_->append_resources(id, {}, true, out.touched);
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

/// Lists the steps of the receiver that have happened where a question is about, the set-up's among
/// them.
void ActorAnswers::find_happened(const StepQuestion& question) {
  happened_.clear();
  const StepNumber prefix_end = execution_.ledger.number(question.prefix);
  auto at = own_.begin();
  for (; at != own_.end() && *at < prefix_end; ++at) happened_.push_back(*at);
  if (at == own_.end()) return;
  const std::span<const std::uint32_t> beside = question.beside();
  for (; at != own_.end(); ++at) {
    if (std::ranges::binary_search(beside, execution_.ledger.event(*at).value)) {
      happened_.push_back(*at);
    }
  }
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

/// Tells whether the receiver refuses everything that should come first.
bool ActorAnswers::is_passed_over(AccessLog& log) {
  access_log = &log;
  const bool refused = std::ranges::none_of(first_, [this](MessageId other) {
    try {
      return deliverable_.guard_holds(other);
    } catch (...) {
      return true;  // it is taken as true and fails its step
    }
  });
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
  if (order_ != nullptr) {
    std::erase_if(rehearsed_.receivers,
                  [this](ActorId to) { return to.index() >= execution_.ledger.made().actors; });
    order_->append_resources(id, rehearsed_.receivers, rehearsed_.sends || rehearsed_.replies,
                             out.touched);
  }
  return true;
}

}  // namespace harrier::detail
