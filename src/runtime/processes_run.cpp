// Runs processes from one action to the next, and what they do besides their actions.
#include <algorithm>
#include <string>
#include <utility>

#include "harrier/detail/processes.hpp"
#include "runtime/failure.hpp"

namespace harrier::detail {

thread_local Processes* Processes::current = nullptr;

class Processes::Running {
 public:
  Running(Processes& processes, std::uint32_t process) : before_(current) {
    current = &processes;
    processes.running_ = process;
  }
  ~Running() {
    current->running_ = nothing_found;
    current = before_;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Processes* before_;
};

Processes& Processes::running(const char* what) {
  if (current == nullptr || current->running_ == nothing_found) {
    throw ProgramError({FailureKind::misuse, std::string(what) + " outside a process"});
  }
  return *current;
}

/// Runs a process from its beginning to its first action.
void Processes::begin(std::uint32_t process) {
  const Running scope(*this, process);
  processes_[process].root = processes_[process].body().release();
  run(process, processes_[process].root);
}

void Processes::resume(std::uint32_t process) {
  const Running scope(*this, process);
  run(process, processes_[process].at);
}

/// Performs the next action of a process and, if it was the last it asked for, runs it up to those
/// it asks for then. Tells whether it ran.
bool Processes::go_on(Step& step, std::uint32_t process, const Action& action) {
  const Running scope(*this, process);
  Process& self = processes_[process];
  bool resumed = false;
  try {
    perform(step, process, action);
    result_ = step.result;
    self.actions.erase(self.actions.begin());
    resumed = self.actions.empty();
    if (resumed && self.at) run(process, std::exchange(self.at, nullptr));
  } catch (const StepFailed&) {
    // Refused: the failure is recorded.
  }
  return resumed;
}

/// Runs a process up to its next action, or its end.
void Processes::run(std::uint32_t process, std::coroutine_handle<> from) {
  Process& self = processes_[process];
  self.at = nullptr;
  self.actions.clear();
  unlocks_.clear();
  from.resume();
  if (!self.at && self.root.promise().error) {
    try {
      std::rethrow_exception(self.root.promise().error);
    } catch (const StepFailed&) {
    } catch (...) {
      failure_ = current_exception_as_failure();
    }
    unlocks_.clear();
  }
  if (!unlocks_.empty()) {
    std::vector<Action> unlocks;
    for (const std::uint32_t mutex : unlocks_) {
      Action& action = unlocks.emplace_back();
      action.kind = ActionKind::unlock;
      action.object = mutex;
    }
    self.actions.insert(self.actions.begin(), unlocks.begin(), unlocks.end());
    unlocks_.clear();
  }
}

void Processes::submit(std::coroutine_handle<> at, Action action) {
  processes_[running_].at = at;
  processes_[running_].actions.push_back(action);
}

void Processes::unlock_later(std::uint32_t mutex) { unlocks_.push_back(mutex); }

/// Makes the next action of a process pending, if there is one.
void Processes::post(std::uint32_t process, bool owns_payloads) {
  Process& self = processes_[process];
  self.message = MessageId();
  if (self.actions.empty()) return;
  self.message = ledger_.add_message(ActorId(process), ActorId(process));
  ledger_.add_pending(self.message);
  Message& message = messages_.emplace_back();
  message.action = self.actions.front();
  message.rest.assign(self.actions.begin() + 1, self.actions.end());
  message.owns_payloads = owns_payloads;
}

void Processes::fail(Failure failure) {
  failure_ = std::move(failure);
  throw StepFailed{};
}

void Processes::fail_assumption() {
  if (!muted_ && !executing()) {
    fail({FailureKind::misuse,
          "a process assumes something before its first action; let it make a local_step() first"});
  }
  if (!muted_) infeasible_ = true;
  throw StepFailed{};
}

std::uint32_t Processes::choose(std::uint32_t count) {
  if (muted_) return ledger_.choice(next_choice_++).value;
  if (count == 0) fail({FailureKind::misuse, "choose(0): there is nothing to choose from"});
  if (!executing()) {
    fail({FailureKind::misuse,
          "a process chooses before its first action; let "
          "it make a local_step() first"});
  }
  return ledger_.take_choice(count);
}

void Processes::require_owner(std::uint32_t variable, const char* what) {
  const std::uint32_t mutex = variables_[variable].mutex;
  if (objects_[mutex].known_owner == running_) return;
  fail({FailureKind::misuse,
        std::string("a variable is ") + what + " without owning its mutex " + object_name(mutex)});
}

Processes::Object::Half& Processes::half(const Communication& communication) {
  Object& mailbox = objects_[communication.mailbox];
  return communication.sends ? mailbox.sends[communication.index]
                             : mailbox.receives[communication.index];
}

const void* Processes::received(const Communication& communication) {
  const Object::Half& asked = half(communication);
  if (asked.process != running_) {
    fail({FailureKind::misuse, "a received value is read by another process"});
  }
  if (!asked.observed) {
    fail({FailureKind::misuse, "a received value is read before a test or wait found it in " +
                                   object_name(communication.mailbox)});
  }
  return objects_[communication.mailbox].sends[communication.index].payload;
}

}  // namespace harrier::detail
