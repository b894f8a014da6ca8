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

void Deliverable::append_ordered(std::vector<MessageId>& out) {
  for (const Accepted& one : accepted_) last_accepted_[one.receiver.index()] = 0;
  accepted_.clear();
  last_accepted_.resize(execution_.actors.size());
  for (const MessageId id : execution_.ledger.pending()) {
    if (hold_unordered(id) != Hold::none) continue;
    // What comes before it was sent before it, to the same receiver.
    const ActorId receiver = execution_.ledger.receiver(id);
    std::uint32_t& last = last_accepted_[receiver.index()];
    std::uint32_t at = last;
    while (at != 0 && !order_->precedes(accepted_[at - 1].message, id)) {
      at = accepted_[at - 1].previous;
    }
    if (at == 0) out.push_back(id);
    accepted_.push_back({id, receiver, last});
    last = static_cast<std::uint32_t>(accepted_.size());
  }
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
