// What actions of processes do to mailboxes and mutexes, and how that is put back.
#include <algorithm>
#include <utility>

#include "harrier/detail/processes.hpp"
#include "runtime/processes_narrator.hpp"

namespace harrier::detail {

/// Refuses, as misuse, what no state allows.
void Processes::require_possible(std::uint32_t process, const Action& action) {
  const auto refuse = [&](const std::string& why) {
    fail({FailureKind::misuse, action_text(*this, action) + ": " + why});
  };
  const auto queued = [&] {
    const auto& queue = board_[action.object].queue;
    return std::ranges::find(queue, process) != queue.end();
  };
  switch (action.kind) {
    case ActionKind::async_lock:
      if (queued()) refuse("the process has asked for the mutex already");
      return;
    case ActionKind::unlock:
      if (!queued()) refuse("the process has not asked for the mutex");
      return;
    case ActionKind::test_any:
    case ActionKind::wait_any:
      if (action.communications.empty()) refuse("there is nothing to wait for");
      for (const Communication& communication : action.communications) {
        if (half(communication).process != process) {
          refuse("a communication belongs to another process");
        }
      }
      return;
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      if (action.mutexes.empty()) refuse("there is nothing to wait for");
      return;
    case ActionKind::local:
    case ActionKind::async_send:
    case ActionKind::async_receive:
      return;
  }
}

void Processes::perform(Step& step, std::uint32_t process, const Action& action) {
  step.refused = true;
  require_possible(process, action);
  step.refused = false;
  board_.touches(process, action, resources_);
  step.result = board_.find(process, action);
  const auto number = ledger_.step_count();
  switch (action.kind) {
    case ActionKind::async_send: {
      auto& sends = objects_[action.object].sends;
      step.result = static_cast<std::uint32_t>(sends.size());
      sends.push_back({process, number, action.payload, action.type, false});
      break;
    }
    case ActionKind::async_receive: {
      auto& receives = objects_[action.object].receives;
      step.result = static_cast<std::uint32_t>(receives.size());
      receives.push_back({process, number, nullptr, nullptr, false});
      break;
    }
    case ActionKind::test_any:
    case ActionKind::wait_any:
      if (step.result != nothing_found) {
        Object::Half& found = half(action.communications[step.result]);
        step.observed_first = !std::exchange(found.observed, true);
      }
      break;
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      if (step.result != nothing_found) {
        Object& owned = objects_[action.mutexes[step.result]];
        step.known_owner_before = std::exchange(owned.known_owner, process);
      }
      break;
    case ActionKind::unlock: {
      const auto& queue = board_[action.object].queue;
      step.place = static_cast<std::uint32_t>(std::ranges::find(queue, process) - queue.begin());
      Object& mutex = objects_[action.object];
      step.known_owner_before = mutex.known_owner;
      if (mutex.known_owner == process) mutex.known_owner = nothing_found;
      break;
    }
    case ActionKind::async_lock:
    case ActionKind::local:
      break;
  }
  board_.apply(process, action);
}

/// Puts back what `perform` changed.
void Processes::revert(const Step& step, std::uint32_t process, const Action& action) {
  switch (action.kind) {
    case ActionKind::async_send:
      objects_[action.object].sends.pop_back();
      --board_[action.object].sends;
      break;
    case ActionKind::async_receive:
      objects_[action.object].receives.pop_back();
      --board_[action.object].receives;
      break;
    case ActionKind::test_any:
    case ActionKind::wait_any:
      if (step.observed_first) half(action.communications[step.result]).observed = false;
      break;
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      if (step.result != nothing_found) {
        objects_[action.mutexes[step.result]].known_owner = step.known_owner_before;
      }
      break;
    case ActionKind::async_lock:
      if (!step.refused) board_[action.object].queue.pop_back();
      break;
    case ActionKind::unlock: {
      if (step.refused) break;
      auto& queue = board_[action.object].queue;
      queue.insert(queue.begin() + step.place, process);
      objects_[action.object].known_owner = step.known_owner_before;
      break;
    }
    case ActionKind::local:
      break;
  }
}

}  // namespace harrier::detail
