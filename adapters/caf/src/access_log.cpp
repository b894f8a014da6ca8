// Keeps what an instrumented program tells of the memory it reads and writes, along an execution.
#include "access_log.hpp"

#include <algorithm>
#include <utility>

#include "host/instrumented.hpp"

namespace harrier::caf {

void AccessLog::start() {
  tracing_ = host::is_instrumented();
  if (tracing_) accesses_.start();
  account_.stretch = cause_ = 0;
}

void AccessLog::begin_event(const Message& message) {
  if (!tracing_) return;
  const Unlogged unlogged(*this);
  accesses_.begin_event(message.path);
  cause_ = message.stretch;
}

void AccessLog::begin_stretch(const Task& task) {
  if (!tracing_) return;
  const Unlogged unlogged(*this);
  account_.stretch = accesses_.begin_stretch();
  accesses_.add_cause(cause_);
  accesses_.add_cause(std::exchange(account_.actor(task.context).stretch, account_.stretch));
  if (task.ready == nullptr) return;
  // It may go on because of what any other did.
  for (std::size_t i = 0; i < account_.actor_count(); ++i) {
    accesses_.add_cause(account_.actors[i].stretch);
  }
}

void AccessLog::note_access(const void* address, std::uint32_t size, bool write,
                            const host::Fiber& fiber) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  accesses_.record(reinterpret_cast<std::uintptr_t>(address), size, write, account_.context,
                   fiber.stack_begin(), fiber.stack_end());
}

void AccessLog::note_allocation(void* address, std::size_t size) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  accesses_.allocated(reinterpret_cast<std::uintptr_t>(address), size);
}

void AccessLog::note_release(void* address) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  accesses_.freed(reinterpret_cast<std::uintptr_t>(address));
}

bool AccessLog::changed_unseen(std::span<const std::byte> now,
                               std::span<const std::byte> before) const {
  constexpr std::size_t word = 8;
  for (std::size_t i = 0; i < now.size(); i += word) {
    const std::size_t size = std::min(word, now.size() - i);
    if (std::ranges::equal(now.subspan(i, size), before.subspan(i, size))) continue;
    if (!accesses_.wrote(reinterpret_cast<std::uintptr_t>(now.data() + i))) return true;
  }
  return false;
}

}  // namespace harrier::caf
