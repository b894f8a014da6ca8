// When operations on windows take effect, for whom, and what such steps touch.
#include <algorithm>
#include <utility>

#include "mpi/data/copying.hpp"
#include "texts.hpp"
#include "windows.hpp"

namespace harrier::mpi {

namespace {

bool is_atomic(const RmaOperation& operation) {
  return operation.kind == RmaKind::accumulate || operation.kind == RmaKind::compare_and_swap;
}

}  // namespace

std::byte* WindowCall::address_at(std::uint32_t member, std::ptrdiff_t offset) const {
  const bool is_dynamic = window_.flavor == MPI_WIN_FLAVOR_DYNAMIC;
  return is_dynamic ? reinterpret_cast<std::byte*>(offset) : window_.parts[member].base + offset;
}

void WindowCall::perform_at_target(RmaOperation& operation) const {
  const auto target = static_cast<std::uint32_t>(operation.target);
  std::byte* const address = address_at(target, operation.offset);
  void* const place = Ranks::instance().address_of(world_rank(target), address);
  perform(operation, static_cast<std::byte*>(place) - operation.offset);
  for (const WindowRange& range : touched(operation)) {
    call_.world().windows().refresh(call_.world().posts(), world_rank(target),
                                    address_at(target, range.begin), range.bytes);
  }
}

void WindowCall::finish_locally(PostedOperation& posted) const {
  if (std::exchange(posted.is_locally_done, true)) return;
  leave_origin_memory(posted);
  RmaOperation& operation = posted.operation;
  if (source_changed(operation) || result_changed(operation))
    call_.report("the buffer of " + operation_text(*this, operation) +
                 " was changed before it was complete (local concurrency)");
  if (operation.fetches()) {
    if (!std::exchange(posted.is_performed, true)) perform_at_target(operation);
    store_result(operation);
    for (const MemoryRange& range : ranges_of(operation.result.address, operation.result.values)) {
      call_.world().windows().refresh(call_.world().posts(), call_.rank(), range.begin,
                                      range.bytes);
    }
    note_filled(call_, operation.result);
  }
  for (PostedOperation* const use : std::exchange(posted.uses, {})) {
    use->is_locally_done = use->is_done = true;
    if (!use->ended) use->ended = call_.world().clocks().now(call_.rank());
  }
}

/// From now on what counts of it is who else may meet it.
void WindowCall::set_done(PostedOperation& posted) const {
  finish_locally(posted);
  posted.is_done = true;
  RmaOperation& operation = posted.operation;
  operation.given = operation.compared = operation.result_was = operation.fetched = {};
}

void WindowCall::forget_done() const {
  std::erase_if(under_way(), [](const PostedOperation* posted) { return posted->is_done; });
}

namespace {

/// What an operation does to memory, for those who may meet it.
Access access_of(const RmaOperation& operation) {
  const bool looks = operation.reads() || operation.operation == MPI_REPLACE ||
                     operation.kind == RmaKind::compare_and_swap;
  if (!looks) return Access::update;
  return operation.writes() ? Access::write : Access::read;
}

/// Lists the parts of a window that an operation touches: words of eight bytes, or pages where
/// these would be many. Those who touch words read that words of a page are accessed so, which
/// those update who touch the page and conflict with it.
template <class Visit>
void for_parts(const RmaOperation& operation, Visit visit) {
  constexpr std::ptrdiff_t word_bytes = 8;
  constexpr std::ptrdiff_t page_bytes = 4096;
  constexpr std::ptrdiff_t words_max = 64;
  enum Size : std::uint64_t { word, page, words_of_page };
  const auto name = [](std::ptrdiff_t number, std::uint64_t size) {
    return static_cast<std::uint64_t>(number) << 4U | size;
  };
  const auto each = [&](std::ptrdiff_t bytes, auto visit_number) {
    for (const WindowRange& range : touched(operation)) {
      for (std::ptrdiff_t i = range.begin / bytes; i <= (range.end() - 1) / bytes; ++i)
        visit_number(i);
    }
  };
  std::ptrdiff_t words = 0;
  for (const WindowRange& range : touched(operation))
    words += (range.end() - 1) / word_bytes - range.begin / word_bytes + 1;
  const Access access = access_of(operation);
  const auto words_accessed = [&](Access by) {
    return words_of_page + static_cast<std::uint64_t>(by);
  };
  if (words <= words_max) {
    each(word_bytes, [&](std::ptrdiff_t i) { visit(name(i, word), access); });
    each(page_bytes,
         [&](std::ptrdiff_t i) { visit(name(i, words_accessed(access)), Access::read); });
    return;
  }
  std::ptrdiff_t last = -1;
  each(page_bytes, [&](std::ptrdiff_t i) {
    if (std::exchange(last, i) == i) return;
    visit(name(i, page), access);
    for (const Access other : {Access::read, Access::update, Access::write}) {
      if (conflict(access, other)) visit(name(i, words_accessed(other)), Access::update);
    }
  });
}

}  // namespace

/// Lists what steps touch that complete atomic operations which others may meet.
std::vector<Condition> WindowCall::memory_of(
    const std::vector<PostedOperation*>& operations) const {
  std::vector<Condition> memory;
  for (const PostedOperation* const posted : operations) {
    const RmaOperation& operation = posted->operation;
    if (!is_atomic(operation) || posted->exclusive) continue;
    const auto target = static_cast<std::uint32_t>(operation.target);
    for_parts(operation, [&](std::uint64_t part, Access access) {
      memory.push_back(World::memory_of(window_.key, world_rank(target), part, access));
    });
  }
  return memory;
}

/// Who fetches what another one has accumulated knows what that one knew. In the orders where it
/// comes first it does not.
void WindowCall::learn_of(const PostedOperation& posted) const {
  if (!is_atomic(posted.operation) || !posted.operation.reads()) return;
  const TouchedBytes& bytes = touched_bytes(posted.operation);
  for (const PostedOperation* const earlier :
       near(static_cast<std::size_t>(posted.operation.target), bytes.begin, bytes.end)) {
    if (earlier->stamp == 0 || !earlier->operation.writes() || is_known(*earlier)) continue;
    if (meet(earlier->operation, posted.operation))
      call_.world().clocks().join(call_.rank(), earlier->stamp);
  }
}

/// Atomic operations that others may meet are a step of their own: the order of such steps is
/// explored. What is complete for its origin only has not happened for others, unless its origin
/// has a result of it.
void WindowCall::complete(Extent extent, const std::vector<PostedOperation*>& operations) {
  std::vector<PostedOperation*> full;
  for (PostedOperation* const posted : operations) {
    if (extent == Extent::full || posted->operation.fetches()) {
      full.push_back(posted);
    } else {
      finish_locally(*posted);
    }
  }
  const auto take_effect = [&] {
    Clocks& clocks = call_.world().clocks();
    for (PostedOperation* const posted : full) {
      learn_of(*posted);
      if (!std::exchange(posted->is_performed, true)) perform_at_target(posted->operation);
      posted->ended = clocks.now(call_.rank());
      if (is_atomic(posted->operation)) posted->stamp = clocks.stamp(call_.rank());
    }
  };
  if (const std::vector<Condition> memory = memory_of(full); !memory.empty()) {
    call_.world().act(memory, call_.site(), take_effect);
  } else {
    take_effect();
  }
  for (PostedOperation* const posted : full) set_done(*posted);
  forget_done();
}

void WindowCall::complete_fence() {
  const std::uint32_t fence = epochs().fences - 1;
  // Whoever leaves first lets all operations take effect: all members stand in the fence or have
  // left it. In the order of ranks, so that the result is the same in every order of steps.
  if (fence > 0 && window_.fences_performed < fence) {
    window_.fences_performed = fence;
    for (std::size_t member = 0; member < window_.parts.size(); ++member) {
      const Moment ended = window_.epochs[member].fence_entered;
      for (PostedOperation* const posted : window_.under_way[member]) {
        if (posted->fence != fence) continue;
        if (!std::exchange(posted->is_performed, true)) perform_at_target(posted->operation);
        posted->ended = ended;
        for (PostedOperation* const use : posted->uses) use->ended = ended;
      }
    }
  }
  for (PostedOperation* const posted : under_way()) {
    if (posted->fence == fence) set_done(*posted);
  }
  forget_done();
  epochs().locked_uses.clear();
}

}  // namespace harrier::mpi
