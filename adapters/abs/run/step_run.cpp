// One step: a task from where it goes on to where it ends or waits.
#include "abs/run/step_run.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "abs/run/content.hpp"
#include "base/mix.hpp"

namespace harrier::abs::run {

using Kind = Instruction::Kind;

StepRun::StepRun(Machine& machine, MessageId message)
    : machine_(machine),
      heap_(machine.heap_),
      task_(machine.messages_[message.index()]),
      cog_(*task_.cog),
      frames_(machine.scratch_.frames),
      slots_(machine.scratch_.slots) {
  frames_.clear();
  slots_.clear();
  machine.evaluated_ = &task_;
  if (machine.compares_states_) content_ = content_of(task_).low;
}

void StepRun::run() {
  if (task_.self != nullptr && !task_.self->dead.is_nothing()) {
    if (!cog_.blocked_by.is_nothing()) unblock();
    end_task(Value::constant(known::object_dead), true);
    return;
  }
  bool goes_on = true;
  bool begins = true;
  while (goes_on) {
    try {
      if (std::exchange(begins, false)) {
        if (task_.rest != nullptr) {
          resume();
        } else {
          push(*task_.body, task_.self, task_.arguments, Instruction::none);
          if (task_.self == nullptr && machine_.code_.asks_for_component) make_initial_component();
        }
      }
      run_instructions();
      goes_on = false;
    } catch (const Thrown& thrown) {
      thrown_at_ = current().position;
      goes_on = unwind(thrown.exception);
    } catch (const Refusal& refusal) {
      // The task may be about to begin or to go on.
      if (frames_.empty() || top().at == 0) throw;
      throw Refusal(abs::text_of(*machine_.code_.model, current().position) + ": " +
                    refusal.what());
    }
  }
}

Evaluator::Environment StepRun::environment() {
  return {slots_.data() + top().slots, top().self,
          task_.future != nullptr ? Value::of(task_.future) : Value::null(), nullptr};
}

void StepRun::push(const Body& body, ObjectCell* self, std::span<const Value> arguments,
                   std::uint32_t to) {
  constexpr std::size_t depth_max = 100'000;
  if (frames_.size() == depth_max) throw Refusal("a recursion of methods is too deep");
  const auto first = static_cast<std::uint32_t>(slots_.size());
  slots_.resize(first + body.slot_count);
  std::ranges::copy(arguments, slots_.begin() + first);
  frames_.push_back({&body, self, 0, to, first, false});
}

void StepRun::unblock() {
  heap_.set(cog_.blocked_by, Value::nothing());
  machine_.touch_control(cog_, Access::write);
}

/// Goes on where the task waited.
void StepRun::resume() {
  const Suspended& rest = *task_.rest;
  frames_.assign(rest.frames.begin(), rest.frames.end());
  slots_.assign(rest.slots.begin(), rest.slots.end());
  known_ = rest.known;
  for (const FutureCell* future : rest.futures) know(*future);
  if (rest.wait == Wait::pause || rest.wait == Wait::pay) unblock();
  if (rest.wait == Wait::get) {
    unblock();
    take_result(*rest.futures[0], rest.to);
  }
  if (rest.wait == Wait::await && !rest.instruction->conditions.empty()) {
    machine_.evaluate_conditions(task_);
    learn_looked_at();
    const auto now = std::span(machine_.looked_at_).first(rest.looked_at.size());
    if (!machine_.is_rehearsed_ && !std::ranges::equal(rest.looked_at, now)) {
      machine_.overwritten_.push_back(rest.instruction);
    }
  }
}

void StepRun::take_result(FutureCell& future, std::uint32_t to) {
  if (holds(future.thrown)) {
    if (future.told.is_nothing()) heap_.set(future.told, truth(true));
    throw Thrown{future.result};
  }
  if (to != Instruction::none) slot(to) = future.result;
}

void StepRun::run_instructions() {
  Then then = Then::goes_on;
  while (then == Then::goes_on) {
    FrameRecord& frame = top();
    const Instruction& code = frame.body->code[frame.at++];
    machine_.running_at_.store(&code, std::memory_order_relaxed);
    then = execute(code);
  }
}

StepRun::Then StepRun::execute(const Instruction& code) {
  switch (code.kind) {
    case Kind::assign:
      slot(code.to) = evaluate(*code.value);
      return Then::goes_on;
    case Kind::set_field:
      machine_.write_field(*top().self, code.to, evaluate(*code.value));
      return Then::goes_on;
    case Kind::evaluate:
      evaluate(*code.value);
      return Then::goes_on;
    case Kind::call_async: {
      ObjectCell& receiver = object_of(evaluate(*code.value));
      const std::span<const Value> arguments = arguments_of(code);
      const Body& body = method_of(receiver, code);
      const Value deadline = code.deadline != nullptr ? evaluate(*code.deadline) : Value::nothing();
      // A future that nobody is given nobody waits for.
      const bool is_kept = code.to != Instruction::none || machine_.code_.asks_for_destiny;
      FutureCell* future = post(receiver, body, arguments, is_kept, deadline);
      if (code.to != Instruction::none) slot(code.to) = Value::of(future);
      return Then::goes_on;
    }
    case Kind::call_sync:
      return call_sync(code);
    case Kind::create:
      return create(code);
    case Kind::get:
      return get(code.to, future_of(evaluate(*code.value)), code);
    case Kind::await:
      return await(code);
    case Kind::pause:
      return pause(code);
    case Kind::pay:
      return pay(code);
    case Kind::suspend:
      suspend(Wait::suspend, Instruction::none, {}, code);
      return Then::ends;
    case Kind::give:
      return give(code.value != nullptr ? evaluate(*code.value) : Value::constant(known::unit));
    case Kind::claim:
      claim(code);
      return Then::goes_on;
    case Kind::jump:
      if (code.target < top().at) jump_back(code);
      top().at = code.target;
      return Then::goes_on;
    case Kind::jump_unless:
      if (!holds(evaluate(*code.value))) top().at = code.target;
      return Then::goes_on;
    case Kind::match:
      if (!machine_.evaluator_.match(*code.pattern, slot(code.from), environment())) {
        top().at = code.target;
      }
      return Then::goes_on;
    case Kind::next:
      next_element(code);
      return Then::goes_on;
    case Kind::raise:
      throw Thrown{evaluate(*code.value)};
    case Kind::die: {
      const Value exception = evaluate(*code.value);
      kill(*top().self, exception);
      end_task(exception, true);
      return Then::ends;
    }
  }
  throw Refusal("an instruction that the interpreter does not know");
}

/// Finds loops that come back to where they were. The turn that later ones are compared with is
/// taken anew after 2, 4, 8, … turns, so that a period of any length fits in between.
void StepRun::jump_back(const Instruction& code) {
  const bool is_back =
      turn_.jump == &code && turn_.changes == machine_.changes_ &&
      turn_.slots.size() == slots_.size() && std::ranges::equal(turn_.frames, frames_) &&
      std::ranges::equal(turn_.slots, slots_, [](Value a, Value b) { return same(a, b); });
  if (is_back) throw Refusal("this loop never ends: it comes back to the values that it had");
  if (!std::has_single_bit(++turns_)) return;
  turn_ = {.jump = &code, .frames = frames_, .slots = slots_, .changes = machine_.changes_};
}

void StepRun::next_element(const Instruction& code) {
  const Value list = slot(code.from);
  if (list.is_constant()) {
    top().at = code.target;
    return;
  }
  slot(code.to) = list.arguments()[0];
  if (code.counts) slot(code.to_index) = slot(code.from + 1);
  slot(code.from) = list.arguments()[1];
  slot(code.from + 1) = Value::small(slot(code.from + 1).number() + 1);
}

void StepRun::claim(const Instruction& code) {
  if (holds(evaluate(*code.value))) return;
  claimed_at_ = code.position;
  throw Thrown{Value::constant(known::assertion_fail)};
}

std::span<const Value> StepRun::arguments_of(const Instruction& code) {
  std::vector<Value>& values = machine_.scratch_.arguments;
  values.clear();
  for (const Node* argument : code.arguments) values.push_back(evaluate(*argument));
  return values;
}

const Body& StepRun::method_of(const ObjectCell& object, const Instruction& code) const {
  const Body* body = object.code->methods[code.method];
  if (body != nullptr) return *body;
  throw Refusal(object.code->name + " has no method " + machine_.code_.method_names[code.method]);
}

/// Names what a step makes by the step's own name and its place in it: equal in every schedule.
std::uint64_t StepRun::next_name() { return mix(task_.name, ++made_); }

/// Names a future by the task that makes it, as that stood when the step began, and its place in
/// the step: a loop that comes back to a state makes the same ones again.
std::uint64_t StepRun::next_origin() {
  std::uint64_t origin = mix(content_, made_);
  const auto is_taken = [&](MessageId message) {
    const FutureCell* const future = machine_.messages_[message.index()].future;
    return future != nullptr && future->origin == origin;
  };
  const std::size_t first_new = machine_.marks_.back().messages;
  const auto is_taken_now = [&] {
    for (std::size_t i = first_new; i < machine_.messages_.size(); ++i) {
      if (is_taken(MessageId(i))) return true;
    }
    return std::ranges::any_of(machine_.unfinished(), is_taken);
  };
  while (is_taken_now()) origin = mix(origin, 1);
  return origin;
}

FutureCell* StepRun::post(ObjectCell& receiver, const Body& body, std::span<const Value> arguments,
                          bool with_future, Value deadline) {
  ++machine_.changes_;
  TaskRecord task;
  task.self = &receiver;
  task.cog = receiver.cog;
  task.body = &body;
  task.arguments = keep(arguments);
  task.name = next_name();
  task.called_at = machine_.now_;
  task.deadline = deadline;
  if (with_future) {
    task.future = heap_.make<FutureCell>(CellKind::future, 0, 0);
    task.future->name = task.name;
    if (machine_.compares_states_) task.future->origin = next_origin();
    task.future->created_by = machine_.stamp_;
  }
  if (!machine_.is_rehearsed_) {
    const MessageId message = machine_.ledger_.add_message(receiver.cog->actor, cog_.actor, false);
    machine_.ledger_.add_pending(message);
    if (with_future) {
      task.future->task = message;
      if (machine_.code_.tests_futures) task.future->object = machine_.ledger_.add_object();
    }
    machine_.add_record(task);
  }
  return task.future;
}

StepRun::Then StepRun::call_sync(const Instruction& code) {
  ObjectCell& receiver = object_of(evaluate(*code.value));
  const std::span<const Value> arguments = arguments_of(code);
  const Body& body = method_of(receiver, code);
  const Cog* own = top().self != nullptr ? top().self->cog : &cog_;
  if (receiver.cog == own) {
    if (!receiver.dead.is_nothing()) throw Thrown{Value::constant(known::object_dead)};
    push(body, &receiver, arguments, code.to);
    return Then::goes_on;
  }
  FutureCell* future = post(receiver, body, arguments, true);
  return get(code.to, *future, code);
}

/// Counts the objects that the cog makes: in another order they have other names.
std::uint64_t StepRun::next_path() {
  const std::int64_t number = cog_.made.number() + 1;
  heap_.set(cog_.made, Value::small(number));
  machine_.touch_control(cog_, Access::write);
  return mix(cog_.path, static_cast<std::uint64_t>(number));
}

Cog& StepRun::make_cog(ObjectCell* component) {
  auto* cog = new (heap_.arena().take(sizeof(Cog))) Cog();
  cog->creator = cog_.actor;
  cog->component = component;
  if (!machine_.is_rehearsed_) {
    cog->actor = machine_.ledger_.add_actor();
    machine_.cogs_.push_back(cog);
  }
  return *cog;
}

ObjectCell& StepRun::make_object(const ClassCode& code, bool in_same_group, ObjectCell* component) {
  ++machine_.changes_;
  const std::size_t fields = code.fields.size();
  auto* object = heap_.make<ObjectCell>(CellKind::object, fields, fields * sizeof(Value));
  object->code = &code;
  object->name = next_name();
  object->created_by = machine_.stamp_;
  if (machine_.compares_states_) object->path = next_path();
  std::fill_n(object->fields(), fields, Value::null());
  if (in_same_group && machine_.semantics_.actors == Actors::cog) {
    object->cog = top().self != nullptr ? top().self->cog : &cog_;
  } else {
    object->cog = &make_cog(component);
    object->cog->path = mix(object->path, 0);
  }
  if (object->cog->root == nullptr && object->cog != machine_.cogs_.front()) {
    object->cog->root = object;
  }
  if (!machine_.is_rehearsed_) machine_.objects_.push_back(object);
  return *object;
}

/// Returns what the object that is made is to run on.
ObjectCell* StepRun::component_for(const Instruction& code) {
  if (code.placed == nullptr) return cog_.component;
  ObjectCell& component = object_of(evaluate(*code.placed));
  if (component.code != machine_.code_.component) {
    throw Refusal("only a DeploymentComponent of the library can be run on");
  }
  return &component;
}

/// Makes what the main block runs on: it has all of everything.
void StepRun::make_initial_component() {
  const ClassCode& code = *machine_.code_.component;
  ObjectCell& object = make_object(code, false, nullptr);
  object.fields()[0] = heap_.string("Initial DC");
  object.fields()[1] = Value::constant(known::empty_map);
  cog_.component = object.cog->component = &object;
  push(code.initial, &object, {}, Instruction::none);
  top().initialises = true;
}

/// Makes an object and begins its init block, which neither waits nor lets others run.
StepRun::Then StepRun::create(const Instruction& code) {
  const std::span<const Value> arguments = arguments_of(code);
  ObjectCell* const component = component_for(code);
  ObjectCell& object = make_object(*code.created, code.in_same_group, component);
  std::ranges::copy(arguments, object.fields());
  if (code.to != Instruction::none) slot(code.to) = Value::of(&object);
  push(code.created->initial, &object, {}, Instruction::none);
  top().initialises = true;
  return Then::goes_on;
}

StepRun::Then StepRun::give(Value value) {
  const FrameRecord ended = top();
  if (ended.initialises && ended.self->code->run != nullptr) {
    post(*ended.self, *ended.self->code->run, {}, false);
  }
  frames_.pop_back();
  slots_.resize(ended.slots);
  if (frames_.empty()) {
    if (!recovers_) end_task(value, false);
    return Then::ends;
  }
  if (ended.to != Instruction::none) slot(ended.to) = value;
  return Then::goes_on;
}

void StepRun::resolve(Value result, bool thrown) {
  if (task_.future == nullptr || std::exchange(resolved_, true)) return;
  FutureCell& future = *task_.future;
  heap_.set(future.result, result);
  heap_.set(future.resolved_by, Value::small(machine_.ledger_.step_count()));
  if (thrown) heap_.set(future.thrown, truth(true));
  if (future.object) {
    machine_.touch(Resource::of(future.object, Resource::whole), Access::write);
  }
  if (machine_.is_rehearsed_ || future.waiters.is_nothing()) return;
  std::vector<MessageId> waiting;
  for (Value at = future.waiters; !at.is_nothing();) {
    const auto* waiter = static_cast<const Waiter*>(at.cell());
    waiting.push_back(waiter->message);
    at = waiter->next;
  }
  for (std::size_t i = waiting.size(); i-- > 0;) {
    if (machine_.messages_[waiting[i].index()].rest->is_ready()) {
      machine_.ledger_.add_pending(waiting[i]);
    }
  }
}

void StepRun::end_task(Value result, bool thrown) { resolve(result, thrown); }

/// Finds who handles an exception; tells whether the step goes on.
bool StepRun::unwind(Value exception) {
  while (!frames_.empty()) {
    FrameRecord& frame = top();
    const std::uint32_t at = frame.at - 1;
    const auto handler = std::ranges::find_if(
        frame.body->handlers, [at](const Handler& one) { return one.begin <= at && at < one.end; });
    if (handler != frame.body->handlers.end()) {
      slots_.resize(frame.slots + frame.body->slot_count);
      slot(handler->slot) = exception;
      frame.at = handler->target;
      return true;
    }
    slots_.resize(frame.slots);
    frames_.pop_back();
  }
  return fail_task(exception);
}

/// Ends a task that handles an exception not at all: its future tells it, and its object recovers
/// or dies of it. Tells whether the step goes on, with the recover block.
bool StepRun::fail_task(Value exception) {
  const bool is_main = task_.self == nullptr;
  const Body* recover = is_main || recovers_ ? nullptr : task_.self->code->recover.get();
  const bool is_claim = claimed_at_ && same(exception, Value::constant(known::assertion_fail));
  if (is_claim) {
    if (recover == nullptr) fail_claim();
  } else if (!recovers_ && (is_main || machine_.semantics_.exceptions == Exceptions::any)) {
    machine_.failure_ =
        Failure{FailureKind::exception, abs::text_of(*machine_.code_.model, thrown_at_) + ": " +
                                            run::text_of(exception, machine_) + " is not caught"};
  }
  resolve(exception, true);
  if (is_main) return false;
  if (recover == nullptr) {
    if (!machine_.is_rehearsed_) {
      machine_.uncaught_.push_back(
          {task_.future, task_.body, task_.self->code, exception, thrown_at_});
    }
    kill(*task_.self, exception);
    return false;
  }
  recovers_ = true;
  push(*recover, task_.self, {}, Instruction::none);
  slot(recover->exception_slot) = exception;
  return true;
}

/// Nobody has handled that an assertion does not hold.
void StepRun::fail_claim() {
  machine_.failure_ =
      Failure{FailureKind::check,
              abs::text_of(*machine_.code_.model, *claimed_at_) + ": the assertion does not hold"};
}

void StepRun::kill(ObjectCell& object, Value exception) {
  machine_.touch_control(*object.cog, Access::write);
  heap_.set(object.dead, exception);
}

}  // namespace harrier::abs::run
