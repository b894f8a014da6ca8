// Takes steps of actors back: the previous value of the actor, and dropping what the step made.
#include "runtime/actors_execution.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "harrier/usage_error.hpp"
#include "runtime/actors_names.hpp"
#include "runtime/failure.hpp"

namespace harrier::detail {

bool Execution::replies_are_in(const Message& continuation) const {
  return std::ranges::all_of(continuation.requests(), [this](MessageId request) {
    return message(request).reply != nullptr;
  });
}

void* Execution::copy_of(const Actor& target) {
  const ActorType& type = *target.type;
  void* copy = arena.allocate(type.size, type.align);
  if (target.bytewise) {
    std::memcpy(copy, target.object, type.size);
    return copy;
  }
  try {
    type.copy(copy, target.object);
  } catch (...) {
    throw UsageError(actor_name(*this, ledger.last().actor) +
                     " cannot be kept for undo: its copy constructor threw: " +
                     current_exception_as_failure().text + "; use backtracking by local replay");
  }
  return copy;
}

void Execution::restore(Actor& target, Step& step) {
  const ActorType& type = *target.type;
  if (target.bytewise) {
    std::memcpy(target.object, step.snapshot, type.size);
    return;
  }
  destroy_object(target);
  type.move(target.object, step.snapshot);
  target.built = true;
  drop_snapshot(target, step);
}

void Execution::drop_snapshot(const Actor& target, Step& step) {
  if (step.snapshot == nullptr) return;
  if (target.type->destroy != nullptr) target.type->destroy(step.snapshot);
  step.snapshot = nullptr;
}

void Execution::take_back() {
  Step& step = steps.back();
  const Ledger::Step& account = ledger.last();
  while (journal_.size() > step.journal_before) {
    const Change change = journal_.back();
    journal_.pop_back();
    revert(change);
  }
  if (ledger.made().messages > account.before.messages) destroy_messages(account.before.messages);
  drop_actors(account.before.actors);

  Actor& target = actor(account.actor);
  if (!target.frames.empty()) destroy_frames(target);
  target.stale = step.snapshot == nullptr;
  if (!target.stale) restore(target, step);
  arena.reset(step.mark);
  steps.pop_back();
  ledger.take_back();
  if (destructor_failure_) throw_destructor_failure();
}

void Execution::change_control(Actor& changed, bool alive, MessageId blocked_on) {
  journal_.push_back({Change::Kind::control, static_cast<std::uint32_t>(&changed - actors.data()),
                      changed.alive, changed.blocked_on});
  changed.alive = alive;
  changed.blocked_on = blocked_on;
  changed.open = alive && !blocked_on;
  steps.back().control_changed = true;
}

void Execution::note(Change::Kind kind, MessageId message) {
  steps.back().replied |= kind == Change::Kind::replied;
  journal_.push_back({kind, message.value, true, MessageId()});
}

void Execution::revert(const Change& change) {
  switch (change.kind) {
    case Change::Kind::control: {
      Actor& changed = actors[change.id];
      changed.alive = change.alive;
      changed.blocked_on = change.blocked_on;
      changed.open = change.alive && !change.blocked_on;
      break;
    }
    case Change::Kind::replied: {
      Message& request = messages[change.id];
      if (request.reply_type->destroy != nullptr) {
        request.reply_type->destroy(const_cast<void*>(request.reply));
      }
      request.reply = nullptr;
      request.replied_by = 0;
      break;
    }
    case Change::Kind::waits:
      for (const MessageId request : messages[change.id].requests()) {
        message(request).frame = MessageId();
      }
      break;
  }
}

void Execution::destroy_messages(std::size_t count) {
  while (messages.size() > count) {
    Message& dropped = messages.back();
    if (dropped.delivery != nullptr && dropped.delivery->type->destroy != nullptr) {
      dropped.delivery->type->destroy(dropped.payload);
    }
    messages.pop_back();
  }
}

void Execution::destroy_actors(std::size_t count) {
  for (std::size_t i = ledger.made().actors; i > count; --i) {
    Actor& dropped = actors[i - 1];
    if (!dropped.frames.empty()) destroy_frames(dropped);
    destroy_object(dropped);
    if (dropped.recipe != nullptr && dropped.recipe->destroy != nullptr) {
      dropped.recipe->destroy(dropped.arguments);
    }
  }
}

void Execution::destroy_object(Actor& target) {
  if (!std::exchange(target.built, false) || target.type->destroy == nullptr) return;
  const auto note = [&](const std::string& what) {
    destructor_failure_ =
        Failure{FailureKind::exception,
                "the destructor of " + std::string(target.type->name) + " threw" + what};
  };
  try {
    target.type->destroy(target.object);
  } catch (...) {
    note(": " + current_exception_as_failure().text);
  }
}

void Execution::destroy_frames(Actor& target) {
  for (const Frame& frame : target.frames) frame.root.destroy();
  target.frames.clear();
}

void Execution::throw_destructor_failure() {
  if (!destructor_failure_) return;
  throw ProgramError(*std::exchange(destructor_failure_, std::nullopt));
}

void Execution::clear() {
  // Replies and snapshots hold values of the user's types, as messages and actors do.
  while (!journal_.empty()) {
    const Change change = journal_.back();
    journal_.pop_back();
    if (change.kind == Change::Kind::replied) revert(change);
  }
  for (StepNumber number = 1; number <= steps.size(); ++number) {
    drop_snapshot(actor(ledger.step(number).actor), steps[number - 1]);
  }
  steps.clear();
  destroy_messages(0);
  drop_actors(0);
  ledger.clear();
  arena.reset({});
}

}  // namespace harrier::detail
