// Runs main, blocking actors and handlers, and suspends those that wait.
#include <exception>
#include <utility>

#include "backend.hpp"
#include "base/mix.hpp"
#include "harrier/unsupported.hpp"
#include "host/places.hpp"
#include "host/waits.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

std::string exception_text() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "of a type that is not derived from std::exception";
  }
}

}  // namespace

void World::run_on_fiber(ActorId context, std::function<void()> body) {
  run(tasks_.add(context, [this, body = std::move(body)] {
    try {
      body();
    } catch (const Unwind&) {
      // The stack is empty now, as intended.
    } catch (...) {
      if (!tearing_down()) fail(FailureKind::exception, exception_text());
      Actor& failed = actor(tasks_.current()->context);
      failed.ended |= failed.kind == Kind::main;
    }
  }));
}

void World::run(Task& task) {
  if (!tearing_down()) log_.begin_stretch(task);
  tasks_.resume(task);
}

void World::run_later(ActorId context, std::function<void()> job) {
  const Unlogged unlogged(log_);
  later_.push_back({context, account_.stretch, std::move(job)});
}

/// Runs what the step has started elsewhere: it only adds messages, so its moment does not matter.
void World::settle() {
  for (std::size_t i = 0; i < later_.size(); ++i) {
    const ActorId context = later_[i].context;
    touch(Resource::of(context, Resource::whole), Access::write);
    log_.follow(later_[i].stretch);
    run_on_fiber(context, std::move(later_[i].job));
  }
  later_.clear();
}

bool World::wait_for_message(void* handle, std::optional<std::int64_t> timeout_ns) {
  if (!on_fiber()) return false;
  if (tearing_down()) tasks_.unwind_current();
  const ActorId id = find_or_add(handle, Kind::scoped);
  touch(Resource::of(id, Resource::whole), Access::write);
  if (backend::has_mail(handle)) return true;
  Task& task = *tasks_.current();
  task.timed_out = false;
  const MessageId alarm = timeout_ns ? add_alarm(task, id, now_ns() + *timeout_ns) : MessageId();
  actor(id).waiting = &task;
  task.looks = 0;
  while (!backend::has_mail(handle) && !task.timed_out) tasks_.suspend();
  actor(id).waiting = nullptr;
  if (alarm && !task.timed_out) drop_alarm(alarm);
  return !task.timed_out;
}

bool World::wait_until(Condition condition) {
  if (!on_fiber()) return true;
  if (tearing_down()) {
    if (condition.unwinds) tasks_.unwind_current();
    tasks_.wait_in_vain();
    return true;
  }
  touch_shared(condition.part, Access::read);
  if (condition.holds() && (!condition.quiet || (nothing_pending() && later_.empty()))) return true;
  if (condition.due_ns && *condition.due_ns <= now_ns()) return false;
  const std::uint32_t part = condition.part;
  Task& task = *tasks_.current();
  task.ready = std::move(condition.holds);
  task.what = std::move(condition.text);
  task.timed_out = false;
  task.looks = 0;
  const MessageId id(account_.messages.size());
  {
    const Unlogged unlogged(log_);
    Message& message = account_.add_message(task.context);
    message.delivery = Delivery::until;
    message.task = &task;
    message.key = part;
    message.quiet = condition.quiet;
    message.registry = condition.registry;
    message.running = condition.running;
    account_.ledger.add_pending(id);
  }
  const MessageId alarm =
      condition.due_ns ? add_alarm(task, task.context, *condition.due_ns) : MessageId();
  do {
    task.fiber->suspend();
    // The caller may be a destructor, through which nothing can be thrown.
  } while (!task.ready() && !task.timed_out && !task.unwind);
  task.ready = nullptr;
  if (task.unwind && condition.unwinds) tasks_.unwind_current();
  if (!task.timed_out) {
    if (alarm) drop_alarm(alarm);
    return true;
  }
  // It stays, held back for good.
  account_.message(id).task = nullptr;
  account_.message(id).cancelled = true;
  touch_shared(part, Access::write);
  return false;
}

/// Wakes a task when its time comes.
MessageId World::add_alarm(Task& task, ActorId whose, std::int64_t due_ns) {
  const Unlogged unlogged(log_);
  const MessageId alarm(account_.messages.size());
  Message& message = alarms_.add(whose, due_ns);
  message.delivery = Delivery::wake;
  message.task = &task;
  return alarm;
}

void World::drop_alarm(MessageId alarm) {
  account_.message(alarm).task = nullptr;
  alarms_.take_back(alarm);
}

/// Suspends the running task until so much time has passed, or it is taken down.
void World::sleep_here(Task& task, std::int64_t span_ns) {
  task.ready = [] { return false; };
  task.timed_out = false;
  const MessageId alarm = add_alarm(task, task.context, now_ns() + span_ns);
  do {
    task.fiber->suspend();
  } while (!task.timed_out && !task.unwind);
  task.ready = nullptr;
  if (!task.timed_out) drop_alarm(alarm);
}

void World::sleep(std::int64_t span_ns) {
  if (tearing_down()) return tasks_.wait_in_vain();
  if (span_ns <= 0) return;
  Task& task = *tasks_.current();
  task.looks = 0;
  task.what = "its sleep to end" + host::calling_place();
  sleep_here(task, span_ns);
  if (task.unwind) tasks_.unwind_current();
}

/// Who looks at the clock again and again waits for the time to pass.
void World::look_at_clock() {
  constexpr unsigned looks_max = 2'000;
  constexpr std::int64_t look_ns = 1'000'000;
  Task& task = *tasks_.current();
  if (++task.looks <= looks_max) return;
  if (tearing_down()) return tasks_.wait_in_vain();
  task.what = "the time to pass" + host::calling_place();
  sleep_here(task, look_ns);  // what looks at a clock lets no exception through
}

std::vector<Failure> World::remarks() {
  std::vector<Failure> found;
  const auto add = [&found](const std::string& text) {
    found.push_back({FailureKind::exception, text, text});
  };
  if (alarms_.were_set() && how_.timers == Timers::quiescent) {
    add("timers fired only when nothing else could happen (timers=any lets them fire at any "
        "moment)");
  }
  if (draws_) {
    add("random numbers were those of seed " + std::to_string(how_.random) +
        " alone (random=N takes another)");
  }
  return found;
}

bool World::wait_for(Wait wait) {
  const std::uint32_t part = part_of(wait.object);
  if (!wait.ready) wait.ready = [] { return false; };
  return wait_until({.holds = std::move(wait.ready),
                     .part = part,
                     .text = tearing_down() ? wait.what : wait.what + host::calling_place(),
                     .due_ns = wait.due_ns,
                     .unwinds = wait.can_throw});
}

void World::touch_object(const void* object, Access access) {
  if (!tearing_down()) touch_shared(part_of(object), access);
}

std::uint32_t World::choose_waiter(std::uint32_t count) {
  if (count > 1 && !account_.executing.load() && !tearing_down()) {
    refuse(
        "a signal for one of several that wait, before main waits for the first time, which is "
        "not supported");
  }
  return choose(count);
}

/// Returns the part of the program that an object stands for. What lies in a loaded file has the
/// same place there in every execution.
std::uint32_t World::part_of(const void* object) {
  constexpr std::uint32_t globals = objects_end - objects_part - 1;
  const auto [known, is_new] = parts_.try_emplace(object, objects_part);
  if (is_new && object != nullptr) {
    if (const std::optional<std::size_t> place = host::place_in_file(object)) {
      known->second = objects_part + 1 + static_cast<std::uint32_t>(mix(1, *place) % globals);
    }
  }
  return known->second;
}

void World::crash(std::string text) {
  fail(FailureKind::exception, std::move(text));
  actor(tasks_.current()->context).ended = true;
  tasks_.abandon();
}

void World::refuse(std::string what) {
  refused_ = std::move(what);
  tasks_.abandon();
}

void World::stop_if_refused() {
  if (!refused_.empty()) throw UnsupportedError(refused_);
}

void World::leave(int status) {
  if (requires_system_at_exit_ && status == 0 && !tearing_down()) require_system();
  if (status != 0) fail(FailureKind::check, "exit(" + std::to_string(status) + ") was called");
  left_ = true;
  Task& task = *tasks_.current();
  while (true) task.fiber->suspend();  // it cannot be unwound: exit() does not throw
}

Activity World::activity(ActorId id) {
  const Actor& shown = actor(id);
  if (shown.ended || crashed() || left_) return Activity::ended;
  const bool has_stack = shown.kind == Kind::main || shown.kind == Kind::blocking;
  const bool waits = has_stack && tasks_.waiting_for_condition(id) != nullptr;
  const bool in_handler = shown.kind != Kind::main && (shown.waiting != nullptr || shown.busy);
  if (waits || in_handler) return Activity::calling;
  if (shown.kind == Kind::event && how_.lost_responses &&
      backend::awaited_responses(shown.handle) != 0) {
    return Activity::awaiting;
  }
  return Activity::idle;
}

}  // namespace harrier::caf
