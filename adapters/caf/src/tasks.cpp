// The stacks of an execution, on which main, blocking actors and handlers run one at a time.
#include "tasks.hpp"

#include <algorithm>

#include "host/muted.hpp"

namespace harrier::caf {

namespace {

// A program that swallows every exception is left where it stands after so many.
constexpr unsigned unwinds_max = 100;

}  // namespace

Task& Tasks::add(ActorId context, std::function<void()> body) {
  tasks_.push_back(std::make_unique<Task>());
  Task& task = *tasks_.back();
  task.fiber = pool_.take();
  task.context = context;
  task.fiber->begin(std::move(body));
  return task;
}

void Tasks::resume(Task& task) {
  Task* const outer = std::exchange(current_, &task);
  const ActorId outer_context = std::exchange(account_.context, task.context);
  {
    const host::Muted muted(mute_);
    task.fiber->resume();
  }
  current_ = outer;
  account_.context = outer_context;
  if (task.fiber->active()) return;
  if (given_up_) {
    static_cast<void>(task.fiber.release());  // others may refer to what lies on its stack
  } else {
    pool_.give_back(std::move(task.fiber));
  }
  if (!taking_down_) remove(task);  // otherwise whoever takes them down goes through all
}

void Tasks::remove(const Task& task) {
  const auto found = std::ranges::find(tasks_, &task, &std::unique_ptr<Task>::get);
  if (found == tasks_.end()) return;
  std::swap(*found, tasks_.back());
  tasks_.pop_back();
}

void Tasks::suspend() {
  current_->fiber->suspend();
  if (current_->unwind) unwind_current();
}

void Tasks::wait_in_vain() {
  if (++current_->unwound < unwinds_max) return;
  give_up();
  while (true) current_->fiber->suspend();
}

void Tasks::unwind_current() {
  ++current_->unwound;
  throw Unwind();
}

void Tasks::abandon() {
  give_up();
  current_->fiber->abandon();
}

const Task* Tasks::waiting_for_condition(ActorId context) const {
  const auto found = std::find_if(tasks_.rbegin(), tasks_.rend(), [context](const auto& task) {
    return task->context == context && task->ready != nullptr;
  });
  return found != tasks_.rend() ? found->get() : nullptr;
}

void Tasks::take_down(ActorId spared) {
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    Task& task = *tasks_[i];
    if (task.context == spared) continue;
    while (task.fiber && task.fiber->active() && task.unwound < unwinds_max) {
      task.unwind = true;
      resume(task);
    }
  }
}

void Tasks::clear() {
  for (std::unique_ptr<Task>& task : tasks_) {
    // A stack that was left in its middle may still be referred to from elsewhere.
    if (task->fiber && task->fiber->active()) static_cast<void>(task->fiber.release());
  }
  tasks_.clear();
  current_ = nullptr;
  taking_down_ = given_up_ = false;
}

}  // namespace harrier::caf
