// What an instrumented program tells of its loads and stores, held against what is under way.
#include "watched.hpp"

#include "texts.hpp"
#include "windows.hpp"

namespace harrier::mpi {

void Watched::clear() {
  is_known_ = true;
  lowest_ = highest_ = nullptr;
  memories_.clear();
}

void Watched::add(const WatchedMemory& memory) {
  if (memories_.empty() || memory.begin < lowest_) lowest_ = memory.begin;
  if (memories_.empty() || memory.end > highest_) highest_ = memory.end;
  memories_.push_back(memory);
}

void Watched::add(void* address, const TypedCount& values, WatchedMemory::Use use,
                  const Site& site) {
  if (address == nullptr) return;
  for (const MemoryRange& range : ranges_of(address, values))
    add({range.begin, range.begin + range.bytes, use, site});
}

namespace {

using Use = WatchedMemory::Use;

void add_requests(const Call& call, Watched& watched) {
  call.state().requests.for_each([&](MPI_Request, const Request& request) {
    if (!request.active) return;
    if (request.kind == Request::Kind::send)
      watched.add(request.buffer.address, request.buffer.values, Use::given, request.site);
    for (const Guarded& one : request.guarded) {
      watched.add(one.buffer.address, one.buffer.values, one.is_filled ? Use::filled : Use::given,
                  request.site);
    }
  });
}

void add_windows(const Call& call, Watched& watched) {
  call.state().objects.windows.for_each([&](MPI_Win handle, const HeldWindow&) {
    const WindowCall of(call, handle, WindowCall::Role::bystander);
    for (const PostedOperation* const posted : of.under_way()) {
      const RmaOperation& operation = posted->operation;
      if (posted->is_locally_done) continue;
      const Site site{operation.made_by.function, operation.made_by.from};
      watched.add(operation.source.address, operation.source.values, Use::given, site);
      watched.add(operation.result.address, operation.result.values, Use::filled, site);
    }
    if (const auto& block = of.window().block)
      watched.add({block->begin, block->begin + block->bytes, Use::window, {}, handle, 0});
    for (const WindowMemory& memory : of.part().memories) {
      if (memory.is_fresh) continue;
      watched.add(
          {memory.begin, memory.begin + memory.bytes, Use::window, {}, handle, memory.offset});
    }
  });
}

/// Reports a load or store that meets what is under way in the rank itself.
void require_free(const Call& call, const WatchedMemory& memory, const LocalAccess& access) {
  if (memory.use == Use::given && !access.stores) return;
  call.world().fail(FailureKind::misuse, "rank " + std::to_string(call.rank()) + ": " +
                                             access_text(access) + ": it touches the buffer of " +
                                             call_text(memory.site) +
                                             ", which is not done (local concurrency)");
}

}  // namespace

void World::note_access(const void* address, std::uint32_t size, bool write, const void* from) {
  if (!in_program()) return;
  Watched& watched = state(running_).watched;
  const auto* const begin = static_cast<const std::byte*>(address);
  const Site site{"", from};
  if (!watched.is_known()) {
    const Call call(site.function, from, When::anytime);
    watched.clear();
    add_requests(call, watched);
    add_windows(call, watched);
  }
  const LocalAccess access{write, site, true};
  watched.for_touched(begin, begin + size, [&](const WatchedMemory& memory) {
    const Call call(site.function, from, When::anytime);
    if (memory.use != Use::window) {
      require_free(call, memory, access);
      return;
    }
    const std::byte* const first = std::max(begin, memory.begin);
    const std::byte* const last = std::min(begin + size, memory.end);
    WindowCall(call, memory.window)
        .note_access(
            {memory.offset + (first - memory.begin), static_cast<std::size_t>(last - first)},
            access);
  });
}

}  // namespace harrier::mpi
