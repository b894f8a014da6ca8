// Takes actions of processes back, and rebuilds a process by running it again on its own past.
#include <algorithm>
#include <utility>

#include "harrier/detail/processes.hpp"

namespace harrier::detail {

void Processes::take_back() {
  const Event event = events_.back();
  Process& self = processes_[event.process];
  if (self.message) pending_.pop_back();  // only the last step has posted since
  drop_messages(event.messages_before);
  drop_reads(event.reads_before);
  while (journal_.size() > event.journal_before) {
    Variable& variable = variables_[journal_.back().variable];
    if (variable.type->destroy != nullptr) variable.type->destroy(variable.value);
    variable.value = journal_.back().before;
    journal_.pop_back();
  }
  choices_.resize(event.choices_before);
  revert(event);
  pending_.insert(pending_.begin() + event.pending_index, event.message);
  self.message = event.message;
  self.last_event = event.previous_of_process;
  self.stale = true;
  events_.pop_back();
  arena_.reset(event.mark);
}

/// Puts back what `perform` changed.
void Processes::revert(const Event& event) {
  const Action& action = messages_[event.message.index()].action;
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
      if (event.observed_first) half(action.communications[event.result]).observed = false;
      break;
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      if (event.result != nothing_found) {
        objects_[action.mutexes[event.result]].known_owner = event.known_owner_before;
      }
      break;
    case ActionKind::async_lock:
      if (!event.refused) board_[action.object].queue.pop_back();
      break;
    case ActionKind::unlock: {
      if (event.refused) break;
      auto& queue = board_[action.object].queue;
      queue.insert(queue.begin() + event.place, event.process);
      objects_[action.object].known_owner = event.known_owner_before;
      break;
    }
    case ActionKind::local:
      break;
  }
}

void Processes::rebuild(std::uint32_t process) {
  chain_.clear();
  for (std::uint32_t at = processes_[process].last_event; at != 0;
       at = events_[at - 1].previous_of_process) {
    chain_.push_back(at - 1);
  }
  Process& self = processes_[process];
  drop_process(self);
  self.stale = false;
  muted_ = true;
  const auto differs = [&](std::uint32_t index, const Action& recorded) {
    muted_ = false;
    throw NondeterminismError(index, actor_name(ActorId(process)) + " did not come to its action " +
                                         action_text(recorded) + " again");
  };
  begin(process);
  while (!chain_.empty()) {
    const std::uint32_t index = chain_.back();
    chain_.pop_back();
    const Event& event = events_[index];
    const Action& recorded = messages_[event.message.index()].action;
    if (self.actions.empty() || self.actions.front().kind != recorded.kind ||
        self.actions.front().object != recorded.object) {
      differs(index, recorded);
    }
    next_choice_ = event.choices_before;
    next_read_ = event.reads_before;
    self.actions.erase(self.actions.begin());
    result_ = event.result;
    if (self.actions.empty() && self.at) {
      resume(process);
    }
  }
  muted_ = false;
  if (!self.message) return;
  const Message& pending = messages_[self.message.index()];
  if (self.actions.empty() || self.actions.front().kind != pending.action.kind ||
      self.actions.front().object != pending.action.object) {
    differs(static_cast<std::uint32_t>(events_.size()), pending.action);
  }
  // What it asked for was kept when it asked; the run just now kept nothing.
  self.actions.assign(1, pending.action);
  self.actions.insert(self.actions.end(), pending.rest.begin(), pending.rest.end());
}

void Processes::drop_messages(std::size_t count) {
  const auto drop = [](const Action& action) {
    if (action.payload != nullptr && action.type->destroy != nullptr) {
      action.type->destroy(action.payload);
    }
  };
  while (messages_.size() > count) {
    const Message& last = messages_.back();
    if (last.owns_payloads) {
      drop(last.action);
      for (const Action& action : last.rest) drop(action);
    }
    messages_.pop_back();
  }
  sent_to_.resize(messages_.size());
}

void Processes::drop_reads(std::size_t count) {
  while (reads_.size() > count) {
    const Read& last = reads_.back();
    if (last.type->destroy != nullptr) last.type->destroy(last.value);
    reads_.pop_back();
  }
}

void Processes::drop_process(Process& process) {
  if (process.root) process.root.destroy();
  process.root = nullptr;
  process.at = nullptr;
  process.actions.clear();
}

void Processes::clear() {
  for (Process& process : processes_) drop_process(process);
  drop_messages(0);
  drop_reads(0);
  const auto destroy = [](const Variable& variable, void* value) {
    if (variable.type->destroy != nullptr) variable.type->destroy(value);
  };
  for (const Change& change : journal_) destroy(variables_[change.variable], change.before);
  for (const Variable& variable : variables_) destroy(variable, variable.value);
  journal_.clear();
  variables_.clear();
  processes_.clear();
  objects_.clear();
  board_ = Board();
  end_checks_.clear();
  pending_.clear();
  events_.clear();
  choices_.clear();
  failure_.reset();
  executing_ = MessageId();
  arena_.reset({});
}

}  // namespace harrier::detail
