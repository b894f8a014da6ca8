// Notices that something of the program does not return.
#include "explore/watchdog.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/signals_blocked.hpp"

namespace harrier {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

}  // namespace

void Watchdog::start(const Patience& patience, std::function<void(const Stuck&)> on_stuck) {
  const base::SignalsBlocked blocked;  // who explores is to get them
  thread_ =
      std::thread([this, patience, on_stuck = std::move(on_stuck)] { watch(patience, on_stuck); });
}

void Watchdog::watch(const Patience& patience, const std::function<void(const Stuck&)>& on_stuck) {
  const std::chrono::duration<double> period{
      patience.seconds_max > 0 ? std::min(0.1, patience.seconds_max / 4) : 0.1};
  std::uint64_t last = 0;
  Clock::time_point since = Clock::now();
  std::optional<Clock::time_point> interrupted_at;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, period, [this] { return stopping_; })) {
    const std::uint64_t now = beats_.load(std::memory_order_acquire);
    const bool moved = now == 0 || now != std::exchange(last, now);
    if (moved) since = Clock::now();
    Stuck stuck;
    if (!moved)
      stuck = {.what = static_cast<What>(now & ((1U << what_bits) - 1)),
               .seconds = seconds_since(since)};
    if (patience.interrupt != nullptr && patience.interrupt->load(std::memory_order_relaxed)) {
      if (!interrupted_at) interrupted_at = Clock::now();
      stuck.interrupted = seconds_since(*interrupted_at) >= interrupt_seconds_max;
    }
    const bool hangs = !moved && patience.seconds_max > 0 && stuck.seconds >= patience.seconds_max;
    if (!hangs && !stuck.interrupted) continue;
    on_stuck(stuck);
    since = Clock::now();
    interrupted_at.reset();
  }
}

void Watchdog::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

}  // namespace harrier
