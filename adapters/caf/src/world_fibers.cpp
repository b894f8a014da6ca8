// Runs main, blocking actors and handlers on fibers.
#include <algorithm>
#include <exception>
#include <utility>

#include "host/muted.hpp"
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

World::Task& World::new_task(ActorId context, std::function<void()> body) {
  tasks_.push_back(std::make_unique<Task>());
  Task& task = *tasks_.back();
  task.fiber = pool_.take();
  task.context = context;
  task.fiber->begin([this, body = std::move(body)] {
    try {
      body();
    } catch (const Unwind&) {
      // The stack is empty now, as intended.
    } catch (...) {
      if (!tearing_down_) fail(FailureKind::exception, exception_text());
      actor(task_->context).ended |= actor(task_->context).kind == Kind::main;
    }
  });
  return task;
}

void World::run(Task& task) {
  Task* const outer = std::exchange(task_, &task);
  const ActorId outer_context = std::exchange(context_, task.context);
  if (tracing_ && !tearing_down_) {
    const Unlogged unlogged(*this);
    stretch_ = accesses_.begin_stretch();
    accesses_.add_cause(stretch_cause_);
    accesses_.add_cause(std::exchange(actor(context_).stretch, stretch_));
    if (task.ready != nullptr) {  // it may go on because of what any other did
      for (std::size_t i = 0; i < actor_count_; ++i) accesses_.add_cause(actors_[i].stretch);
    }
  }
  {
    const host::Muted muted(mute_);
    task.fiber->resume();
  }
  task_ = outer;
  context_ = outer_context;
  if (task.fiber->active()) return;
  if (crashed_) {
    static_cast<void>(task.fiber.release());  // others may refer to what lies on its stack
  } else {
    pool_.give_back(std::move(task.fiber));
  }
  const auto found = std::ranges::find_if(
      tasks_, [&](const std::unique_ptr<Task>& known) { return known.get() == &task; });
  if (!tearing_down_ && found != tasks_.end()) {
    std::swap(*found, tasks_.back());
    tasks_.pop_back();
  } else {
    task.fiber.reset();
  }
}

void World::run_on_fiber(ActorId context, std::function<void()> body) {
  run(new_task(context, std::move(body)));
}

void World::suspend_current() {
  Task& task = *task_;
  task.fiber->suspend();
  if (task.unwind) {
    ++task.unwound;
    throw Unwind();
  }
}

void World::run_later(ActorId context, std::function<void()> job) {
  const Unlogged unlogged(*this);
  later_.push_back({context, stretch_, std::move(job)});
}

/// Runs what the step has started elsewhere: it only adds messages, so its moment does not matter.
void World::settle() {
  for (std::size_t i = 0; i < later_.size(); ++i) {
    const ActorId context = later_[i].context;
    touch(Resource::of(context, Resource::whole), Access::write);
    stretch_cause_ = later_[i].stretch;
    run_on_fiber(context, std::move(later_[i].job));
  }
  later_.clear();
}

void World::crash(std::string text) {
  fail(FailureKind::exception, std::move(text));
  crashed_ = true;
  Task& task = *task_;
  actor(task.context).ended = true;
  task.fiber->abandon();
}

void World::require_system() {
  if (systems_ != 0) return;
  fail(FailureKind::misuse,
       "main has ended and made no actor system that Harrier controls; is CAF linked statically?");
}

void World::leave(int status) {
  if (requires_system_at_exit_ && status == 0 && !tearing_down_) require_system();
  if (status != 0) fail(FailureKind::check, "exit(" + std::to_string(status) + ") was called");
  left_ = true;
  Task& task = *task_;
  while (true) task.fiber->suspend();  // it cannot be unwound: exit() does not throw
}

}  // namespace harrier::caf
