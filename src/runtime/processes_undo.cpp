// Takes actions of processes back, and rebuilds a process by running it again on its own past.
#include <algorithm>

#include "harrier/detail/processes.hpp"
#include "runtime/processes_narrator.hpp"

namespace harrier::detail {

void Processes::take_back() {
  const Step step = steps_.back();
  const Ledger::Step& account = ledger_.last();
  Process& self = processes_[account.actor.index()];
  drop_messages(account.before.messages);
  drop_reads(step.reads_before);
  while (journal_.size() > step.journal_before) {
    Variable& variable = variables_[journal_.back().variable];
    if (variable.type->destroy != nullptr) variable.type->destroy(variable.value);
    variable.value = journal_.back().before;
    journal_.pop_back();
  }
  revert(step, account.actor.value, action(account.message));
  self.message = account.message;
  self.stale = true;
  steps_.pop_back();
  ledger_.take_back();
  arena_.reset(step.mark);
}

void Processes::rebuild(std::uint32_t process) {
  ledger_.steps_of(ActorId(process), own_);
  Process& self = processes_[process];
  drop_process(self);
  self.stale = false;
  muted_ = true;
  const auto require_again = [&](const Action& recorded, std::size_t event) {
    if (!self.actions.empty() && self.actions.front().kind == recorded.kind &&
        self.actions.front().object == recorded.object) {
      return;
    }
    muted_ = false;
    throw NondeterminismError(event, self.name + " did not come to its action " +
                                         action_text(*this, recorded) + " again");
  };
  begin(process);
  for (const StepNumber number : own_) {
    const Ledger::Step& account = ledger_.step(number);
    require_again(action(account.message), ledger_.event(number).index());
    next_choice_ = account.before.choices;
    next_read_ = steps_[number - 1].reads_before;
    self.actions.erase(self.actions.begin());
    result_ = steps_[number - 1].result;
    if (self.actions.empty() && self.at) resume(process);
  }
  muted_ = false;
  if (!self.message) return;
  const Message& pending = messages_[self.message.index()];
  require_again(pending.action, ledger_.step_count());
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
  steps_.clear();
  ledger_.clear();
  failure_.reset();
  executing_.store(MessageId(), std::memory_order_relaxed);
  arena_.reset({});
}

}  // namespace harrier::detail
