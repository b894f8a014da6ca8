// The state of an execution: how steps begin, end and are taken back, and what they touch.
#include "abs/run/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "abs/run/step_run.hpp"
#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"
#include "base/mix.hpp"

namespace harrier::abs::run {

namespace {

/// More values of one `random` than anybody wants to see explored.
constexpr std::int64_t choices_max = 1000;

/// Where a model lets time pass, the clock is the actor behind that of the main block.
constexpr std::size_t clock_actor = 1;

}  // namespace

Machine::Machine(const Code& code, const Semantics& semantics, Dependence dependence,
                 bool compares_states)
    : code_(code),
      semantics_(semantics),
      dependence_(dependence),
      compares_states_(compares_states),
      evaluator_(heap_, *this) {}

const StepReport& Machine::start() {
  heap_.journal().clear();
  heap_.arena().cut({});
  ledger_.clear();
  messages_.clear();
  gates_.clear();
  cogs_.clear();
  objects_.clear();
  printed_.clear();
  overwritten_.clear();
  uncaught_.clear();
  marks_.clear();

  auto* cog = new (heap_.arena().take(sizeof(Cog))) Cog();
  cog->actor = ledger_.add_actor();
  cog->path = 1;
  cogs_.push_back(cog);
  const MessageId main = ledger_.add_message(cog->actor, {}, false);
  TaskRecord task;
  task.cog = cog;
  task.body = &code_.main;
  task.name = 1;
  add_record(task);
  ledger_.add_pending(main);
  unfinished_ = {{main}};
  now_ = Value::small(0);
  timers_ = payments_ = Value::nothing();
  if (code_.is_timed) make_clock();
  if (!code_.chooses) {
    execute(main, {});
    if (failure_) throw ProgramError(*failure_);
  }
  if (code_.is_timed) add_tick({});
  return ledger_.end_setup();
}

/// The clock is an actor of its own, so that nobody's step is one of time.
void Machine::make_clock() {
  auto* clock = new (heap_.arena().take(sizeof(Cog))) Cog();
  clock->actor = ledger_.add_actor();
  clock->path = 2;
  cogs_.push_back(clock);
}

void Machine::add_tick(ActorId sender) {
  Cog* const clock = cogs_[clock_actor];
  TaskRecord tick;
  tick.cog = clock;
  tick.body = &code_.clock;
  tick.name = mix(clock->path, ledger_.step_count());
  tick.since = static_cast<std::uint32_t>(ledger_.step_count());
  ledger_.add_pending(ledger_.add_message(clock->actor, sender, false));
  add_record(tick);
}

bool Machine::can_tick() const {
  if (!timers_.is_nothing()) return true;
  for (const Payment* one = payments(); one != nullptr; one = next_payment(*one)) {
    if (can_be_served(*one)) return true;
  }
  return false;
}

/// Returns where time stops next: where the first interval ends or, if that is how it goes on,
/// begins; and no later than where somebody is served.
Value Machine::next_stop(Heap& heap) const {
  std::optional<Value> stop = next_refill(heap);
  for (const Timer* one = timers(); one != nullptr; one = next_timer(*one)) {
    const Value at = semantics_.durations == Durations::latest ? one->most : one->least;
    if (!stop || compare(at, *stop) < 0) stop = at;
  }
  return *stop;
}

std::string Machine::time_text(MessageId tick) const {
  const bool was_executed = ledger_.message(tick).delivered_by != 0;
  if (was_executed) return run::text_of(task(tick).called_at, *this);
  Heap heap;
  return can_tick() ? run::text_of(next_stop(heap), *this) : std::string();
}

Value Machine::time_max() {
  return heap_.rational(heap_.integer(semantics_.time_max->numerator),
                        heap_.integer(semantics_.time_max->denominator));
}

/// Lets time go on, and all that may go on then become ready.
void Machine::run_tick(MessageId message) {
  const Value stop = next_stop(heap_);
  messages_[message.index()].called_at = stop;
  if (semantics_.time_max && compare(stop, time_max()) > 0) {
    cut_ = "time " + run::text_of(time_max(), *this);
    return;
  }
  const Value before = now_;
  heap_.set(now_, stop);
  wake_timers(stop);
  const Value intervals = subtract(heap_, truncate(heap_, stop), truncate(heap_, before));
  if (code_.component != nullptr && sign(intervals) > 0) refill(intervals.number());
  add_tick(cogs_[clock_actor]->actor);
}

void Machine::wake_timers(Value now) {
  std::vector<Timer*> due;
  std::vector<Timer*> left;
  for (const Timer* one = timers(); one != nullptr; one = next_timer(*one)) {
    (compare(one->least, now) <= 0 ? due : left).push_back(const_cast<Timer*>(one));
  }
  heap_.set(timers_, Value::nothing());
  for (std::size_t i = left.size(); i-- > 0;) {
    heap_.set(left[i]->next, timers_);
    heap_.set(timers_, Value::of(left[i]));
  }
  for (std::size_t i = due.size(); i-- > 0;) {
    heap_.set(due[i]->due, Value::small(ledger_.step_count()));
    const TaskRecord& waiting = messages_[due[i]->message.index()];
    if (waiting.rest->is_ready()) ledger_.add_pending(due[i]->message);
  }
}

Value Machine::time_left() {
  const Value deadline = evaluated_->deadline;
  if (deadline.is_nothing() || deadline.arguments().empty()) return Value::small(-1);
  const Value passed = subtract(heap_, now_, evaluated_->called_at);
  const Value left = subtract(heap_, deadline.arguments()[0], passed);
  return sign(left) < 0 ? Value::small(0) : left;
}

const StepReport& Machine::execute(MessageId message, std::span<const Choice> choices) {
  marks_.push_back(mark());
  ledger_.begin(message, choices);
  is_rehearsed_ = false;
  run_task(message);
  if (compares_states_) note_unfinished(message);
  StepReport& report = ledger_.end();
  report.resources = touched_;
  report.failure = failure_ ? &*failure_ : nullptr;
  report.cut = cut_ ? &*cut_ : nullptr;
  return report;
}

void Machine::note_unfinished(MessageId executed) {
  std::vector<MessageId> now = unfinished_.back();
  std::erase(now, executed);
  for (std::size_t i = marks_.back().messages; i < messages_.size(); ++i) {
    if (!is_tick(MessageId(i))) now.push_back(MessageId(i));
  }
  unfinished_.push_back(std::move(now));
}

/// Runs the step on a message, be it executed or rehearsed.
void Machine::run_task(MessageId message) {
  running_message_ = message;
  ++stamp_;
  touched_.clear();
  chosen_.clear();
  failure_.reset();
  cut_.reset();
  is_recorded_ = true;
  const Cog& cog = *messages_[message.index()].cog;
  if (dependence_ == Dependence::actor) {
    touched_.push_back({Resource::of(cog.actor, Resource::whole), Access::write});
  } else {
    touched_.push_back({Resource::of(cog.actor, Resource::control), Access::read});
  }
  if (code_.is_timed) {
    // What time it is is the same for all that happens until time goes on.
    const Resource instant = Resource::of(cogs_[clock_actor]->actor, Resource::first_field);
    touched_.push_back({instant, is_tick(message) ? Access::write : Access::read});
  }
  evaluator_.begin();
  try {
    if (is_tick(message)) {
      run_tick(message);
    } else {
      StepRun(*this, message).run();
    }
  } catch (const Refusal& refusal) {
    failure_ = Failure{FailureKind::misuse, refusal.what()};
  } catch (const Unknown& unknown) {
    cut_ = unknown.what();
  }
  running_at_.store(nullptr, std::memory_order_relaxed);
  is_recorded_ = false;
  running_message_ = {};
}

std::string Machine::computes_at() const {
  const Instruction* const at = running_at_.load(std::memory_order_relaxed);
  return at != nullptr ? abs::text_of(*code_.model, at->position) : std::string();
}

Machine::Mark Machine::mark() const {
  return {.arena = heap_.arena().mark(),
          .journal = heap_.journal().size(),
          .messages = messages_.size(),
          .cogs = cogs_.size(),
          .objects = objects_.size(),
          .printed = printed_.size(),
          .overwritten = overwritten_.size(),
          .uncaught = uncaught_.size()};
}

void Machine::restore(std::size_t journal) {
  std::vector<Heap::Change>& changes = heap_.journal();
  while (changes.size() > journal) {
    *changes.back().word = changes.back().other;
    changes.pop_back();
  }
}

void Machine::take_back() {
  const Mark& before = marks_.back();
  restore(before.journal);
  heap_.arena().cut(before.arena);
  messages_.resize(before.messages);
  gates_.resize(before.messages);
  cogs_.resize(before.cogs);
  objects_.resize(before.objects);
  printed_.resize(before.printed);
  overwritten_.resize(before.overwritten);
  uncaught_.resize(before.uncaught);
  marks_.pop_back();
  if (compares_states_) unfinished_.pop_back();
  ledger_.take_back();
}

void Machine::touch(Resource resource, Access access) {
  for (ResourceAccess& one : touched_) {
    if (one.resource != resource) continue;
    if (access == Access::write) one.access = Access::write;
    return;
  }
  touched_.push_back({resource, access});
}

/// A cog that a rehearsed step would make is no actor yet, and nobody else can touch it.
void Machine::touch_control(const Cog& cog, Access access) {
  if (dependence_ == Dependence::field && cog.actor) {
    touch(Resource::of(cog.actor, Resource::control), access);
  }
}

/// Of actors as a whole: this step is one of another actor, too.
void Machine::touch_actor(const Cog& cog) {
  if (dependence_ == Dependence::actor && cog.actor) {
    touch(Resource::of(cog.actor, Resource::whole), Access::write);
  }
}

/// The first object of a cog has its fields by number; those of others are told apart by a hash of
/// a name that no schedule changes. Two that meet cost reduction, and nothing else.
void Machine::touch_field(const ObjectCell& object, std::uint32_t field, Access access) {
  if (!is_recorded_ || dependence_ == Dependence::actor || object.created_by == stamp_) return;
  const Cog& cog = *object.cog;
  const std::uint32_t part =
      cog.root == &object
          ? Resource::first_field + field
          : Resource::element_bit | static_cast<std::uint32_t>(mix(object.name, field) >> 33);
  touch(Resource::of(cog.actor, part), access);
}

void Machine::read_field(ObjectCell& object, std::uint32_t field) {
  touch_field(object, field, Access::read);
}

void Machine::write_field(ObjectCell& object, std::uint32_t field, Value value) {
  touch_field(object, field, Access::write);
  if (!same(object.fields()[field], value)) ++changes_;
  if (object.created_by == stamp_) {
    object.fields()[field] = value;
  } else {
    heap_.set(object.fields()[field], value);
  }
}

void Machine::print(Value text) {
  ++changes_;
  if (is_recorded_ && !is_rehearsed_) printed_.push_back({running_message_, text});
}

Value Machine::choose(Value count) {
  if (!is_recorded_) throw Refusal("a guard must not be random");
  if (!count.is_small() || count.number() < 1 || count.number() > choices_max) {
    throw Refusal(
        fmt::format("random({}): every value is explored, so there must be between 1 and {}",
                    run::text_of(count, *this), choices_max));
  }
  ++changes_;
  const auto values = static_cast<std::uint32_t>(count.number());
  if (!is_rehearsed_) return Value::small(ledger_.take_choice(values));
  const Choice asked = chosen_.size() < given_.size() ? given_[chosen_.size()] : Choice{};
  chosen_.push_back(detail::as_far_as_it_fits(asked, values));
  return Value::small(chosen_.back().value);
}

/// Looks at a future that a guard has found in a field. Whoever resolves it may have come first,
/// unless this step has made it: then nobody has heard of it.
bool Machine::is_resolved(FutureCell& future) {
  looked_at_.push_back(&future);
  if (is_recorded_ && future.created_by != stamp_) {
    touch(Resource::of(future.object, Resource::whole), Access::read);
  }
  return future.resolved();
}

void Machine::awaited(const TaskRecord& task, std::vector<const FutureCell*>& out) const {
  if (task.rest == nullptr) return;
  const auto add = [&out](const FutureCell* future) {
    if (!future->resolved()) out.push_back(future);
  };
  std::ranges::for_each(task.rest->futures, add);
  for (const Node* condition : task.rest->instruction->conditions) {
    if (condition->kind != Node::Kind::resolved) continue;
    const Value found = task.rest->frames.back().self->fields()[condition->arguments[0]->index];
    if (found.is(CellKind::future)) add(static_cast<const FutureCell*>(found.cell()));
  }
}

bool Machine::evaluate_conditions(const TaskRecord& task) {
  looked_at_.clear();
  evaluated_ = &task;
  const Suspended& rest = *task.rest;
  const FrameRecord& frame = rest.frames.back();
  // What a pattern within the condition binds goes into a copy.
  guard_slots_.assign(rest.slots.begin() + frame.slots, rest.slots.end());
  const Evaluator::Environment environment{
      guard_slots_.data(), frame.self,
      task.future != nullptr ? Value::of(task.future) : Value::null(), nullptr};
  return std::ranges::all_of(rest.instruction->conditions, [&](const Node* condition) {
    return holds(evaluator_.evaluate(*condition, environment));
  });
}

/// Tells whether the condition that a task waits for holds. What throws is thrown when the task
/// goes on.
bool Machine::guard_holds(const TaskRecord& task) {
  if (task.rest == nullptr || task.rest->wait != Wait::await) return true;
  if (task.rest->instruction->conditions.empty()) return true;
  const Arena::Mark before = heap_.arena().mark();
  evaluator_.begin();
  bool holds_now = true;
  try {
    holds_now = evaluate_conditions(task);
  } catch (const Thrown&) {
  } catch (const Refusal&) {
  } catch (const Unknown&) {
  }
  heap_.arena().cut(before);
  return holds_now;
}

Hold Machine::hold(const TaskRecord& task, MessageId message) {
  const Value blocker = task.cog->blocked_by;
  if (!blocker.is_nothing() && blocker.number() != message.value) return Hold::blocked;
  if (task.self != nullptr && !task.self->dead.is_nothing()) return Hold::none;
  return guard_holds(task) ? Hold::none : Hold::guard;
}

void Machine::add_record(const TaskRecord& task) {
  const bool waits_for_condition = task.rest != nullptr && task.rest->wait == Wait::await &&
                                   !task.rest->instruction->conditions.empty();
  gates_.push_back({.cog = task.cog,
                    .kind = task.body == &code_.clock ? Gate::Kind::time
                            : waits_for_condition     ? Gate::Kind::guarded
                                                      : Gate::Kind::open});
  messages_.push_back(task);
}

/// Time goes on where nothing else is possible.
void Machine::enabled(std::vector<MessageId>& out) {
  const std::size_t before = out.size();
  std::optional<MessageId> tick;
  for (const MessageId message : ledger_.pending()) {
    const Gate& gate = gates_[message.index()];
    const Value blocker = gate.cog->blocked_by;
    if (!blocker.is_nothing() && blocker.number() != message.value) continue;
    if (gate.kind == Gate::Kind::time) {
      tick = message;
    } else if (gate.kind == Gate::Kind::open || hold(message) == Hold::none) {
      out.push_back(message);
    }
  }
  if (tick && out.size() == before && can_tick()) out.push_back(*tick);
}

Hold Machine::hold(MessageId message) {
  if (is_tick(message)) return can_tick() ? Hold::none : Hold::guard;
  return hold(messages_[message.index()], message);
}

/// Appends the step of time that let a task go on.
void Machine::add_tick_of(Value step, std::vector<EventId>& out) const {
  if (step.is_nothing()) return;
  const EventId event = ledger_.event(static_cast<detail::StepNumber>(step.number()));
  if (event) out.push_back(event);
}

void Machine::further_causes(MessageId message, std::vector<EventId>& out) const {
  const TaskRecord& task = messages_[message.index()];
  if (is_tick(message)) {
    // It is possible once nothing else is.
    for (detail::StepNumber step = task.since + 1; step < ledger_.step_count(); ++step) {
      if (const EventId event = ledger_.event(step)) out.push_back(event);
    }
    return;
  }
  if (task.rest == nullptr) return;
  if (task.rest->timer != nullptr) add_tick_of(task.rest->timer->due, out);
  if (task.rest->payment != nullptr) add_tick_of(task.rest->payment->paid, out);
  for (const FutureCell* future : task.rest->futures) {
    if (!future->resolved()) continue;
    const EventId event =
        ledger_.event(static_cast<detail::StepNumber>(future->resolved_by.number()));
    if (event) out.push_back(event);
  }
}

/// Takes back the changes of all events after the prefix, and makes those of the events beside
/// again. Cells stay where they are.
void Machine::look_back(const StepQuestion& question) {
  std::vector<Heap::Change>& journal = heap_.journal();
  const std::size_t first = ledger_.number(question.prefix) - 1;
  if (first >= marks_.size()) return;
  for (std::size_t i = journal.size(); i-- > marks_[first].journal;) {
    std::swap(*journal[i].word, journal[i].other);
  }
  beside_changes_.clear();
  for (const std::uint32_t event : question.beside()) {
    const std::size_t step = ledger_.number(event) - 1;
    const std::size_t end = step + 1 < marks_.size() ? marks_[step + 1].journal : journal.size();
    for (std::size_t i = marks_[step].journal; i < end; ++i) {
      beside_changes_.push_back({journal[i].word, *journal[i].word});
      *journal[i].word = journal[i].other;
    }
  }
}

void Machine::look_ahead_again(const StepQuestion& question) {
  std::vector<Heap::Change>& journal = heap_.journal();
  const std::size_t first = ledger_.number(question.prefix) - 1;
  if (first >= marks_.size()) return;
  for (std::size_t i = beside_changes_.size(); i-- > 0;) {
    *beside_changes_[i].word = beside_changes_[i].other;
  }
  for (std::size_t i = marks_[first].journal; i < journal.size(); ++i) {
    std::swap(*journal[i].word, journal[i].other);
  }
}

/// Looks at the state behind that history and runs the step there, without effect on anything. The
/// events of the history did in the execution what they would do there: none of them depends on
/// what is missing.
void Machine::answer(const StepQuestion& question, StepAnswer& out) {
  look_back(question);
  const std::size_t journal = heap_.journal().size();
  const Arena::Mark arena = heap_.arena().mark();
  const TaskRecord& task = messages_[question.message.index()];
  const bool is_ready =
      !is_tick(question.message) && (task.rest == nullptr || task.rest->is_ready());
  const Hold why = is_ready ? hold(task, question.message) : Hold::guard;
  out.touches_as_chosen = false;
  if (why != Hold::none) {
    out.kind = StepAnswer::Kind::impossible;
    out.knows_why = true;
    explain(task, why, is_ready, out.touched);
  } else {
    out.kind = StepAnswer::Kind::certain;
    given_ = question.choices;
    is_rehearsed_ = true;
    run_task(question.message);
    is_rehearsed_ = false;
    out.touched.assign(touched_.begin(), touched_.end());
    out.choices.assign(chosen_.begin(), chosen_.end());
    out.touches_as_chosen = !chosen_.empty();
  }
  restore(journal);
  heap_.arena().cut(arena);
  look_ahead_again(question);
}

/// Says what it rests on that a task cannot go on: what its condition read, and whether its cog is
/// blocked. A future that is not resolved is nothing that has happened; nor is time that has not
/// passed, and no order within an instant lets it go on earlier.
void Machine::explain(const TaskRecord& task, Hold why, bool is_ready,
                      std::vector<ResourceAccess>& out) {
  if (!is_ready) return;
  touched_.clear();
  if (dependence_ == Dependence::actor) {
    touch(Resource::of(task.cog->actor, Resource::whole), Access::write);
  } else {
    touch(Resource::of(task.cog->actor, Resource::control), Access::read);
    if (why == Hold::guard) {
      ++stamp_;
      is_recorded_ = true;
      evaluate_conditions(task);
      is_recorded_ = false;
    }
  }
  out.assign(touched_.begin(), touched_.end());
}

/// Names an object or a future the same in every schedule: programs may print and compare this.
std::string Machine::text_of(const NamedCell& cell) const {
  const bool is_object = cell.kind == CellKind::object;
  return fmt::format("{}:{:08x}",
                     is_object ? static_cast<const ObjectCell&>(cell).code->name : "Fut",
                     cell.name >> 32);
}

}  // namespace harrier::abs::run
