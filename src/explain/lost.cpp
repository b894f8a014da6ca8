// What was found must be told before the process ends, should an execution that is only tried end
// it.
#include "harrier/detail/lost.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <utility>

#include "explore/watchdog.hpp"
#include "harrier/detail/exits.hpp"
#include "harrier/explain.hpp"

namespace harrier::detail {

namespace {

constexpr std::array lost_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// A signal handler can reach nothing but globals.
std::function<void()> lost_callback;
std::atomic<bool> lost_told = false;
std::array<struct sigaction, lost_signals.size()> actions_before;
// A full stack leaves no room for the handler.
constexpr std::size_t lost_stack_bytes = std::size_t{1} << 16;
std::array<char, lost_stack_bytes> lost_stack;
stack_t stack_before;

void tell_once() {
  if (!lost_told.exchange(true)) lost_callback();
}

void restore_signals() {
  for (std::size_t i = 0; i < lost_signals.size(); ++i) {
    sigaction(lost_signals[i], &actions_before[i], nullptr);
  }
}

/// Tells, and leaves the signal to whoever had it before.
extern "C" void on_lost_signal(int number) {
  restore_signals();
  tell_once();
  std::raise(number);
}

void take_signals() {
  sigaltstack(nullptr, &stack_before);
  if ((stack_before.ss_flags & SS_DISABLE) != 0) {  // otherwise that of a sanitizer will do
    stack_t stack = {};
    stack.ss_sp = lost_stack.data();
    stack.ss_size = lost_stack.size();
    sigaltstack(&stack, nullptr);
  }
  struct sigaction action = {};
  action.sa_handler = on_lost_signal;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t i = 0; i < lost_signals.size(); ++i) {
    sigaction(lost_signals[i], &action, &actions_before[i]);
  }
}

}  // namespace

double lost_after_seconds(const ExplainOptions& how, std::size_t violations) {
  constexpr double step_seconds = 3;
  // What is spent is the processor's time, which others may use as well.
  constexpr double clock_share = 3;
  const double seconds =
      std::min(how.seconds_max, how.effort.seconds_max * static_cast<double>(violations));
  return clock_share * (seconds + how.effort.seconds_max) + step_seconds;
}

class LostGuard::Clock {
 public:
  explicit Clock(double seconds_max) {
    watchdog_.start({.seconds_max = seconds_max}, [](const Watchdog::Stuck&) {
      tell_once();
      end_process(1);
    });
    watchdog_.beat(Watchdog::What::some_step);
  }

 private:
  Watchdog watchdog_;
};

LostGuard::LostGuard(std::function<void()> on_lost, double seconds_max) {
  lost_callback = std::move(on_lost);
  lost_told = false;
  take_signals();
  if (seconds_max > 0) clock_ = std::make_unique<Clock>(seconds_max);
}

LostGuard::~LostGuard() {
  clock_.reset();
  restore_signals();
  if ((stack_before.ss_flags & SS_DISABLE) != 0) sigaltstack(&stack_before, nullptr);
  lost_callback = {};
}

}  // namespace harrier::detail
