// Evaluates constraints and conditions where their actors stand.
#include "runtime/actors_deliverable.hpp"

#include <algorithm>

namespace harrier::detail {

Hold Deliverable::hold(MessageId id) {
  const Hold hold = hold_by_receiver(id);
  if (hold != Hold::none || outsides_.empty()) return hold;
  const auto accepts = [this](MessageId other) { return hold_by_receiver(other) == Hold::none; };
  return outsides_.open(id, now_, accepts) ? Hold::none : Hold::order;
}

void Deliverable::append_open(std::vector<MessageId>& out) {
  const auto accepts = [this](MessageId other) { return hold_by_receiver(other) == Hold::none; };
  outsides_.append_open(execution_.ledger.pending(), now_, accepts, out);
}

Hold Deliverable::hold_by_receiver(MessageId id) {
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
  if (!outsides_.empty()) {
    // What is passed over is refused, so all of it is looked at.
    outsides_.open(id, now_, [this](MessageId other) {
      return !execution_.ledger.message(other).guarded || guard_holds(other);
    });
  }
  if (execution_.ledger.message(id).guarded) guard_holds(id);
}

}  // namespace harrier::detail
