// Takes steps back: the previous value of the actor, and dropping what the step made.
#include <algorithm>
#include <cstring>
#include <utility>

#include "harrier/detail/runtime.hpp"
#include "harrier/usage_error.hpp"

namespace harrier::detail {

void Runtime::take_snapshot(Event& event, const Actor& target) {
  const ActorType& type = *target.type;
  void* snapshot = arena_.allocate(type.size, type.align);
  if (type.trivially_copyable) {
    std::memcpy(snapshot, target.object, type.size);
  } else {
    try {
      type.copy(snapshot, target.object);
    } catch (const std::exception& error) {
      throw UsageError(actor_name(event.actor) +
                       " cannot be kept for undo: its copy constructor threw: " + error.what() +
                       "; use backtracking by local replay");
    }
  }
  event.snapshot = snapshot;
}

void Runtime::restore(Actor& target, Event& event) {
  const ActorType& type = *target.type;
  if (type.trivially_copyable) {
    std::memcpy(target.object, event.snapshot, type.size);
    return;
  }
  destroy_object(target);
  type.move(target.object, event.snapshot);
  target.built = true;
  drop_snapshot(event);
}

void Runtime::drop_snapshot(Event& event) {
  if (event.snapshot == nullptr) return;
  const ActorType& type = *actor(event.actor).type;
  if (type.destroy != nullptr) type.destroy(event.snapshot);
  event.snapshot = nullptr;
}

void Runtime::take_back() {
  Event& event = events_.back();
  while (journal_.size() > event.journal_before) {
    const Change change = journal_.back();
    journal_.pop_back();
    revert(change);
  }
  drop_messages(event.messages_before);
  drop_actors(event.actors_before);

  Actor& target = actor(event.actor);
  if (!target.frames.empty()) destroy_frames(target);
  if (event.snapshot != nullptr) {
    restore(target, event);
    target.stale = false;
  } else {
    target.stale = true;
  }
  target.last_event = event.previous_of_actor;
  message(event.message).delivered_by = 0;
  if (!pasts_.empty()) {
    past_bits_.resize(pasts_.back().begin);
    pasts_.pop_back();
  }
  pending_.insert(pending_.begin() + event.pending_index, event.message);
  choices_.resize(event.choices_before);
  arena_.reset(event.mark);
  events_.pop_back();
  if (destructor_failure_) throw_destructor_failure();
}

void Runtime::change_control(Actor& changed, bool alive, MessageId blocked_on) {
  Change change{Change::Kind::control, static_cast<std::uint32_t>(&changed - actors_.data()),
                changed.alive, changed.blocked_on};
  journal_.push_back(change);
  changed.alive = alive;
  changed.blocked_on = blocked_on;
  changed.open = alive && !blocked_on;
}

void Runtime::revert(const Change& change) {
  switch (change.kind) {
    case Change::Kind::control: {
      Actor& changed = actors_[change.id];
      changed.alive = change.alive;
      changed.blocked_on = change.blocked_on;
      changed.open = change.alive && !change.blocked_on;
      break;
    }
    case Change::Kind::replied: {
      Message& request = messages_[change.id];
      if (request.reply_type->destroy != nullptr) {
        request.reply_type->destroy(const_cast<void*>(request.reply));
      }
      request.reply = nullptr;
      request.replied_by = 0;
      break;
    }
    case Change::Kind::waits:
      for (const MessageId request : requests_of(messages_[change.id])) {
        message(request).frame = MessageId();
      }
      break;
    case Change::Kind::pended:
      pending_.erase(std::find(pending_.rbegin(), pending_.rend(), MessageId(change.id)).base() -
                     1);
      break;
  }
}

void Runtime::drop_messages(std::size_t count) {
  while (!pending_.empty() && pending_.back().index() >= count) pending_.pop_back();
  while (messages_.size() > count) {
    Message& dropped = messages_.back();
    if (dropped.delivery != nullptr && dropped.delivery->type->destroy != nullptr) {
      dropped.delivery->type->destroy(dropped.payload);
    }
    messages_.pop_back();
  }
  sent_to_.resize(messages_.size());
}

void Runtime::drop_actors(std::size_t count) {
  while (actor_count_ > count) {
    Actor& dropped = actors_[--actor_count_];
    if (!dropped.frames.empty()) destroy_frames(dropped);
    destroy_object(dropped);
    if (dropped.recipe != nullptr && dropped.recipe->destroy != nullptr) {
      dropped.recipe->destroy(dropped.arguments);
    }
  }
}

void Runtime::destroy_object(Actor& target) {
  if (!std::exchange(target.built, false) || target.type->destroy == nullptr) return;
  try {
    target.type->destroy(target.object);
  } catch (const std::exception& error) {
    destructor_failure_ =
        Failure{FailureKind::exception,
                "the destructor of " + std::string(target.type->name) + " threw: " + error.what()};
  } catch (...) {
    destructor_failure_ =
        Failure{FailureKind::exception,
                "the destructor of " + std::string(target.type->name) + " threw an exception"};
  }
}

void Runtime::destroy_frames(Actor& target) {
  for (const Frame& frame : target.frames) frame.root.destroy();
  target.frames.clear();
}

void Runtime::throw_destructor_failure() {
  if (!destructor_failure_) return;
  throw ProgramError(*std::exchange(destructor_failure_, std::nullopt));
}

void Runtime::clear() {
  // Replies and snapshots hold values of the user's types, as messages and actors do.
  while (!journal_.empty()) {
    const Change change = journal_.back();
    journal_.pop_back();
    if (change.kind == Change::Kind::replied) revert(change);
  }
  for (Event& event : events_) drop_snapshot(event);
  events_.clear();
  pending_.clear();
  drop_messages(0);
  drop_actors(0);
  choices_.clear();
  pasts_.clear();
  past_bits_.clear();
  end_checks_.clear();
  environment_ = nullptr;
  arena_.reset({});
  setup_events_ = 0;
}

}  // namespace harrier::detail
