// What an action depends on, and what it would be had other events happened before it.
#include <algorithm>

#include "harrier/detail/processes.hpp"

namespace harrier::detail {

namespace {

/// Tells whether two actions are on some mailbox or mutex together.
bool share_an_object(const Action& first, const Action& second) {
  const auto is_on = [](const Action& action, std::uint32_t object) {
    if (action.kind == ActionKind::local) return false;
    if (!action.communications.empty()) {
      return std::ranges::any_of(action.communications, [object](const Communication& one) {
        return one.mailbox == object;
      });
    }
    if (!action.mutexes.empty())
      return std::ranges::find(action.mutexes, object) != action.mutexes.end();
    return action.object == object;
  };
  if (second.kind == ActionKind::local) return false;
  if (!second.communications.empty()) {
    return std::ranges::any_of(second.communications,
                               [&](const Communication& one) { return is_on(first, one.mailbox); });
  }
  if (!second.mutexes.empty()) {
    return std::ranges::any_of(second.mutexes,
                               [&](std::uint32_t mutex) { return is_on(first, mutex); });
  }
  return is_on(first, second.object);
}

}  // namespace

/// A wait for one communication is possible only behind its other half.
void Processes::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Action& asked = action(id);
  if (asked.kind != ActionKind::wait_any || asked.communications.size() != 1) return;
  const Communication& awaited = asked.communications.front();
  if (!board_.done(awaited)) return;
  const Object& mailbox = objects_[awaited.mailbox];
  const auto& other = awaited.sends ? mailbox.receives : mailbox.sends;
  out.push_back(ledger_.event(other[awaited.index].done_by));
}

/// Only events on the same mailbox or mutex decide how an action goes, and what it touches. What is
/// never possible waits for others: nothing that has happened is in its way.
void Processes::answer(const StepQuestion& question, StepAnswer& out) {
  const Action& asked = action(question.message);
  const std::uint32_t process = ledger_.receiver(question.message).value;
  const StepNumber delivered_by = ledger_.message(question.message).delivered_by;
  out.knows_why = true;
  out.depends_on_causes_only = true;
  out.touches_as_chosen = false;
  if (question.without) {
    const MessageId missing = ledger_.step(ledger_.number(question.without.index())).message;
    if (!share_an_object(action(missing), asked)) {
      out.kind = StepAnswer::Kind::as_executed;
      return;
    }
  }
  const std::span<const std::uint32_t> beside = question.beside();
  scratch_.reset(objects_.size());
  const auto apply = [this](std::uint32_t event) {
    const Ledger::Step& past = ledger_.step(ledger_.number(event));
    scratch_.apply(past.actor.value, action(past.message));
  };
  for (std::uint32_t event = 0; event < question.prefix; ++event) apply(event);
  for (const std::uint32_t event : beside) apply(event);
  if (!scratch_.enabled(process, asked)) {
    out.kind = StepAnswer::Kind::impossible;
    return;
  }
  out.kind = StepAnswer::Kind::certain;
  scratch_.touches(process, asked, out.touched);
  // What it finds or receives may differ, and with it what it chooses: the first value is always
  // there, and touches no less and no more than the others.
  const auto at = delivered_by != 0 ? delivered_by - 1 : ledger_.step_count();
  const auto between = std::ranges::lower_bound(beside, at) - beside.begin();
  if (question.prefix + static_cast<std::uint32_t>(between) != at) out.choices.clear();
}

}  // namespace harrier::detail
