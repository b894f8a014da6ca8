// MPI_Win_fence, MPI_Win_lock and all that opens, closes or completes epochs of windows.
#include <algorithm>
#include <utility>

#include "arguments.hpp"
#include "collectives.hpp"
#include "windows.hpp"

using namespace harrier;
using namespace harrier::mpi;

namespace {

// Tags of the messages of MPI_Win_post and MPI_Win_complete, on the communicator of the window.
constexpr int exposed_tag = 1;
constexpr int completed_tag = 2;

void require_no_lock(const Epochs& mine) {
  if (mine.locks.empty()) return;
  throw CallError(MPI_ERR_RMA_SYNC, "the epoch of " + std::string(mine.locks.back().site.function) +
                                        " is still open (double epoch)");
}

void require_no_start(const Epochs& mine) {
  if (mine.starts)
    throw CallError(MPI_ERR_RMA_SYNC, "the epoch of MPI_Win_start is still open (double epoch)");
}

/// A fence may be followed by locks, but not once operations wait for the next fence.
void require_no_fence(const WindowCall& of) {
  if (of.epochs().fence_opens && of.has_pending())
    throw CallError(MPI_ERR_RMA_SYNC, "the epoch of MPI_Win_fence is still open (double epoch)");
}

/// Operations under locks may lie between two fences, but what ends the epoch of the first must
/// come after them: a window is not exposed to fences and locked at once.
void require_locks_before(const WindowCall& of) {
  const std::vector<Epochs>& all = of.window().epochs;
  for (std::uint32_t member = 0; member < all.size(); ++member) {
    for (const LockedUse& use : all[member].locked_uses) {
      if (use.target != of.self() || member == of.self()) continue;
      const Clocks& clocks = of.call().world().clocks();
      if (use.ended && clocks.knows(of.call().rank(), *use.ended)) continue;
      throw CallError(MPI_ERR_RMA_SYNC,
                      "it ends the epoch of the fence before, and nothing orders it after what "
                      "rank " +
                          std::to_string(of.world_rank(member)) +
                          " does in the window under a lock (double epoch)");
    }
  }
}

void end_locked_use(const WindowCall& of, std::uint32_t target) {
  for (LockedUse& use : of.epochs().locked_uses) {
    if (use.target == target) use.ended = of.call().world().clocks().now(of.call().rank());
  }
}

HeldLock& held_lock(const WindowCall& of, std::uint32_t target) {
  for (HeldLock& lock : of.epochs().locks) {
    if (lock.target == target) return lock;
  }
  throw CallError(MPI_ERR_RMA_SYNC,
                  "the window of rank " + std::to_string(of.world_rank(target)) + " is not locked");
}

void take_locks(WindowCall& of, const std::vector<std::uint32_t>& targets, bool exclusive) {
  std::vector<Condition> conditions;
  for (const std::uint32_t target : targets) {
    conditions.push_back(
        of.call().world().lock_of(of.window().key, of.world_rank(target), exclusive));
  }
  of.call().world().act(conditions, of.call().site(), [] {});
  for (std::size_t i = 0; i < targets.size(); ++i) {
    of.epochs().locks.push_back({targets[i], exclusive, conditions[i], of.call().site()});
  }
}

/// A loop that waits for a store of another rank never ends, since one rank runs at a time.
void require_progress(const WindowCall& of) {
  constexpr std::uint32_t syncs_max = 100'000;
  if (!of.window().block) return;
  Epochs& mine = of.epochs();
  const std::uint32_t now = of.call().world().clocks().now(of.call().rank()).count;
  if (std::exchange(mine.synced_at, now) != now) mine.syncs = 0;
  if (++mine.syncs < syncs_max) return;
  of.call().world().unsupported(
      "MPI_Win_sync in a loop",
      "a rank that waits for a store of another one waits for ever, since one runs at a time: wait "
      "for a message, a collective or a lock");
}

std::vector<std::uint32_t> all_members(const WindowCall& of) {
  std::vector<std::uint32_t> members(of.window().parts.size());
  for (std::uint32_t i = 0; i < members.size(); ++i) members[i] = i;
  return members;
}

std::vector<std::uint32_t> members_of(const WindowCall& of, MPI_Group group) {
  std::vector<std::uint32_t> members;
  for (const int rank : group_of(of.call(), group)) {
    members.push_back(of.call().member(of.window().comm, static_cast<std::uint32_t>(rank)));
    if (members.back() >= of.window().parts.size())
      throw CallError(MPI_ERR_GROUP, "rank " + std::to_string(rank) + " has no part in the window");
  }
  return members;
}

void tell(const WindowCall& of, std::uint32_t member, int tag) {
  Send send;
  send.comm = of.window().comm;
  send.dest = of.world_rank(member);
  send.tag = tag;
  send.site = of.call().site();
  of.call().world().post(send, {});
}

std::vector<Condition> hear_from(const WindowCall& of, const std::vector<std::uint32_t>& members,
                                 int tag) {
  std::vector<Condition> conditions;
  for (const std::uint32_t member : members) {
    Receive receive;
    receive.comm = of.window().comm;
    receive.source = static_cast<int>(of.world_rank(member));
    receive.tag = tag;
    receive.site = of.call().site();
    conditions.push_back(of.call().world().post(receive));
  }
  return conditions;
}

/// Waits for what is to come and forgets it.
void await(const WindowCall& of, std::vector<Condition>& conditions) {
  if (!conditions.empty()) of.call().world().wait(Wait::Kind::all, conditions, of.call().site());
  conditions.clear();
}

using Extent = WindowCall::Extent;

int flush(const char* function, const void* from, MPI_Win handle, std::optional<int> rank,
          Extent extent) {
  return calling(function, from, [&](const Call& call) {
    WindowCall of(call, handle);
    if (of.epochs().locks.empty())
      throw CallError(MPI_ERR_RMA_SYNC, "the window is not locked (missing epoch)");
    if (!rank) {
      of.complete(extent, [](std::uint32_t) { return true; });
    } else if (*rank != MPI_PROC_NULL) {
      const std::uint32_t target = of.member(*rank);
      held_lock(of, target);
      of.complete(extent, [&](std::uint32_t other) { return other == target; });
    }
  });
}

void end_exposure(const WindowCall& of) {
  of.epochs().posts = false;
  of.epochs().origins.clear();
  of.epochs().end_conditions.clear();
}

void require_posted(const WindowCall& of) {
  if (!of.epochs().posts)
    throw CallError(MPI_ERR_RMA_SYNC, "MPI_Win_post was not called (missing epoch)");
}

/// Posts what the end of an exposure epoch waits for, once.
void expect_completion(const WindowCall& of) {
  Epochs& mine = of.epochs();
  if (mine.end_conditions.empty()) mine.end_conditions = hear_from(of, mine.origins, completed_tag);
}

}  // namespace

extern "C" {

int MPI_Win_fence(int assertion, MPI_Win handle) {
  return calling("MPI_Win_fence", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    Epochs& mine = of.epochs();
    require_no_lock(mine);
    require_no_start(mine);
    const bool closes = mine.fence_opens && (assertion & MPI_MODE_NOPRECEDE) == 0;
    if (closes) require_locks_before(of);
    mine.closes_fence = closes;
    mine.fence_entered = call.world().clocks().now(call.rank());
    synchronise(call, of.window().comm);
    mine.closes_fence = false;
    ++mine.fences;
    mine.fence_opens = (assertion & MPI_MODE_NOSUCCEED) == 0;
    of.complete_fence();
  });
}

int MPI_Win_lock(int type, int rank, int, MPI_Win handle) {
  return calling("MPI_Win_lock", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    if (type != MPI_LOCK_EXCLUSIVE && type != MPI_LOCK_SHARED)
      throw CallError(MPI_ERR_LOCKTYPE, "the type of lock is " + std::to_string(type));
    if (rank == MPI_PROC_NULL) return;
    const std::uint32_t target = of.member(rank);
    require_no_start(of.epochs());
    require_no_fence(of);
    for (const HeldLock& lock : of.epochs().locks) {
      if (lock.target == target)
        throw CallError(MPI_ERR_RMA_SYNC, "the window of rank " +
                                              std::to_string(of.world_rank(target)) +
                                              " is locked already (double epoch)");
    }
    take_locks(of, {target}, type == MPI_LOCK_EXCLUSIVE);
  });
}

int MPI_Win_unlock(int rank, MPI_Win handle) {
  return calling("MPI_Win_unlock", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    if (rank == MPI_PROC_NULL) return;
    const std::uint32_t target = of.member(rank);
    const HeldLock lock = held_lock(of, target);
    if (of.epochs().locks_all)
      throw CallError(MPI_ERR_RMA_SYNC, "the window is locked by MPI_Win_lock_all");
    of.complete(Extent::full, [&](std::uint32_t other) { return other == target; });
    std::erase_if(of.epochs().locks, [&](const HeldLock& held) { return held.target == target; });
    end_locked_use(of, target);
    call.world().return_lock(lock.condition);
  });
}

int MPI_Win_lock_all(int, MPI_Win handle) {
  return calling("MPI_Win_lock_all", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    require_no_lock(of.epochs());
    require_no_start(of.epochs());
    require_no_fence(of);
    take_locks(of, all_members(of), false);
    of.epochs().locks_all = true;
  });
}

int MPI_Win_unlock_all(MPI_Win handle) {
  return calling("MPI_Win_unlock_all", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    if (!of.epochs().locks_all)
      throw CallError(MPI_ERR_RMA_SYNC, "MPI_Win_lock_all was not called (missing epoch)");
    of.complete(Extent::full, [](std::uint32_t) { return true; });
    const std::vector<HeldLock> locks = std::exchange(of.epochs().locks, {});
    of.epochs().locks_all = false;
    for (const HeldLock& lock : locks) {
      end_locked_use(of, lock.target);
      call.world().return_lock(lock.condition);
    }
  });
}

int MPI_Win_flush(int rank, MPI_Win handle) {
  return flush("MPI_Win_flush", __builtin_return_address(0), handle, rank, Extent::full);
}

int MPI_Win_flush_local(int rank, MPI_Win handle) {
  return flush("MPI_Win_flush_local", __builtin_return_address(0), handle, rank, Extent::local);
}

int MPI_Win_flush_all(MPI_Win handle) {
  return flush("MPI_Win_flush_all", __builtin_return_address(0), handle, std::nullopt,
               Extent::full);
}

int MPI_Win_flush_local_all(MPI_Win handle) {
  return flush("MPI_Win_flush_local_all", __builtin_return_address(0), handle, std::nullopt,
               Extent::local);
}

int MPI_Win_sync(MPI_Win handle) {
  return calling("MPI_Win_sync", __builtin_return_address(0),
                 [&](const Call& call) { require_progress(WindowCall(call, handle)); });
}

int MPI_Win_post(MPI_Group group, int, MPI_Win handle) {
  return calling("MPI_Win_post", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    if (of.epochs().posts)
      throw CallError(MPI_ERR_RMA_SYNC, "the epoch of MPI_Win_post is still open (double epoch)");
    of.epochs().origins = members_of(of, group);
    of.epochs().posts = true;
    for (const std::uint32_t origin : of.epochs().origins) tell(of, origin, exposed_tag);
  });
}

int MPI_Win_start(MPI_Group group, int, MPI_Win handle) {
  return calling("MPI_Win_start", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    Epochs& mine = of.epochs();
    require_no_start(mine);
    require_no_lock(mine);
    require_no_fence(of);
    mine.targets = members_of(of, group);
    mine.starts = true;
    std::vector<Condition> exposed = hear_from(of, mine.targets, exposed_tag);
    await(of, exposed);
  });
}

int MPI_Win_complete(MPI_Win handle) {
  return calling("MPI_Win_complete", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    Epochs& mine = of.epochs();
    if (!mine.starts)
      throw CallError(MPI_ERR_RMA_SYNC, "MPI_Win_start was not called (missing epoch)");
    of.complete(Extent::full, [](std::uint32_t) { return true; });
    for (const std::uint32_t target : mine.targets) tell(of, target, completed_tag);
    mine.starts = false;
    mine.targets.clear();
  });
}

int MPI_Win_wait(MPI_Win handle) {
  return calling("MPI_Win_wait", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    require_posted(of);
    expect_completion(of);
    await(of, of.epochs().end_conditions);
    end_exposure(of);
  });
}

int MPI_Win_test(MPI_Win handle, int* flag) {
  return calling("MPI_Win_test", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    require_posted(of);
    expect_completion(of);
    *flag = 0;
    const Outcome outcome =
        call.world().wait(Wait::Kind::test_all, of.epochs().end_conditions, call.site());
    *flag = outcome.way != way_failure ? 1 : 0;
    if (*flag != 0) end_exposure(of);
  });
}
}
