// Notices that something of the program does not return.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "harrier/violation.hpp"

namespace harrier {

/// Calls back from a thread of its own when the beats stop while the program is running.
class Watchdog {
 public:
  /// What is running; a step is a handler's, in whatever execution.
  using What = Unreturned::What;

  /// When to call back.
  struct Patience {
    double seconds_max = 0;  ///< for one call of the program; 0: forever
    /// Once it is true, the search is to end within `interrupt_seconds_max`.
    const std::atomic<bool>* interrupt = nullptr;
  };
  static constexpr double interrupt_seconds_max = 1;

  /// What does not end: a call of the program, if it is one, and for how long.
  struct Stuck {
    std::optional<What> what;
    double seconds = 0;
    bool interrupted = false;
  };

  Watchdog() = default;
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() { stop(); }

  void start(const Patience& patience, std::function<void(const Stuck&)> on_stuck);
  void stop();

  /// Says that the program begins to run, or with `idle` that it does not.
  void beat(What what) {
    beats_.store(((++beat_) << what_bits) | static_cast<std::uint64_t>(what),
                 std::memory_order_release);
  }
  void idle() { beats_.store(0, std::memory_order_release); }

  /// Says that the program runs for as long as it exists.
  class Busy {
   public:
    Busy(Watchdog& watchdog, What what) : watchdog_(watchdog) { watchdog_.beat(what); }
    ~Busy() { watchdog_.idle(); }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Watchdog& watchdog_;
  };

 private:
  static constexpr unsigned what_bits = 4;

  void watch(const Patience& patience, const std::function<void(const Stuck&)>& on_stuck);

  std::uint64_t beat_ = 0;
  std::atomic<std::uint64_t> beats_{0};  ///< 0 while the program does not run
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace harrier
