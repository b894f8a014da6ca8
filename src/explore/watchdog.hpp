// Notices a step that does not return.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace harrier {

/// Calls back from a thread of its own when the beats stop while a step is running.
class Watchdog {
 public:
  Watchdog() = default;
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() { stop(); }

  void start(double seconds_max, std::function<void(double seconds)> on_hang);
  void stop();

  /// Says that a step begins, or with `idle` that none is running.
  void beat() { beats_.store(++beat_, std::memory_order_release); }
  void idle() { beats_.store(0, std::memory_order_release); }

  /// Says that steps are running for as long as it exists.
  class Busy {
   public:
    explicit Busy(Watchdog& watchdog) : watchdog_(watchdog) { watchdog_.beat(); }
    ~Busy() { watchdog_.idle(); }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Watchdog& watchdog_;
  };

 private:
  std::uint64_t beat_ = 0;
  std::atomic<std::uint64_t> beats_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace harrier
