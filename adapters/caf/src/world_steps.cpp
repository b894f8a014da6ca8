// One step: delivers a message and reports what that did.
#include <algorithm>

#include "backend.hpp"
#include "host/waits.hpp"
#include "world.hpp"

namespace harrier::caf {

const StepReport& World::execute(MessageId id, std::span<const Choice> choices) {
  Entered entered(*this);
  const bool ended_before = actor(account_.receiver(id)).ended;
  texts_.note_delivery(id);
  // The choices may lie in what a re-execution of this program overwrites.
  const std::vector<Choice> script(choices.begin(), choices.end());
  effects_.begin();
  account_.ledger.begin(id, script);
  account_.past.emplace_back();
  lanes_.open_behind(id);
  account_.executing = id;
  const Message& message = account_.message(id);
  log_.begin_event(message);
  const bool last_resort = alarms_.is_last_resort(message);
  touch_shared(quiet_part, last_resort ? Access::write : Access::update);
  alarms_.reach(message);
  account_.context = account_.receiver(id);
  deliver(id);
  settle();
  host::let_threads_go_on();
  if (!crashed()) host::note_changed_words(*this);
  stop_if_refused();
  if (!crashed()) ends_.note_changes(effects_);
  finish_logging();
  account_.executing = MessageId();
  if (host::take_foreign_thread()) {
    fail(FailureKind::misuse, "a thread that Harrier does not control sent a message to an actor");
  }
  return report(ended_before);
}

/// Takes the account of an instrumented program's step.
void World::finish_logging() {
  if (!log_.tracing()) return;
  if (by_field()) log_.append(effects_.resources());
  const std::optional<host::SharedState> shared = log_.take_shared_state();
  if (!shared) return;
  fail(FailureKind::misuse,
       texts_.actor_name(shared->second) + (shared->second_wrote ? " writes " : " reads ") +
           shared->what + " that " + texts_.actor_name(shared->first) +
           (shared->first_wrote ? " wrote" : " read") + ", and no message orders the two");
}

const StepReport& World::report(bool ended_before) {
  Past& event = account_.past.back();
  if (crashed()) {
    // A process that has crashed does nothing any more, so that depends on every other step.
    touch_shared(quiet_part, Access::write);
    event.ends_all = true;
  }
  for (const ResourceAccess& touched : effects_.resources()) {
    if (touched.resource.owner() == Owner::program() && touched.resource.part() < 32) {
      event.shared |= 1U << touched.resource.part();
    }
  }
  if (!crashed()) note_turns();
  StepReport& report = account_.ledger.end();
  report.ended = !ended_before && actor(report.actor).ended;
  report.resources = effects_.resources();
  report.failure = effects_.failure();
  return report;
}

void World::deliver(MessageId id) {
  Message message = account_.message(id);
  account_.message(id).element = nullptr;
  account_.message(id).handle = nullptr;
  const ActorId receiver = account_.receiver(id);
  const Resource whole = Resource::of(receiver, Resource::whole);
  if (message.delivery == Delivery::unreachable) {
    touch(whole, Access::write);
    touch(Resource::of(receiver, Resource::control), Access::write);
    touch(Resource::of(receiver, handles_part), Access::read);
    run_on_fiber(receiver, [&message] { backend::release(message.handle); });
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
  const Kind kind = actor(receiver).kind;
  if (message.cancelled) {
    touch(whole, Access::write);
    run_on_fiber(receiver, [&message] {
      backend::destroy(message.element);
      backend::release(message.handle);
    });
    return;
  }
  if (actor(receiver).ended) {
    touch(whole, Access::read);
    touch(Resource::of(receiver, Resource::control), Access::read);
    run_on_fiber(receiver, [&message] {
      if (message.handle == nullptr) return backend::destroy(message.element);
      backend::reject(message.handle, message.element);
      backend::release(message.handle);
    });
    return;
  }
  if (message.handle == nullptr) {
    message.handle = actor(receiver).handle;
    backend::retain(message.handle);
  }
  if (message.delayed && backend::has_own_enqueue(message.handle)) {
    touch(whole, Access::write);
    run_on_fiber(receiver, [&message] {
      backend::enqueue(message.handle, message.element);
      backend::release(message.handle);
    });
    return;
  }
  if (!by_field() || kind != Kind::event) touch(whole, Access::write);
  switch (kind) {
    case Kind::event:
      if (by_field()) {
        deliver_by_field(receiver, message.handle, message.element);
        return;
      }
      if (actor(receiver).busy) {
        actor(receiver).stash.push_back(message.element);
        backend::release(message.handle);
        return;
      }
      run_on_fiber(receiver, [this, receiver, handle = message.handle, element = message.element] {
        handle_event(receiver, handle, element);
      });
      return;
    case Kind::blocking:
    case Kind::scoped: {
      backend::push(message.handle, message.element);
      if (Task* waiting = actor(receiver).waiting) {
        touch(Resource::of(waiting->context, Resource::whole), Access::write);
        run(*waiting);
      }
      run_on_fiber(receiver, [&message] { backend::release(message.handle); });
      return;
    }
    case Kind::main:
    case Kind::other:
      run_on_fiber(receiver, [&message] {
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
      crashed() || (after.ended && !after.unreachable) || after.busy || after.stash != stash ||
      (!after.ended &&
       (backend::internals(handle) != before || log_.changed_unseen(own, own_before)));
  touch(whole, changed ? Access::write : Access::read);
  if (!crashed()) run_on_fiber(receiver, [handle] { backend::release(handle); });
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
