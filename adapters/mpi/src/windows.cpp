// What may be done with windows when, and who meets whom there.
#include "windows.hpp"

#include <algorithm>
#include <utility>

#include "arguments.hpp"
#include "mpi/data/copying.hpp"
#include "texts.hpp"

namespace harrier::mpi {

namespace {

HeldWindow& held_window(const Call& call, MPI_Win handle) {
  HandleTable<HeldWindow>& windows = call.state().objects.windows;
  if (handle == MPI_WIN_NULL) throw CallError(MPI_ERR_WIN, "the window is MPI_WIN_NULL");
  if (windows.freed(handle)) throw CallError(MPI_ERR_WIN, "the window was freed before");
  HeldWindow* const held = windows.find(handle);
  if (held == nullptr) throw CallError(MPI_ERR_WIN, "the window is not a window");
  return *held;
}

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t member) {
  return std::ranges::find(list, member) != list.end();
}

}  // namespace

std::string meeting_text(std::ptrdiff_t at, std::uint32_t rank, const std::string& other) {
  return "it accesses byte " + std::to_string(at) + " of the window of rank " +
         std::to_string(rank) + " as " + other +
         " does, and nothing orders them (global concurrency)";
}

std::uint32_t Windows::find_or_make(std::uint64_t key, std::uint32_t comm, std::size_t members) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i] != nullptr && all_[i]->key == key) return static_cast<std::uint32_t>(i);
  }
  all_.push_back(std::make_unique<Window>());
  all_.back()->key = key;
  all_.back()->comm = comm;
  all_.back()->parts.resize(members);
  all_.back()->epochs.resize(members);
  all_.back()->under_way.resize(members);
  all_.back()->by_target.resize(members);
  all_.back()->by_origin.resize(members);
  return static_cast<std::uint32_t>(all_.size() - 1);
}

void Windows::release(std::uint32_t number, std::uint32_t member) {
  Window& window = *all_[number];
  window.parts[member] = {};
  if (window.block) window.block->content.clear();  // all have left it: it is compared no more
  if (++window.freed == window.parts.size()) all_[number].reset();
}

void Windows::refresh(const Posts& posts, std::uint32_t rank, std::byte* address,
                      std::size_t bytes) {
  const auto* const now =
      static_cast<const std::byte*>(Ranks::instance().address_of(rank, address));
  for (const std::unique_ptr<Window>& window : all_) {
    if (window == nullptr) continue;
    if (window->block) window->block->refresh(address, bytes, now);
    const std::vector<std::uint32_t>& members = posts.communicators[window->comm].members;
    for (std::size_t member = 0; member < members.size(); ++member) {
      if (members[member] != rank) continue;
      for (WindowMemory& memory : window->parts[member].memories)
        memory.refresh(address, bytes, now);
    }
  }
}

WindowCall::WindowCall(const Call& call, MPI_Win handle, Role role)
    : call_(call),
      held_(held_window(call, handle)),
      window_(call.world().windows().at(held_.number)),
      self_(call.member(window_.comm)) {
  if (role == Role::subject) call.concern(handle, held_.data.handler);
}

std::uint32_t WindowCall::member(int rank) const {
  if (rank < 0 || static_cast<std::size_t>(rank) >= window_.parts.size())
    throw CallError(MPI_ERR_RANK, "the rank is " + rank_text(rank) +
                                      "; the window has ranks 0 to " +
                                      std::to_string(window_.parts.size() - 1));
  return static_cast<std::uint32_t>(rank);
}

/// A window must not be locked while its owner ends an epoch of fences there.
void WindowCall::note_locked_use(std::uint32_t target) const {
  Epochs& mine = epochs();
  const Epochs& theirs = window_.epochs[target];
  if (theirs.closes_fence && theirs.fences == mine.fences && target != self_)
    throw CallError(MPI_ERR_RMA_SYNC,
                    "rank " + std::to_string(world_rank(target)) +
                        " ends an epoch with MPI_Win_fence while its window is locked (double "
                        "epoch)");
  for (LockedUse& use : mine.locked_uses) {
    if (use.target != target) continue;
    use.ended.reset();
    return;
  }
  mine.locked_uses.push_back({target, std::nullopt});
}

void WindowCall::require_epoch(PostedOperation& posted) const {
  Epochs& mine = epochs();
  const auto target = static_cast<std::uint32_t>(posted.operation.target);
  const auto lock =
      std::ranges::find_if(mine.locks, [&](const HeldLock& held) { return held.target == target; });
  if (lock != mine.locks.end()) {
    posted.exclusive = lock->exclusive;
    note_locked_use(target);
    return;
  }
  if (mine.starts && contains(mine.targets, target)) return;
  if (mine.fence_opens && mine.locks.empty() && !mine.starts) {
    posted.fence = mine.fences;
    return;
  }
  throw CallError(MPI_ERR_RMA_SYNC,
                  "no epoch is open for the window of rank " + std::to_string(world_rank(target)) +
                      "; call MPI_Win_fence, MPI_Win_start or MPI_Win_lock before it");
}

void WindowCall::require_inside(const RmaOperation& operation) const {
  const WindowPart& part = window_.parts[static_cast<std::size_t>(operation.target)];
  for (const WindowRange& range : touched(operation)) {
    if (window_.flavor == MPI_WIN_FLAVOR_DYNAMIC) {
      const bool is_attached = std::ranges::any_of(part.memories, [&](const WindowMemory& memory) {
        return range.begin >= memory.offset &&
               range.end() <= memory.offset + static_cast<std::ptrdiff_t>(memory.bytes);
      });
      if (!is_attached)
        throw CallError(
            MPI_ERR_RMA_RANGE,
            "the memory is not attached to the window of rank " +
                std::to_string(world_rank(static_cast<std::uint32_t>(operation.target))));
      continue;
    }
    if (range.begin >= 0 && range.end() <= part.size) continue;
    throw CallError(MPI_ERR_RMA_RANGE,
                    "it accesses bytes " + std::to_string(range.begin) + " to " +
                        std::to_string(range.end() - 1) + " of the window of rank " +
                        std::to_string(world_rank(static_cast<std::uint32_t>(operation.target))) +
                        ", which has " + std::to_string(part.size) + " bytes");
  }
}

void WindowCall::require_alone(const PostedOperation& posted) const {
  const RmaOperation& mine = posted.operation;
  const std::uint32_t target_rank = world_rank(static_cast<std::uint32_t>(mine.target));
  for (const PostedOperation* const earlier : near(mine)) {
    const RmaOperation& other = earlier->operation;
    const bool same_origin = other.origin == mine.origin;
    if (same_origin && !earlier->is_locally_done && !posted.is_use && !earlier->is_use &&
        share_local_memory(mine, other))
      call_.report("it uses the buffer of " + operation_text(*this, other) +
                   ", which is not complete (local concurrency)");
    if (is_known(*earlier)) continue;
    if (const std::optional<std::ptrdiff_t> at = conflict(mine, other))
      call_.report(meeting_text(*at, target_rank, operation_text(*this, other)));
  }
  if (window_.block) {
    require_known_accesses(mine);
    return;
  }
  const LocalAccesses& accesses = window_.parts[static_cast<std::size_t>(mine.target)].accesses;
  for (const WindowRange& range : touched(mine)) {
    const std::uint32_t known = call_.world().clocks().known(call_.rank(), target_rank);
    if (const auto found = accesses.unknown(range, mine.writes(), known))
      call_.report(
          meeting_text(found->at, target_rank,
                       access_text(found->access) + " of rank " + std::to_string(target_rank)));
  }
}

/// Reports an access of the caller to a member's part where operations meet it that nothing orders.
void WindowCall::require_known_operations(std::uint32_t member, const WindowRange& range,
                                          const LocalAccess& access) const {
  for (const PostedOperation* const posted : near(member, range.begin, range.end())) {
    const RmaOperation& other = posted->operation;
    const bool is_own_use = posted->is_use && other.origin == static_cast<int>(self_);
    if (is_own_use || is_known(*posted)) continue;
    if (!access.stores && !other.writes()) continue;
    for (const WindowRange& theirs : touched(other)) {
      if (range.begin >= theirs.end() || theirs.begin >= range.end()) continue;
      call_.world().fail(FailureKind::misuse,
                         "rank " + std::to_string(call_.rank()) + ": " + access_text(access) +
                             ": " +
                             meeting_text(std::max(range.begin, theirs.begin), world_rank(member),
                                          operation_text(*this, other)));
    }
  }
}

void WindowCall::note_access(const WindowRange& range, const LocalAccess& access) const {
  if (window_.block) {
    note_shared_access(range, access);
    return;
  }
  require_known_operations(self_, range, access);
  part().accesses.note(range, access, call_.world().clocks().now(call_.rank()).count);
}

/// What an operation reads or stores at its origin may lie in the origin's own window, where others
/// may meet it.
void WindowCall::use_own_memory(PostedOperation& whole) const {
  const auto use_part = [&](std::uint32_t member, std::ptrdiff_t offset, const Buffer& buffer,
                            RmaKind kind) {
    auto posted = std::make_shared<PostedOperation>();
    posted->operation = {.kind = kind,
                         .origin = static_cast<int>(self_),
                         .target = static_cast<int>(member),
                         .offset = offset,
                         .target_values = buffer.values,
                         .made_by = whole.operation.made_by};
    posted->is_use = true;
    posted->fence = whole.fence;
    require_alone(*posted);
    whole.uses.push_back(posted.get());
    add(std::move(posted));
  };
  const auto use = [&](const Buffer& buffer, RmaKind kind) {
    if (buffer.address == nullptr || buffer.values.bytes() == 0) return;
    const auto* const begin = static_cast<std::byte*>(buffer.address);
    if (window_.block && window_.block->contains(begin)) {
      const SharedPlace place = place_of(window_, begin - window_.block->begin);
      use_part(place.member, place.offset, buffer, kind);
    }
    for (const WindowMemory& memory : part().memories) {
      if (memory.contains(begin))
        use_part(self_, memory.offset + (begin - memory.begin), buffer, kind);
    }
  };
  use(whole.operation.source, RmaKind::get);
  use(whole.operation.result, RmaKind::put);
}

std::shared_ptr<PostedOperation> WindowCall::ask(RmaOperation operation) {
  forget_old();
  auto posted = std::make_shared<PostedOperation>();
  operation.origin = static_cast<int>(self_);
  operation.made_by = origin_of(call_);
  posted->operation = std::move(operation);
  require_epoch(*posted);
  require_inside(posted->operation);
  take_buffers(posted->operation);
  require_alone(*posted);
  note_shared_buffer(call_, posted->operation.source, false);
  note_shared_buffer(call_, posted->operation.result, true);
  add(posted);
  use_own_memory(*posted);
  return posted;
}

void note_use(const Call& call, const Buffer& buffer, bool stores) {
  if (call.world().windows().empty() || buffer.address == nullptr) return;
  call.state().objects.windows.for_each([&](MPI_Win handle, const HeldWindow&) {
    const WindowCall of(call, handle, WindowCall::Role::bystander);
    for (const PostedOperation* const posted : of.under_way()) {
      const RmaOperation& operation = posted->operation;
      if (posted->is_locally_done) continue;
      if (overlap(buffer, operation.result) || (stores && overlap(buffer, operation.source)))
        call.report("it uses the buffer of " + operation_text(of, operation) +
                    ", which is not complete (local concurrency)");
    }
    for (const MemoryRange& range : ranges_of(buffer.address, buffer.values)) {
      if (of.window().block) of.note_shared_use(range, stores);
      for (const WindowMemory& memory : of.part().memories) {
        if (memory.contains(range.begin))
          of.note_access({memory.offset + (range.begin - memory.begin), range.bytes},
                         {stores, call.site(), false});
      }
    }
  });
}

void WindowCall::note_stores() const {
  if (window_.block) note_shared_stores();
  for (WindowMemory& memory : part().memories) {
    if (std::exchange(memory.is_fresh, false)) memory.watch();
    for (const WindowRange& range : memory.take_changes())
      note_access(range, {true, call_.site(), false});
  }
}

void note_stores(const Call& call) {
  call.state().objects.windows.for_each([&](MPI_Win handle, const HeldWindow&) {
    WindowCall(call, handle, WindowCall::Role::bystander).note_stores();
  });
}

std::string operation_text(const WindowCall& of, const RmaOperation& operation) {
  const Site site{operation.made_by.function, operation.made_by.from};
  return call_text(site) + " of rank " +
         std::to_string(of.world_rank(static_cast<std::uint32_t>(operation.origin)));
}

}  // namespace harrier::mpi
