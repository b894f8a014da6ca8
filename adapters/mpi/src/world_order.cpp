// Locks of windows, and which step comes before which.
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

void World::take_locks(Board& board, const Wait& wait) const {
  for (const Condition& one : conditions(wait)) {
    if (one.kind == Condition::Kind::lock) board.take_lock(one.index, one.member != 0);
  }
}

void World::return_lock(const Condition& lock) {
  const bool exclusive = lock.member != 0;
  returns_.push_back(lock);
  ++events_.back().returns_end;
  board_.return_lock(lock.index, exclusive);
  touch(lock_resource(lock.index), exclusive ? Access::write : Access::update);
  state(running_).polls.clear();
}

Condition World::memory_of(std::uint64_t window, std::uint32_t target, std::uint64_t part,
                           Access access) {
  return {Condition::Kind::memory, target, static_cast<std::uint32_t>(access),
          resource_of(target, Part::memory, window, part).part()};
}

/// Goes back from the later one over what each step needs: the one before it in its rank, what it
/// waited for, and for a match both of its ends.
bool World::happens_before(std::uint32_t earlier, std::uint32_t later) const {
  if (earlier == later) return true;
  std::vector<bool> seen(events_.size() + 1);
  std::vector<std::uint32_t> open = {later};
  std::vector<EventId> causes;
  const auto visit = [&](std::uint32_t event) {
    if (event < earlier || seen[event]) return;
    seen[event] = true;
    open.push_back(event);
  };
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    if (number == earlier) return true;
    const Event& event = events_[number - 1];
    const Message& done = message(event.message);
    if (done.kind == Kind::match) {
      visit(posts_.send(done.send).by);
      visit(posts_.receives[posts_.send(done.send).dest][event.receive].by);
      continue;
    }
    if (done.kind != Kind::step) continue;
    causes.clear();
    further_causes(event.message, causes);
    for (const EventId cause : causes) visit(static_cast<std::uint32_t>(cause.index()) + 1);
    const std::uint32_t rank = wait_of(done).rank;
    for (std::uint32_t before = number - 1; before >= earlier && before > 0; --before) {
      const Message& other = message(events_[before - 1].message);
      if (other.kind != Kind::step || wait_of(other).rank != rank) continue;
      visit(before);
      break;
    }
  }
  return false;
}

}  // namespace harrier::mpi
