// Notices that something of the program does not return.
//
// A call's time is not the clock's: it is the processor time that its thread takes, and, while the
// thread waits in the system, the time between the watchdog's own wake-ups. A call that is ready to
// run and gets no processor, or whose process is stopped, takes no time.
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "harrier/violation.hpp"

namespace harrier {

/// Calls back from a thread of its own when the beats stop while the program is running. One search
/// after the other may use it, so that each needs no new thread.
class Watchdog {
 public:
  /// What is running; a step is a handler's, in whatever execution.
  using What = Unreturned::What;

  /// When to call back.
  struct Patience {
    double seconds_max = 0;  ///< of either time of one call of the program; 0: forever
    /// Once it is true, the search is to end within `interrupt_seconds_max`.
    const std::atomic<bool>* interrupt = nullptr;
    /// So is it once so many seconds are over; 0: never.
    double search_seconds_max = 0;
  };
  static constexpr double interrupt_seconds_max = 1;

  /// What does not end: a call of the program, if it is one, and for how long.
  struct Stuck {
    std::optional<What> what;
    double seconds = 0;
    bool interrupted = false;
    bool is_overdue = false;  ///< the search has had its time
  };

  Watchdog() = default;
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() { stop(); }

  using OnStuck = std::function<void(const Stuck&)>;
  /// Watches over the thread that calls this.
  void start(const Patience& patience, OnStuck on_stuck);
  /// Calls nobody back until it is started again.
  void pause();
  /// Ends its thread.
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

  void watch();
  std::optional<Stuck> look();
  void begin_call();
  double seconds_of_call();
  double processor_seconds() const;
  bool waits() const;
  double period() const;

  std::uint64_t beat_ = 0;
  std::atomic<std::uint64_t> beats_{0};  ///< 0 while the program does not run
  std::thread thread_;
  std::mutex mutex_;  ///< of all that follows
  std::condition_variable wake_;
  bool stopping_ = false;
  Patience patience_;
  OnStuck on_stuck_;
  pthread_t watched_{};         ///< the thread that runs the program
  pid_t watched_id_ = 0;        ///< the system's name of it
  std::uint64_t last_ = 0;      ///< beat that was seen
  double computed_before_ = 0;  ///< processor time when the call began
  double waited_ = 0;           ///< by the call, as far as anybody looked
  std::chrono::steady_clock::time_point started_;
  std::optional<std::chrono::steady_clock::time_point> interrupted_at_;
};

}  // namespace harrier
