// Windows whose memory all members load and store: where their parts lie, and who meets whom there.
//
// Loads and stores are no steps. Two of them that nothing orders are reported, whoever comes first;
// where all are ordered, what a load sees follows from the order of the calls that order them,
// which is explored.
#include <algorithm>
#include <cstring>

#include "arguments.hpp"
#include "texts.hpp"
#include "windows.hpp"

namespace harrier::mpi {

namespace {

std::ptrdiff_t begin_of(const Window& window, std::size_t member) {
  return window.parts[member].base - window.block->begin;
}

}  // namespace

SharedPlace place_of(const Window& window, std::ptrdiff_t at) {
  SharedPlace place;
  for (std::uint32_t member = 0; member < window.parts.size(); ++member) {
    if (window.parts[member].size == 0 || begin_of(window, member) > at) continue;
    place = {member, at - begin_of(window, member)};
  }
  return place;
}

/// All members have entered the call that makes the window, so all sizes are known. The memory is
/// that of the first member, which stands in the call or has done this: it lies at the same place
/// in every order.
void Windows::lay_out(const Call& call, Window& window) {
  constexpr std::size_t page_bytes = 4096;
  if (window.block) return;
  std::vector<std::size_t> begins;
  std::size_t bytes = 0;
  for (const WindowPart& part : window.parts) {
    if (window.is_noncontiguous) bytes = (bytes + page_bytes - 1) / page_bytes * page_bytes;
    begins.push_back(bytes);
    bytes += static_cast<std::size_t>(part.size);
  }
  const std::uint32_t first = call.world().posts().communicators[window.comm].members[0];
  auto* const begin =
      static_cast<std::byte*>(Ranks::instance().allocate_for(first, bytes, page_bytes));
  if (begin == nullptr) throw CallError(MPI_ERR_NO_MEM, "no memory is left");
  std::memset(begin, 0, bytes);
  for (std::size_t member = 0; member < window.parts.size(); ++member)
    window.parts[member].base = begin + begins[member];
  window.parts[0].is_allocated = true;
  window.block = WindowMemory{begin, bytes, 0};
  window.block->watch();
  shared_bytes_max_ = std::max(shared_bytes_max_, std::max<std::size_t>(bytes, 1));
}

bool Windows::are_shared(const std::byte* begin, std::size_t bytes) const {
  return std::ranges::any_of(all_, [&](const std::unique_ptr<Window>& window) {
    return window != nullptr && window->block &&
           begin < window->block->begin + window->block->bytes &&
           window->block->begin < begin + bytes;
  });
}

/// Reports an operation where members have loaded or stored what it touches, and nothing orders
/// them.
void WindowCall::require_known_accesses(const RmaOperation& operation) const {
  const auto target = static_cast<std::uint32_t>(operation.target);
  const std::ptrdiff_t begin = begin_of(window_, target);
  for (const WindowRange& range : touched(operation)) {
    for (std::uint32_t member = 0; member < window_.parts.size(); ++member) {
      const std::uint32_t rank = world_rank(member);
      const auto found = window_.parts[member].accesses.unknown(
          {begin + range.begin, range.bytes}, operation.writes(),
          call_.world().clocks().known(call_.rank(), rank));
      if (found)
        call_.report(meeting_text(found->at - begin, world_rank(target),
                                  access_text(found->access) + " of rank " + std::to_string(rank)));
    }
  }
}

void WindowCall::note_shared_access(const WindowRange& range, const LocalAccess& access) const {
  for (std::uint32_t member = 0; member < window_.parts.size(); ++member) {
    const std::ptrdiff_t part_begin = begin_of(window_, member);
    const std::ptrdiff_t begin = std::max(range.begin, part_begin);
    const std::ptrdiff_t end = std::min(range.end(), part_begin + window_.parts[member].size);
    if (begin >= end) continue;
    require_known_operations(member, {begin - part_begin, static_cast<std::size_t>(end - begin)},
                             access);
  }
  Clocks& clocks = call_.world().clocks();
  for (std::uint32_t member = 0; member < window_.parts.size(); ++member) {
    if (member == self_) continue;
    const std::uint32_t rank = world_rank(member);
    const auto found = window_.parts[member].accesses.unknown(range, access.stores,
                                                              clocks.known(call_.rank(), rank));
    if (!found) continue;
    const SharedPlace place = place_of(window_, found->at);
    call_.world().fail(
        FailureKind::misuse,
        "rank " + std::to_string(call_.rank()) + ": " + access_text(access) + ": " +
            meeting_text(place.offset, world_rank(place.member),
                         access_text(found->access) + " of rank " + std::to_string(rank)));
  }
  part().accesses.note(range, access, clocks.now(call_.rank()).count);
}

/// Whoever ran since the last look has made all changes. Those that the program has told of are
/// known by their line already.
void WindowCall::note_shared_stores() const {
  const std::uint32_t now = call_.world().clocks().now(call_.rank()).count;
  for (const WindowRange& range : window_.block->take_changes()) {
    bool is_known = true;
    for (std::ptrdiff_t at = range.begin; is_known && at < range.end(); ++at)
      is_known = part().accesses.has_store(at, now);
    if (!is_known) note_shared_access(range, {true, call_.site(), false});
  }
}

void WindowCall::note_shared_use(const MemoryRange& range, bool stores) const {
  const WindowMemory& block = *window_.block;
  const std::byte* const begin = std::max<const std::byte*>(range.begin, block.begin);
  const std::byte* const end =
      std::min<const std::byte*>(range.begin + range.bytes, block.begin + block.bytes);
  if (begin >= end) return;
  note_shared_access({begin - block.begin, static_cast<std::size_t>(end - begin)},
                     {stores, call_.site(), false});
}

void note_shared_buffer(const Call& call, const Buffer& buffer, bool stores) {
  if (call.world().windows().shared_bytes_max() == 0 || buffer.address == nullptr) return;
  call.state().objects.windows.for_each([&](MPI_Win handle, const HeldWindow&) {
    const WindowCall of(call, handle, WindowCall::Role::bystander);
    if (!of.window().block) return;
    for (const MemoryRange& range : ranges_of(buffer.address, buffer.values))
      of.note_shared_use(range, stores);
  });
}

void note_filled(const Call& call, const Buffer& buffer) {
  Windows& windows = call.world().windows();
  if (windows.shared_bytes_max() == 0 || buffer.address == nullptr) return;
  note_shared_buffer(call, buffer, true);
  for (const MemoryRange& range : ranges_of(buffer.address, buffer.values))
    windows.refresh_shared(range);
}

void Windows::refresh_shared(const MemoryRange& range) {
  for (const std::unique_ptr<Window>& window : all_) {
    if (window != nullptr && window->block)
      window->block->refresh(range.begin, range.bytes, range.begin);
  }
}

}  // namespace harrier::mpi
