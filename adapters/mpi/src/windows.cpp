// What may be done with windows when, and what it does.
#include "windows.hpp"

#include <algorithm>
#include <utility>

#include "arguments.hpp"
#include "mpi/data/copying.hpp"
#include "texts.hpp"

namespace harrier::mpi {

namespace {

// Stores are found by comparing; larger windows are not looked at.
constexpr MPI_Aint content_bytes_max = MPI_Aint{1} << 20;

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

bool is_atomic(const RmaOperation& operation) {
  return operation.kind == RmaKind::accumulate || operation.kind == RmaKind::compare_and_swap;
}

}  // namespace

std::uint32_t Windows::find_or_make(std::uint64_t key, std::uint32_t comm, std::size_t members) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i]->key == key) return static_cast<std::uint32_t>(i);
  }
  all_.push_back(std::make_unique<Window>());
  all_.back()->key = key;
  all_.back()->comm = comm;
  all_.back()->parts.resize(members);
  all_.back()->epochs.resize(members);
  return static_cast<std::uint32_t>(all_.size() - 1);
}

WindowCall::WindowCall(const Call& call, MPI_Win handle)
    : call_(call),
      held_(held_window(call, handle)),
      window_(call.world().windows().at(held_.number)),
      self_(call.member(window_.comm)) {}

std::uint32_t WindowCall::member(int rank) const {
  if (rank < 0 || static_cast<std::size_t>(rank) >= window_.parts.size())
    throw CallError(MPI_ERR_RANK, "the rank is " + std::to_string(rank) +
                                      "; the window has ranks 0 to " +
                                      std::to_string(window_.parts.size() - 1));
  return static_cast<std::uint32_t>(rank);
}

void WindowCall::require_epoch(PostedOperation& posted) const {
  Epochs& mine = epochs();
  const auto target = static_cast<std::uint32_t>(posted.operation.target);
  const auto lock =
      std::ranges::find_if(mine.locks, [&](const HeldLock& held) { return held.target == target; });
  if (lock != mine.locks.end()) {
    posted.exclusive = lock->exclusive;
    mine.locked_since = true;
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
      const bool is_attached = std::ranges::any_of(part.attached, [&](const auto& memory) {
        const auto begin = reinterpret_cast<std::ptrdiff_t>(memory.first);
        return range.begin >= begin && range.end() <= begin + memory.second;
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
  for (const std::unique_ptr<PostedOperation>& earlier : window_.operations) {
    const RmaOperation& other = earlier->operation;
    const bool same_origin = other.origin == mine.origin;
    const bool under_way = earlier->done_by == 0;
    if (same_origin && under_way && !posted.is_local && !earlier->is_local &&
        share_local_memory(mine, other))
      throw CallError(MPI_ERR_RMA_CONFLICT, "it uses the buffer of " +
                                                operation_text(*this, other) +
                                                ", which is not complete (local concurrency)");
    const std::optional<std::ptrdiff_t> at = conflict(mine, other);
    if (!at) continue;
    if (!same_origin && (posted.exclusive || earlier->exclusive)) continue;
    if (same_origin && posted.is_local != earlier->is_local && !under_way) continue;
    if (!under_way && call_.world().happens_before(earlier->done_by, posted.by)) continue;
    throw CallError(MPI_ERR_RMA_CONFLICT,
                    "it accesses byte " + std::to_string(*at) + " of the window of rank " +
                        std::to_string(world_rank(static_cast<std::uint32_t>(mine.target))) +
                        " as " + operation_text(*this, other) +
                        " does, and nothing orders them (global concurrency)");
  }
}

/// What an operation reads or stores at its origin may lie in the origin's own window, where others
/// may meet it.
void WindowCall::use_own_memory(const RmaOperation& operation) {
  const WindowPart& mine = part();
  const auto use = [&](const Buffer& buffer, RmaKind kind) {
    if (buffer.address == nullptr || buffer.values.bytes() == 0) return;
    const auto* const begin = static_cast<std::byte*>(buffer.address);
    if (begin < mine.base || begin >= mine.base + mine.size) return;
    auto posted = std::make_unique<PostedOperation>();
    posted->operation = {.kind = kind,
                         .origin = static_cast<int>(self_),
                         .target = static_cast<int>(self_),
                         .offset = begin - mine.base,
                         .target_values = buffer.values,
                         .made_by = operation.made_by};
    posted->by = call_.world().running_step();
    posted->is_local = true;
    require_alone(*posted);
    window_.operations.push_back(std::move(posted));
  };
  use(operation.source, RmaKind::get);
  use(operation.result, RmaKind::put);
}

PostedOperation& WindowCall::ask(RmaOperation operation) {
  auto posted = std::make_unique<PostedOperation>();
  operation.origin = static_cast<int>(self_);
  operation.made_by = origin_of(call_);
  posted->operation = std::move(operation);
  posted->by = call_.world().running_step();
  require_epoch(*posted);
  require_inside(posted->operation);
  take_buffers(posted->operation);
  require_alone(*posted);
  window_.operations.push_back(std::move(posted));
  PostedOperation& made = *window_.operations.back();
  use_own_memory(made.operation);
  return made;
}

std::byte* WindowCall::place_of(std::uint32_t member, std::ptrdiff_t offset) const {
  std::byte* const base = window_.parts[member].base;
  const bool is_dynamic = window_.flavor == MPI_WIN_FLAVOR_DYNAMIC;
  void* const place = is_dynamic ? reinterpret_cast<std::byte*>(offset) : base + offset;
  return static_cast<std::byte*>(Ranks::instance().address_of(world_rank(member), place));
}

void WindowCall::perform_at_target(RmaOperation& operation) const {
  const auto target = static_cast<std::uint32_t>(operation.target);
  perform(operation, place_of(target, operation.offset) - operation.offset);
  // What operations change is no store of the program.
  std::vector<std::byte>& content = window_.epochs[target].content;
  if (content.empty()) return;
  for (const WindowRange& range : touched(operation)) {
    const std::byte* const now = place_of(target, range.begin);
    std::copy(now, now + range.bytes, content.begin() + range.begin);
  }
}

void WindowCall::finish(PostedOperation& posted, std::uint32_t done_by) {
  const RmaOperation& operation = posted.operation;
  const auto require_same = [&](bool changed) {
    if (changed)
      throw CallError(MPI_ERR_RMA_CONFLICT,
                      "the buffer of " + operation_text(*this, operation) +
                          " was changed before it was complete (local concurrency)");
  };
  require_same(source_changed(operation));
  require_same(result_changed(operation));
  if (!posted.is_performed) perform_at_target(posted.operation);
  posted.is_performed = true;
  store_result(operation);
  forget_stores(operation.result);
  posted.done_by = done_by;
  for (const std::unique_ptr<PostedOperation>& use : window_.operations) {
    if (use->is_local && use->done_by == 0 && use->operation.origin == operation.origin &&
        use->operation.made_by.from == operation.made_by.from)
      use->done_by = posted.done_by;
  }
}

/// Atomic operations that others may meet are a step of their own: the order of such steps is
/// explored.
void WindowCall::complete(const std::vector<PostedOperation*>& operations) {
  std::vector<Condition> touched_memory;
  for (const PostedOperation* const posted : operations) {
    const RmaOperation& operation = posted->operation;
    if (!is_atomic(operation) || posted->exclusive) continue;
    const auto target = static_cast<std::uint32_t>(operation.target);
    const Access access = operation.reads() || operation.operation == MPI_REPLACE ||
                                  operation.kind == RmaKind::compare_and_swap
                              ? (operation.writes() ? Access::write : Access::read)
                              : Access::update;
    for (const WindowRange& range : touched(operation)) {
      // One resource for each eight bytes.
      for (std::ptrdiff_t part = range.begin / 8; part <= (range.end() - 1) / 8; ++part) {
        touched_memory.push_back(World::memory_of(window_.key, world_rank(target),
                                                  static_cast<std::uint64_t>(part), access));
      }
    }
  }
  if (!touched_memory.empty()) {
    call_.world().wait(Wait::Kind::all, touched_memory, call_.site());
    call_.world().note_dependence();
  }
  for (PostedOperation* const posted : operations) finish(*posted, call_.world().running_step());
}

bool WindowCall::has_pending() const {
  return std::ranges::any_of(window_.operations,
                             [&](const auto& posted) { return is_own(*posted); });
}

void WindowCall::watch_stores() {
  const WindowPart& memory = part();
  const bool is_watched =
      memory.base != nullptr && memory.size > 0 && memory.size <= content_bytes_max;
  epochs().content.clear();
  if (is_watched) epochs().content.assign(memory.base, memory.base + memory.size);
}

/// What was stored by an operation into the caller's own memory is no store of the program.
void WindowCall::forget_stores(const Buffer& buffer) const {
  std::vector<std::byte>& content = epochs().content;
  if (content.empty() || buffer.address == nullptr) return;
  const WindowPart& memory = part();
  for (const MemoryRange& range : ranges_of(buffer.address, buffer.values)) {
    if (range.begin < memory.base || range.begin + range.bytes > memory.base + memory.size)
      continue;
    std::copy(range.begin, range.begin + range.bytes,
              content.begin() + (range.begin - memory.base));
  }
}

void WindowCall::note_stores() {
  const std::vector<std::byte> content = std::exchange(epochs().content, {});
  const std::byte* const now = part().base;
  const std::size_t size = content.size();
  for (std::size_t begin = 0; begin < size; ++begin) {
    if (content[begin] == now[begin]) continue;
    std::size_t end = begin + 1;
    while (end < size && content[end] != now[end]) ++end;
    auto store = std::make_unique<PostedOperation>();
    store->operation = {.kind = RmaKind::put,
                        .origin = static_cast<int>(self_),
                        .target = static_cast<int>(self_),
                        .offset = static_cast<std::ptrdiff_t>(begin),
                        .target_values = {predefined_type(MPI_BYTE), end - begin},
                        .made_by = {"a store before MPI_Win_unlock", call_.site().from}};
    store->by = store->done_by = call_.world().running_step();
    store->is_local = true;
    require_alone(*store);
    window_.operations.push_back(std::move(store));
    begin = end;
  }
}

/// All members stand in a fence: what their windows hold now is what they left there.
void WindowCall::require_no_stores(const RmaOperation& operation) const {
  const auto target = static_cast<std::uint32_t>(operation.target);
  const std::vector<std::byte>& content = window_.epochs[target].content;
  if (content.empty()) return;
  for (const WindowRange& range : touched(operation)) {
    const std::byte* const now = place_of(target, range.begin);
    if (std::equal(now, now + range.bytes, content.data() + range.begin)) continue;
    throw CallError(MPI_ERR_RMA_CONFLICT,
                    "rank " + std::to_string(world_rank(target)) +
                        " has stored into the bytes of its window that " +
                        operation_text(*this, operation) +
                        " accesses, and nothing orders them (global concurrency)");
  }
}

void WindowCall::complete_fence(std::uint32_t entered_by) {
  const std::uint32_t fence = epochs().fences - 1;
  // Whoever leaves first lets all operations take effect: all members stand in the fence or have
  // left it. In the order of ranks, so that the result is the same in every order of steps.
  if (fence > 0 && window_.fences_performed < fence) {
    window_.fences_performed = fence;
    std::vector<PostedOperation*> meant;
    for (const std::unique_ptr<PostedOperation>& posted : window_.operations) {
      if (posted->fence == fence && !posted->is_performed && !posted->is_local)
        meant.push_back(posted.get());
    }
    std::ranges::stable_sort(meant, [](const PostedOperation* a, const PostedOperation* b) {
      return a->operation.origin < b->operation.origin;
    });
    for (const PostedOperation* const posted : meant) require_no_stores(posted->operation);
    for (PostedOperation* const posted : meant) {
      perform_at_target(posted->operation);
      posted->is_performed = true;
    }
  }
  for (const std::unique_ptr<PostedOperation>& posted : window_.operations) {
    if (is_own(*posted) && posted->fence == fence) finish(*posted, entered_by);
  }
  Epochs& mine = epochs();
  mine.locked_since = false;
  mine.content.clear();
  if (mine.fence_opens) watch_stores();
}

void require_unused(const Call& call, const Buffer& buffer, bool stores) {
  if (call.world().windows().empty()) return;
  call.state().objects.windows.for_each([&](MPI_Win handle, const HeldWindow&) {
    const WindowCall of(call, handle);
    for (const std::unique_ptr<PostedOperation>& posted : of.window().operations) {
      const RmaOperation& operation = posted->operation;
      if (posted->done_by != 0 || operation.origin != static_cast<int>(of.self())) continue;
      if (overlap(buffer, operation.result) || (stores && overlap(buffer, operation.source)))
        throw CallError(MPI_ERR_RMA_CONFLICT, "it uses the buffer of " +
                                                  operation_text(of, operation) +
                                                  ", which is not complete (local concurrency)");
    }
  });
}

std::string operation_text(const WindowCall& of, const RmaOperation& operation) {
  const Site site{operation.made_by.function, operation.made_by.from};
  return call_text(site) + " of rank " +
         std::to_string(of.world_rank(static_cast<std::uint32_t>(operation.origin)));
}

}  // namespace harrier::mpi
