// Notices that something of the program does not return.
#include "explore/watchdog.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
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
    started_ = Clock::now();
    watched_ = pthread_self();
    watched_id_ = static_cast<pid_t>(syscall(SYS_gettid));
    begin_call();
    interrupted_at_.reset();
  }
  if (thread_.joinable()) return;
  stopping_ = false;
  const base::SignalsBlocked blocked;  // who explores is to get them
  thread_ = std::thread([this] { watch(); });
}

double Watchdog::period() const {
  constexpr double longest = 0.1;
  return patience_.seconds_max > 0 ? std::min(longest, patience_.seconds_max / 4) : longest;
}

double Watchdog::processor_seconds() const {
  clockid_t clock{};
  timespec time{};
  if (pthread_getcpuclockid(watched_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Tells whether the thread is not ready to run, and not stopped.
bool Watchdog::waits() const {
  std::ifstream file("/proc/self/task/" + std::to_string(watched_id_) + "/stat");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  // Its name stands in brackets and may hold anything.
  const std::size_t state = text.rfind(") ");
  return state != std::string::npos && state + 2 < text.size() &&
         (text[state + 2] == 'S' || text[state + 2] == 'D');
}

void Watchdog::begin_call() {
  computed_before_ = processor_seconds();
  waited_ = 0;
}

double Watchdog::seconds_of_call() {
  if (waits()) waited_ += period();
  return std::max(processor_seconds() - computed_before_, waited_);
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  const auto next = [this] { return std::chrono::duration<double>(period()); };
  while (!wake_.wait_for(lock, next(), [this] { return stopping_; })) {
    if (!on_stuck_) continue;
    const std::optional<Stuck> stuck = look();
    if (!stuck) continue;
    on_stuck_(*stuck);
    begin_call();
    interrupted_at_.reset();
  }
}

std::optional<Watchdog::Stuck> Watchdog::look() {
  const std::uint64_t now = beats_.load(std::memory_order_acquire);
  const bool moved = now == 0 || now != std::exchange(last_, now);
  if (moved) begin_call();
  Stuck stuck;
  if (!moved) {
    stuck = {.what = static_cast<What>(now & ((1U << what_bits) - 1)),
             .seconds = seconds_of_call()};
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
