// Locks of windows, and what ranks learn of each other by waiting.
#include <algorithm>

#include "rank_state.hpp"
#include "world.hpp"

namespace harrier::mpi {

Resource World::lock_resource(std::uint32_t lock) const {
  const WindowLock& of = posts_.locks[lock];
  return resource_of(of.target, Part::lock, of.key);
}

Condition World::lock_of(std::uint64_t window, std::uint32_t target, bool exclusive) {
  std::vector<WindowLock>& all = posts_.locks;
  auto found = std::ranges::find_if(
      all, [&](const WindowLock& lock) { return lock.key == window && lock.target == target; });
  if (found == all.end()) found = all.insert(all.end(), {window, target});
  return {Condition::Kind::lock, target, exclusive ? 1U : 0U,
          static_cast<std::uint32_t>(found - all.begin())};
}

void World::take_locks(const Wait& wait) {
  for (const Condition& one : conditions(wait)) {
    if (one.kind != Condition::Kind::lock) continue;
    board_.take_lock(one.index, {wait.rank, one.member != 0, event_count(), never});
  }
}

void World::return_lock(const Condition& lock) {
  const bool exclusive = lock.member != 0;
  board_.return_lock(lock.index, running_, event_count());
  clocks_.return_lock(lock.index, running_, exclusive);
  touch(lock_resource(lock.index), exclusive ? Access::write : Access::update);
  state(running_).polls.clear();
}

Condition World::memory_of(std::uint64_t window, std::uint32_t target, std::uint64_t part,
                           Access access) {
  return {Condition::Kind::memory, target, static_cast<std::uint32_t>(access),
          resource_of(target, Part::memory, window, part).part()};
}

/// A rank that waits learns what those knew whom it waited for.
void World::learn(const Wait& wait, const Outcome& outcome) {
  if (outcome.way == way_failure) return;
  if (wait.is_probe()) {
    clocks_.join(wait.rank, posts_.send(outcome.probed).stamp);
    return;
  }
  const bool takes_one = wait.kind == Wait::Kind::any || wait.kind == Wait::Kind::test_any;
  const std::span<const Condition> waited = conditions(wait);
  for (std::size_t i = 0; i < waited.size(); ++i) {
    if (takes_one ? i == outcome.way : is_done(waited[i]) || wait.kind == Wait::Kind::all)
      learn(wait.rank, waited[i]);
  }
}

void World::learn(std::uint32_t rank, const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::nothing:
    case Condition::Kind::met:
    case Condition::Kind::memory:
      break;
    case Condition::Kind::send:
      if (!posts_.send(condition.send()).waits) break;
      [[fallthrough]];
    case Condition::Kind::received:
      clocks_.join(rank, receive_of(condition.send()).stamp);
      break;
    case Condition::Kind::receive:
      clocks_.join(rank, posts_.send(board_.sender_of(condition.owner, condition.index)).stamp);
      break;
    case Condition::Kind::entry: {
      const Communicator& comm = posts_.communicators[condition.owner];
      for_needed(condition, [&](std::uint32_t member) {
        clocks_.join(rank, comm.entries[member][condition.index].stamp);
      });
      break;
    }
    case Condition::Kind::lock:
      clocks_.take_lock(condition.index, rank, condition.member != 0);
      break;
  }
}

}  // namespace harrier::mpi
