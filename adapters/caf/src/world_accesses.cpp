// What an instrumented program tells of the memory it reads and writes.
#include "world.hpp"

namespace harrier::caf {

void World::begin_logging(const Message& message) {
  const Unlogged unlogged(*this);
  accesses_.begin_event(message.path);
  stretch_cause_ = message.stretch;
}

void World::finish_logging() {
  if (by_field()) accesses_.append(resources_);
  const std::optional<SharedState> shared = accesses_.take_shared_state();
  if (!shared) return;
  fail(FailureKind::misuse,
       actor_name(shared->second) + (shared->second_wrote ? " writes " : " reads ") + shared->what +
           " that " + actor_name(shared->first) + (shared->first_wrote ? " wrote" : " read") +
           ", and no message orders the two");
}

void World::note_access(const void* address, std::uint32_t size, bool write) {
  // Whichever step gives up the last handle to an actor destroys it, and nobody else has what is
  // destroyed then: the order of those steps does not matter.
  if (!logging() || destroying_) return;
  const Unlogged unlogged(*this);
  const host::Fiber& fiber = *task_->fiber;
  accesses_.record(reinterpret_cast<std::uintptr_t>(address), size, write, context_,
                   fiber.stack_begin(), fiber.stack_end());
}

void World::note_allocation(void* address, std::size_t size) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  accesses_.allocated(reinterpret_cast<std::uintptr_t>(address), size);
}

void World::note_release(void* address) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  accesses_.freed(reinterpret_cast<std::uintptr_t>(address));
}

}  // namespace harrier::caf
