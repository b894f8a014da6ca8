// Runs main, blocking actors and handlers, and suspends those that wait.
#include <exception>
#include <utility>

#include "backend.hpp"
#include "harrier/unsupported.hpp"
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
  MessageId alarm;
  task.timed_out = false;
  if (timeout_ns) {
    const Unlogged unlogged(log_);
    alarm = MessageId(account_.messages.size());
    Message& message = alarms_.add(id, now_ns() + *timeout_ns);
    message.delivery = Delivery::wake;
    message.task = &task;
  }
  actor(id).waiting = &task;
  while (!backend::has_mail(handle) && !task.timed_out) tasks_.suspend();
  actor(id).waiting = nullptr;
  if (alarm && !task.timed_out) {
    account_.message(alarm).task = nullptr;
    alarms_.take_back(alarm);
  }
  return !task.timed_out;
}

void World::wait_until(Condition condition) {
  if (!on_fiber()) return;
  if (tearing_down()) return tasks_.wait_in_vain();
  touch_shared(condition.part, Access::read);
  if (condition.holds() && (!condition.quiet || (nothing_pending() && later_.empty()))) return;
  Task& task = *tasks_.current();
  task.ready = std::move(condition.holds);
  task.what = std::move(condition.text);
  const MessageId id(account_.messages.size());
  Message& message = account_.add_message(task.context);
  message.delivery = Delivery::until;
  message.task = &task;
  message.key = condition.part;
  message.quiet = condition.quiet;
  message.registry = condition.registry;
  message.running = condition.running;
  account_.ledger.add_pending(id);
  do {
    task.fiber->suspend();
    // The caller may be a destructor, through which nothing can be thrown.
  } while (!task.ready() && !task.unwind);
  task.ready = nullptr;
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
