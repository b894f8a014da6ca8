// Notices a step that does not return.
#include "explore/watchdog.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace harrier {

void Watchdog::start(double seconds_max, std::function<void(double)> on_hang) {
  using Seconds = std::chrono::duration<double>;
  const Seconds period{std::min(0.1, seconds_max / 4)};
  thread_ = std::thread([this, seconds_max, period, on_hang = std::move(on_hang)] {
    std::uint64_t last = 0;
    auto since = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, period, [this] { return stopping_; })) {
      const std::uint64_t now = beats_.load(std::memory_order_acquire);
      if (now == 0 || now != last) {
        last = now;
        since = std::chrono::steady_clock::now();
        continue;
      }
      const Seconds stuck = std::chrono::steady_clock::now() - since;
      if (stuck.count() < seconds_max) continue;
      on_hang(stuck.count());
      since = std::chrono::steady_clock::now();
    }
  });
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
