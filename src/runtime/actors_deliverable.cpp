// Evaluates constraints and conditions where their actors stand.
#include "runtime/actors_deliverable.hpp"

#include <algorithm>

namespace harrier::detail {

Hold Deliverable::hold(MessageId id) {
  const Hold unordered = hold_unordered(id);
  if (unordered != Hold::none || order_ == nullptr) return unordered;
  const auto is_accepted = [this](MessageId other) { return hold_unordered(other) == Hold::none; };
  return order_->is_next(id, is_accepted) ? Hold::none : Hold::order;
}

Hold Deliverable::hold_unordered(MessageId id) {
  const Execution::Actor& receiver = execution_.actor(execution_.ledger.receiver(id));
  if (!receiver.alive) return execution_.message(id).or_gone ? Hold::none : Hold::ended;
  if (receiver.blocked_on && receiver.blocked_on != id) return Hold::blocked;
  if (!execution_.ledger.message(id).guarded) return Hold::none;
  try {
    return guard_holds(id) ? Hold::none : Hold::guard;
  } catch (const NondeterminismError&) {
    throw;
  } catch (...) {
    return Hold::none;  // the step itself evaluates its guard again and reports the exception
  }
}

bool Deliverable::guard_holds(MessageId id) {
  const Execution::Actor& target = replay_.fresh(execution_.ledger.receiver(id));
  const Execution::Message& candidate = execution_.message(id);
  if (candidate.kind != Execution::Message::Kind::resume) {
    const auto accepts = candidate.delivery->accepts;
    return accepts == nullptr || accepts(target.object, candidate.payload);
  }
  if (!candidate.conditional) return true;
  const auto frame = std::ranges::find(target.frames, id, &Frame::continuation);
  return frame != target.frames.end() && frame->condition.holds(frame->condition.object);
}

void Deliverable::look_at_guards(MessageId id) {
  if (order_ != nullptr) {
    order_->for_each_passed_over(id, [this](MessageId other) { guard_holds(other); });
  }
  if (execution_.ledger.message(id).guarded) guard_holds(id);
}

}  // namespace harrier::detail
