// Notices that something of the program does not return.
#include "explore/watchdog.hpp"

#include <algorithm>
#include <utility>

#include "base/signals_blocked.hpp"

namespace harrier {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

}  // namespace

void Watchdog::start(const Patience& patience, OnStuck on_stuck) {
  {
    const std::lock_guard lock(mutex_);
    patience_ = patience;
    on_stuck_ = std::move(on_stuck);
    last_ = 0;
    since_ = started_ = Clock::now();
    interrupted_at_.reset();
  }
  if (thread_.joinable()) return;
  stopping_ = false;
  const base::SignalsBlocked blocked;  // who explores is to get them
  thread_ = std::thread([this] { watch(); });
}

std::chrono::duration<double> Watchdog::period() const {
  constexpr double longest = 0.1;
  return std::chrono::duration<double>(
      patience_.seconds_max > 0 ? std::min(longest, patience_.seconds_max / 4) : longest);
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, period(), [this] { return stopping_; })) {
    if (!on_stuck_) continue;
    const std::optional<Stuck> stuck = look();
    if (!stuck) continue;
    on_stuck_(*stuck);
    since_ = Clock::now();
    interrupted_at_.reset();
  }
}

std::optional<Watchdog::Stuck> Watchdog::look() {
  const std::uint64_t now = beats_.load(std::memory_order_acquire);
  const bool moved = now == 0 || now != std::exchange(last_, now);
  if (moved) since_ = Clock::now();
  Stuck stuck;
  if (!moved) {
    stuck = {.what = static_cast<What>(now & ((1U << what_bits) - 1)),
             .seconds = seconds_since(since_)};
  }
  if (patience_.interrupt != nullptr && patience_.interrupt->load(std::memory_order_relaxed)) {
    if (!interrupted_at_) interrupted_at_ = Clock::now();
    stuck.interrupted = seconds_since(*interrupted_at_) >= interrupt_seconds_max;
  }
  stuck.is_overdue =
      patience_.search_seconds_max > 0 &&
      seconds_since(started_) >= patience_.search_seconds_max + interrupt_seconds_max;
  const bool hangs = !moved && patience_.seconds_max > 0 && stuck.seconds >= patience_.seconds_max;
  return hangs || stuck.interrupted || stuck.is_overdue ? std::optional(stuck) : std::nullopt;
}

void Watchdog::pause() {
  const std::lock_guard lock(mutex_);
  on_stuck_ = {};
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
