// One step: delivers a message and reports what that did.
#include <algorithm>

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

void World::begin_step() {
  failure_.reset();
  resources_.clear();
  report_ = {};
  report_.first_sent = MessageId(messages_.size());
  report_.first_created = ActorId(actor_count_);
  choices_before_ = choices_.size();
}

const StepReport& World::execute(MessageId id, std::span<const Choice> choices) {
  Entered entered(*this);
  const ActorId receiver = messages_[id.index()].receiver;
  const bool ended_before = actor(receiver).ended;
  if (narrating_) texts_[id.value] = message_text(id);
  begin_step();
  report_.message = id;
  report_.actor = receiver;
  // The choices may lie in what a re-execution of this program overwrites.
  const std::vector<Choice> script(choices.begin(), choices.end());
  script_ = script;
  script_next_ = 0;

  past_.emplace_back().message = id;
  Message& message = messages_[id.index()];
  message.delivered_by = static_cast<std::uint32_t>(past_.size());
  remove_pending(id);
  open_lane_behind(id);
  executing_ = id;
  if (tracing_) begin_logging(message);
  const bool last_resort = message.quiet || (message.is_timer && how_.timers == Timers::quiescent);
  touch_shared(quiet_part, last_resort ? Access::write : Access::update);
  if (message.is_timer) touch_shared(clock_part, Access::write);
  if (message.is_timer) now_ns_ = std::max(now_ns_, message.due_ns);
  context_ = receiver;
  deliver(id);
  settle();
  if (!crashed_) note_handles();
  if (tracing_) finish_logging();
  executing_ = MessageId();
  script_ = {};
  if (host::take_foreign_thread()) {
    fail(FailureKind::misuse, "a thread that Harrier does not control sent a message to an actor");
  }
  if (crashed_) {
    // A process that has crashed does nothing any more, so that depends on every other step.
    touch_shared(quiet_part, Access::write);
    past_.back().ends_all = true;
  }

  past_.back().choices_begin = static_cast<std::uint32_t>(choices_before_);
  past_.back().choices_end = static_cast<std::uint32_t>(choices_.size());
  for (const ResourceAccess& touched : resources_) {
    if (touched.resource.owner() == 0 && touched.resource.part() < 32) {
      past_.back().shared |= 1U << touched.resource.part();
    }
  }
  if (!crashed_) note_openings();
  report_.sent_count = static_cast<std::uint32_t>(messages_.size() - report_.first_sent.index());
  report_.created_count = static_cast<std::uint32_t>(actor_count_ - report_.first_created.index());
  report_.ended = !ended_before && actor(receiver).ended;
  report_.resources = resources_;
  report_.choices = std::span(choices_).subspan(choices_before_);
  report_.failure = failure_ ? &*failure_ : nullptr;
  return report_;
}

void World::deliver(MessageId id) {
  Message message = messages_[id.index()];
  messages_[id.index()].element = nullptr;
  messages_[id.index()].handle = nullptr;
  const Resource whole = Resource::of(message.receiver, Resource::whole);
  if (message.delivery == Delivery::unreachable) {
    touch(whole, Access::write);
    touch(Resource::of(message.receiver, Resource::control), Access::write);
    touch(Resource::of(message.receiver, handles_part), Access::read);
    run_on_fiber(message.receiver, [&message] { backend::release(message.handle); });
    return;
  }
  if (message.delivery != Delivery::message) {
    touch(whole, Access::write);
    if (message.delivery == Delivery::until) {
      touch_shared(static_cast<std::uint32_t>(message.key), Access::read);
    }
    if (message.task == nullptr) return;  // an alarm that comes too late
    message.task->timed_out = message.delivery == Delivery::wake;
    touch(Resource::of(message.task->context, Resource::whole), Access::write);
    run(*message.task);
    return;
  }
  const Kind kind = actor(message.receiver).kind;
  if (message.cancelled) {
    touch(whole, Access::write);
    run_on_fiber(message.receiver, [&message] {
      backend::destroy(message.element);
      backend::release(message.handle);
    });
    return;
  }
  if (actor(message.receiver).ended) {
    touch(whole, Access::read);
    touch(Resource::of(message.receiver, Resource::control), Access::read);
    run_on_fiber(message.receiver, [&message] {
      if (message.handle == nullptr) return backend::destroy(message.element);
      backend::reject(message.handle, message.element);
      backend::release(message.handle);
    });
    return;
  }
  if (message.handle == nullptr) {
    message.handle = actor(message.receiver).handle;
    backend::retain(message.handle);
  }
  if (!by_field() || kind != Kind::event) touch(whole, Access::write);
  switch (kind) {
    case Kind::event:
      if (by_field()) {
        deliver_by_field(message.receiver, message.handle, message.element);
        return;
      }
      if (actor(message.receiver).busy) {
        actor(message.receiver).stash.push_back(message.element);
        backend::release(message.handle);
        return;
      }
      run_on_fiber(message.receiver,
                   [this, receiver = message.receiver, handle = message.handle,
                    element = message.element] { handle_event(receiver, handle, element); });
      return;
    case Kind::blocking:
    case Kind::scoped: {
      backend::push(message.handle, message.element);
      if (Task* waiting = actor(message.receiver).waiting) {
        touch(Resource::of(waiting->context, Resource::whole), Access::write);
        run(*waiting);
      }
      run_on_fiber(message.receiver, [&message] { backend::release(message.handle); });
      return;
    }
    case Kind::main:
    case Kind::other:
      run_on_fiber(message.receiver, [&message] {
        backend::forward(message.handle, message.element);
        backend::release(message.handle);
      });
      return;
  }
}

/// Delivers, and counts the actor as a whole as changed only if the framework's part of it changed
/// or cannot be known, or the program's part changed unseen, by a library or a copy of a structure:
/// all else is in the account of its accesses.
void World::deliver_by_field(ActorId receiver, void* handle, void* element) {
  const Resource whole = Resource::of(receiver, Resource::whole);
  if (actor(receiver).busy) {
    touch(whole, Access::write);
    actor(receiver).stash.push_back(element);
    backend::release(handle);
    return;
  }
  backend::retain(handle);
  const std::vector<void*> stash = actor(receiver).stash;
  const std::uint64_t before = backend::internals(handle);
  const std::span<const std::byte> own = backend::own_part(handle);
  const std::vector<std::byte> own_before(own.begin(), own.end());
  run_on_fiber(receiver,
               [this, receiver, handle, element] { handle_event(receiver, handle, element); });
  const Actor& after = actor(receiver);
  const bool changed =
      crashed_ || (after.ended && !after.unreachable) || after.busy || after.stash != stash ||
      (!after.ended && (backend::internals(handle) != before || changed_unseen(own, own_before)));
  touch(whole, changed ? Access::write : Access::read);
  if (!crashed_) run_on_fiber(receiver, [handle] { backend::release(handle); });
}

/// Tells whether some word differs from what it was, and the step was not seen to write it.
bool World::changed_unseen(std::span<const std::byte> now,
                           std::span<const std::byte> before) const {
  constexpr std::size_t word = 8;
  for (std::size_t i = 0; i < now.size(); i += word) {
    const std::size_t size = std::min(word, now.size() - i);
    if (std::ranges::equal(now.subspan(i, size), before.subspan(i, size))) continue;
    if (!accesses_.wrote(reinterpret_cast<std::uintptr_t>(now.data() + i))) return true;
  }
  return false;
}

void World::handle_event(ActorId receiver, void* handle, void* element) {
  actor(receiver).busy = true;
  actor(receiver).initialised = true;
  if (backend::deliver(handle, element) == backend::Outcome::skipped) {
    actor(receiver).stash.push_back(element);
  } else {
    retry_stash(receiver, handle);
  }
  actor(receiver).busy = false;
  backend::release(handle);
}

/// Offers what was refused once more, the oldest first, as long as something is taken.
void World::retry_stash(ActorId receiver, void* handle) {
  for (std::size_t i = 0; !actor(receiver).ended && i < actor(receiver).stash.size();) {
    void* const element = actor(receiver).stash[i];
    actor(receiver).stash.erase(actor(receiver).stash.begin() + static_cast<std::ptrdiff_t>(i));
    if (backend::deliver(handle, element) == backend::Outcome::skipped) {
      std::vector<void*>& stash = actor(receiver).stash;
      stash.insert(stash.begin() + static_cast<std::ptrdiff_t>(std::min(i, stash.size())), element);
      ++i;
    } else {
      i = 0;
    }
  }
}

}  // namespace harrier::caf
