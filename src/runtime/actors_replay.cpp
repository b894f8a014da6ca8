// Runs an actor from its last kept copy, or its construction, through its own past.
#include "runtime/actors_replay.hpp"

#include <utility>

#include "runtime/actors_names.hpp"

namespace harrier::detail {

void LocalReplay::rebuild(ActorId id) {
  execution_.ledger.steps_of(id, own_);
  std::size_t from = own_.size();
  const Execution::Step* base = nullptr;
  while (from > 0 && base == nullptr) {
    --from;
    if (execution_.step(own_[from]).snapshot != nullptr) base = &execution_.step(own_[from]);
  }
  run_through(id, base, std::span(own_).subspan(from));
}

void LocalReplay::run_through(ActorId id, const Execution::Step* base,
                              std::span<const StepNumber> steps) {
  Execution::Actor& target = execution_.actor(id);
  target.stale = false;
  Execution::destroy_frames(target);
  execution_.destroy_object(target);
  struct Muted {
    Runtime& runtime;
    AccessLog* log_before = std::exchange(access_log, nullptr);
    ~Muted() {
      runtime.unmute();
      access_log = log_before;
    }
  } scope{runtime_};
  runtime_.repeat({});
  if (base != nullptr) {
    target.type->copy(target.object, base->snapshot);
    target.built = true;
  } else {
    Building building(runtime_, execution_, layouts_, id, true);
    target.recipe->construct(target.object, target.arguments);
    building.done();
  }
  for (const StepNumber number : steps) repeat(number);
}

void LocalReplay::repeat(StepNumber number) {
  if (execution_.step(number).came_too_late) return;
  const Ledger::Step& account = execution_.ledger.step(number);
  runtime_.repeat(account.before);
  bool failed = false;
  try {
    runtime_.run(account.actor, account.message);
  } catch (...) {
    failed = true;
  }
  // After a failure the actor has ended; how far its last handler came does not matter.
  if (execution_.step(number).failed) return;
  if (failed || runtime_.repeated() != account.after) {
    const EventId event = execution_.ledger.event(number);
    throw NondeterminismError(event ? event.index() : 0,
                              actor_name(execution_, account.actor) +
                                  " did not repeat its step on " +
                                  message_text(execution_, account.message));
  }
}

}  // namespace harrier::detail
