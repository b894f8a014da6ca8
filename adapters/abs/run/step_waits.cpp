// Where a step ends because its task waits, and what the task is kept as until then.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "abs/run/step_run.hpp"
#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"

namespace harrier::abs::run {

bool StepRun::knows(const FutureCell& future) const {
  for (const KnownFuture* one = known_; one != nullptr; one = one->next) {
    if (one->future == &future) return true;
  }
  return false;
}

void StepRun::know(const FutureCell& future) {
  if (knows(future)) return;
  known_ = new (heap_.arena().take(sizeof(KnownFuture))) KnownFuture{&future, known_};
}

/// A get always ends the step, unless the task knows that the value is there: then what a step does
/// never depends on whether somebody else's step has come first. Nobody else runs in the cog
/// meanwhile, so the outcome is the same.
StepRun::Then StepRun::get(std::uint32_t to, FutureCell& future, const Instruction& code) {
  if (knows(future)) {
    take_result(future, to);
    return Then::goes_on;
  }
  FutureCell* const futures[] = {&future};
  suspend(Wait::get, to, futures, code);
  return Then::ends;
}

/// Tells whether a future is resolved. Of those that others may resolve at any time that is a
/// resource; of one that this step has made nobody can have heard.
bool StepRun::is_resolved(FutureCell& future) {
  if (knows(future)) return true;
  if (future.created_by == machine_.stamp_) return false;
  if (!machine_.code_.tests_futures) {
    throw std::logic_error("a future is tested that was taken for certain");
  }
  machine_.touch(Resource::of(future.object, Resource::whole), Access::read);
  if (!future.resolved()) return false;
  know(future);
  return true;
}

bool StepRun::conditions_hold(const Instruction& code) {
  for (const Node* condition : code.conditions) {
    if (!holds(evaluate(*condition))) return false;
  }
  learn_looked_at();
  return true;
}

/// A guard holds: the futures that it has found in fields are resolved.
void StepRun::learn_looked_at() {
  for (const FutureCell* future : machine_.looked_at_) know(*future);
}

StepRun::Then StepRun::await(const Instruction& code) {
  std::vector<FutureCell*>& futures = machine_.scratch_.futures;
  futures.clear();
  machine_.looked_at_.clear();
  for (const Node* named : code.futures) {
    FutureCell* const future = &future_of(evaluate(*named));
    if (std::ranges::find(futures, future) == futures.end()) futures.push_back(future);
  }
  bool goes_on = machine_.semantics_.await == Await::core;
  for (std::size_t i = 0; goes_on && i < futures.size(); ++i) goes_on = is_resolved(*futures[i]);
  std::optional<Interval> waits;
  if (code.least != nullptr) {
    waits = interval(code);
    // A negative one is none; where nothing is to be waited for, others run first only if they
    // always do.
    const int least = sign(waits->least);
    if (least < 0 || (least == 0 && goes_on)) waits.reset();
  }
  if (goes_on && !waits && conditions_hold(code)) return Then::goes_on;
  suspend(Wait::await, Instruction::none, futures, code, waits ? &*waits : nullptr);
  return Then::ends;
}

/// The cog does nothing until time has passed.
StepRun::Then StepRun::pause(const Instruction& code) {
  const Interval waits = interval(code);
  if (sign(waits.least) <= 0) return Then::goes_on;
  suspend(Wait::pause, Instruction::none, {}, code, &waits);
  return Then::ends;
}

/// Takes what a statement costs from the component, if it is there, or waits for its turn. Others
/// must not see what the step has done before without seeing who came first.
StepRun::Then StepRun::pay(const Instruction& code) {
  if (machine_.semantics_.ignores_costs) return Then::goes_on;
  ObjectCell* const component = cog_.component;
  const ResourceFields& fields = machine_.code_.resources[static_cast<std::size_t>(code.resource)];
  if (component == nullptr || component->fields()[fields.total].arguments().empty()) {
    return Then::goes_on;
  }
  if (made_ > 0 || paid_) {
    --top().at;
    suspend(Wait::pay, Instruction::none, {}, code);
    return Then::ends;
  }
  if (!code.arguments.empty()) {
    const ObjectCell& receiver = object_of(evaluate(*code.arguments[0]));
    if (receiver.cog->component == component) return Then::goes_on;
  }
  const Value cost = evaluate(*code.value);
  if (sign(cost) <= 0) return Then::goes_on;
  paid_ = true;
  const Value total = component->fields()[fields.total].arguments()[0];
  const Value used = add(heap_, component->fields()[fields.used], cost);
  const Value missing = subtract(heap_, used, total);
  machine_.touch_actor(*component->cog);
  machine_.write_field(*component, fields.used, sign(missing) > 0 ? total : used);
  if (sign(missing) <= 0) return Then::goes_on;
  wait_for_turn(code, *component, missing);
  return Then::ends;
}

void StepRun::wait_for_turn(const Instruction& code, ObjectCell& component, Value rest) {
  auto* payment = heap_.make<Payment>(CellKind::data, 0, 0);
  payment->component = &component;
  payment->resource = code.resource;
  payment->rest = rest;
  payment_ = payment;
  suspend(Wait::pay, Instruction::none, {}, code);
}

/// Where an interval ends before it begins, its end is all there is, as in the Erlang backend.
StepRun::Interval StepRun::interval(const Instruction& code) {
  const Value least = evaluate(*code.least);
  const Value most = evaluate(*code.most);
  return {compare(most, least) < 0 ? most : least, most};
}

Timer* StepRun::make_timer(const Interval& interval) {
  auto* timer = heap_.make<Timer>(CellKind::data, 0, 0);
  timer->least = add(heap_, machine_.now_, interval.least);
  timer->most = add(heap_, machine_.now_, interval.most);
  timer->next = machine_.timers_;
  return timer;
}

/// Puts the task aside, as a message that is deliverable once what it waits for is there.
void StepRun::suspend(Wait wait, std::uint32_t to, std::span<FutureCell* const> futures,
                      const Instruction& code, const Interval* interval) {
  auto* rest = new (heap_.arena().take(sizeof(Suspended))) Suspended();
  rest->wait = wait;
  rest->to = to;
  rest->frames = keep(std::span<const FrameRecord>(frames_));
  rest->slots = keep(std::span<const Value>(slots_));
  rest->futures = keep(futures);
  if (!code.conditions.empty()) {
    rest->looked_at = keep(std::span<const FutureCell* const>(machine_.looked_at_));
  }
  rest->instruction = &code;
  rest->known = known_;
  Timer* const timer = interval != nullptr ? make_timer(*interval) : nullptr;
  rest->timer = timer;
  Payment* const payment = std::exchange(payment_, nullptr);
  rest->payment = payment;
  TaskRecord task = task_;
  task.rest = rest;
  task.name = next_name();
  const bool blocks = wait != Wait::await && wait != Wait::suspend;
  if (blocks) machine_.touch_control(cog_, Access::write);
  if (machine_.is_rehearsed_) return;

  const MessageId message =
      machine_.ledger_.add_message(cog_.actor, cog_.actor, false, !code.conditions.empty());
  machine_.add_record(task);
  if (blocks) heap_.set(cog_.blocked_by, Value::small(message.value));
  if (payment != nullptr) {
    payment->message = message;
    payment->next = machine_.payments_;
    heap_.set(machine_.payments_, Value::of(payment));
  }
  bool waits = timer != nullptr || payment != nullptr;
  if (timer != nullptr) {
    timer->message = message;
    heap_.set(machine_.timers_, Value::of(timer));
  }
  for (FutureCell* future : futures) {
    if (future->resolved()) continue;
    waits = true;
    auto* waiter = heap_.make<Waiter>(CellKind::data, 0, 0);
    waiter->message = message;
    waiter->next = future->waiters;
    heap_.set(future->waiters, Value::of(waiter));
  }
  if (!waits) machine_.ledger_.add_pending(message);
}

}  // namespace harrier::abs::run
