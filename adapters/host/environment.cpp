// What a program gets from the system and what would make its executions differ or end the process:
// time, sleep, randomness, failed assertions, aborts and crashes. Only code on a fiber is
// concerned.
#include "host/environment.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>

#include "harrier/detail/exits.hpp"
#include "host/guest.hpp"
#include "host/symbols.hpp"

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace harrier::host {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

/// Returns the program whose fiber is the caller, if any.
Guest* inside() {
  Guest* const guest = Guest::current();
  return guest != nullptr && guest->on_fiber() ? guest : nullptr;
}

/// Lets the program under control sleep, if it is the caller.
bool sleeps_inside(std::int64_t span_ns) {
  Guest* const guest = inside();
  if (guest != nullptr) guest->sleep(span_ns);
  return guest != nullptr;
}

std::int64_t moment_of(const timespec& time) { return time.tv_sec * second_ns + time.tv_nsec; }

/// The time of the program under control, for one that looks at it.
std::int64_t looked_at(Guest& guest) {
  guest.look_at_clock();
  return guest.now_ns();
}

/// Returns the program as `inside` does, where the caller ends a process: one that the program has
/// forked ends as it would.
Guest* inside_explorer() { return in_forked_process() ? nullptr : inside(); }

/// Takes note that the program reads or writes something outside, other than what it prints.
void note_use(int file) {
  if (file == STDOUT_FILENO || file == STDERR_FILENO) return;
  if (Guest* const guest = inside()) guest->touch_outside(Access::write);
}

timespec as_timespec(std::int64_t moment_ns) {
  return {static_cast<time_t>(moment_ns / second_ns), static_cast<long>(moment_ns % second_ns)};
}

struct CrashSignal {
  int number;
  const char* text;
  struct sigaction before;
};
std::array<CrashSignal, 5> crash_signals = {{{SIGSEGV, "an invalid memory access (SIGSEGV)", {}},
                                             {SIGBUS, "an invalid memory access (SIGBUS)", {}},
                                             {SIGFPE, "an arithmetic error (SIGFPE)", {}},
                                             {SIGILL, "an invalid instruction (SIGILL)", {}},
                                             {SIGABRT, "a raised SIGABRT", {}}}};
int crashed_by = 0;

#if defined(__x86_64__)
// A crash on a full stack leaves no room to go on there.
alignas(16) std::array<char, 256 * 1024> handler_stack;
alignas(16) std::array<char, 256 * 1024> way_out_stack;

[[noreturn]] void way_out() {
  const char* text = "a crash";
  for (const CrashSignal& known : crash_signals) {
    if (known.number == crashed_by) text = known.text;
  }
  Guest::current()->crash(text);
  __builtin_unreachable();  // g++ does not take it from a virtual function
}

void on_crash(int number, siginfo_t*, void* context) {
  if (in_forked_process()) {
    signal(number, SIG_DFL);
    raise(number);
  }
  if (inside() == nullptr) {
    for (const CrashSignal& known : crash_signals) {
      if (known.number == number) sigaction(number, &known.before, nullptr);
    }
    if (number == SIGABRT) raise(number);
    return;  // the instruction fails again, and meets whoever was there before
  }
  crashed_by = number;
  // Goes on as a call of way_out() on a stack of its own, with the signal handled.
  auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&way_out);
  registers[REG_RSP] = reinterpret_cast<greg_t>(way_out_stack.data() + way_out_stack.size() - 8);
}
#endif

std::terminate_handler terminate_before = nullptr;

/// An exception that nobody could catch: on a fiber it ends the execution, not the process.
[[noreturn]] void on_terminate() {
  if (Guest* guest = inside_explorer()) {
    std::string text = "std::terminate was called";
    if (const std::exception_ptr thrown = std::current_exception()) {
      text = "an exception that nobody could catch";
      try {
        std::rethrow_exception(thrown);
      } catch (const std::exception& exception) {
        text += std::string(": ") + exception.what();
      } catch (...) {
      }
    }
    guest->crash(text);
  }
  if (terminate_before != nullptr && !in_forked_process()) terminate_before();
  std::abort();
}

}  // namespace

bool in_forked_process() { return !detail::explores_here(); }

/// Copies a fresh state, which is much faster than srand(). There are two in turns, since the
/// library notes its place in the one that it leaves.
void restart_rand() {
  using State = std::array<char, 128>;
  alignas(std::int32_t) static std::array<State, 2> states;
  alignas(std::int32_t) static const State fresh = [] {
    initstate(1, states[0].data(), states[0].size());
    return states[0];
  }();
  static std::size_t current = 0;
  current = 1 - current;
  states[current] = fresh;
  setstate(states[current].data());
}

void watch_for_crashes() {
  detail::set_exit_hook([](int status) {
    if (Guest* guest = inside_explorer()) guest->leave(status);
  });
  const std::terminate_handler handler = std::set_terminate(on_terminate);
  if (handler != on_terminate) terminate_before = handler;
#if defined(__x86_64__)
  if (__sanitizer_set_death_callback != nullptr) return;  // it reports crashes better
  stack_t stack = {};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  for (CrashSignal& known : crash_signals) {
    struct sigaction present = {};
    sigaction(known.number, nullptr, &present);
    if ((present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == on_crash) continue;
    known.before = present;
    struct sigaction action = {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(known.number, &action, nullptr);
  }
#endif
}

}  // namespace harrier::host

using harrier::Access;
using harrier::host::Guest;
using harrier::host::inside;
using harrier::host::inside_explorer;
using harrier::host::looked_at;
using harrier::host::moment_of;
using harrier::host::next_function;
using harrier::host::note_use;
using harrier::host::sleeps_inside;

extern "C" {

void abort() noexcept {
  if (Guest* guest = inside_explorer()) guest->crash("abort() was called");
  static auto* const real = next_function<void()>("abort");
  real();
  __builtin_unreachable();
}

void __assert_fail(const char* assertion, const char* file, unsigned int line,
                   const char* function) noexcept {
  if (Guest* guest = inside_explorer()) {
    guest->crash("assertion '" + std::string(assertion) + "' failed at " + file + ":" +
                 std::to_string(line));
  }
  static auto* const real =
      next_function<void(const char*, const char*, unsigned int, const char*)>("__assert_fail");
  real(assertion, file, line, function);
  __builtin_unreachable();
}

int nanosleep(const timespec* wanted, timespec* left) {
  if (sleeps_inside(moment_of(*wanted))) return 0;
  static auto* const real = next_function<int(const timespec*, timespec*)>("nanosleep");
  return real(wanted, left);
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
  if (const Guest* const guest = inside()) {
    const std::int64_t passed = (flags & TIMER_ABSTIME) != 0 ? guest->now_ns() : 0;
    sleeps_inside(moment_of(*wanted) - passed);
    return 0;
  }
  static auto* const real =
      next_function<int(clockid_t, int, const timespec*, timespec*)>("clock_nanosleep");
  return real(clock, flags, wanted, left);
}

/// Waiting for a descriptor gives way to other steps.
int poll(pollfd* waited, nfds_t count, int timeout_ms) {
  static auto* const real = next_function<int(pollfd*, nfds_t, int)>("poll");
  Guest* const guest = inside();
  if (guest == nullptr || timeout_ms == 0) return real(waited, count, timeout_ms);
  const int now = real(waited, count, 0);
  guest->touch_outside(Access::read);
  if (now != 0 || timeout_ms > 0) return now;
  guest->wait_for_outside([=] { return real(waited, count, 0) != 0; });
  return real(waited, count, 0);
}

// What a step reads and writes outside may be what another waits for.

ssize_t read(int file, void* buffer, size_t size) {
  static auto* const real = next_function<ssize_t(int, void*, size_t)>("read");
  note_use(file);
  return real(file, buffer, size);
}

ssize_t write(int file, const void* buffer, size_t size) {
  static auto* const real = next_function<ssize_t(int, const void*, size_t)>("write");
  note_use(file);
  return real(file, buffer, size);
}

ssize_t recv(int file, void* buffer, size_t size, int flags) {
  static auto* const real = next_function<ssize_t(int, void*, size_t, int)>("recv");
  note_use(file);
  return real(file, buffer, size, flags);
}

ssize_t send(int file, const void* buffer, size_t size, int flags) {
  static auto* const real = next_function<ssize_t(int, const void*, size_t, int)>("send");
  note_use(file);
  return real(file, buffer, size, flags);
}

int usleep(useconds_t wanted) {
  if (sleeps_inside(std::int64_t{wanted} * 1000)) return 0;
  static auto* const real = next_function<int(useconds_t)>("usleep");
  return real(wanted);
}

unsigned int sleep(unsigned int wanted) {
  if (sleeps_inside(wanted * harrier::host::second_ns)) return 0;
  static auto* const real = next_function<unsigned int(unsigned int)>("sleep");
  return real(wanted);
}

int clock_gettime(clockid_t clock, timespec* out) noexcept {
  if (Guest* guest = inside()) {
    *out = harrier::host::as_timespec(looked_at(*guest));
    return 0;
  }
  static auto* const real = next_function<int(clockid_t, timespec*)>("clock_gettime");
  return real(clock, out);
}

time_t time(time_t* out) noexcept {
  if (Guest* guest = inside()) {
    const time_t now = looked_at(*guest) / harrier::host::second_ns;
    if (out != nullptr) *out = now;
    return now;
  }
  static auto* const real = next_function<time_t(time_t*)>("time");
  return real(out);
}

int gettimeofday(timeval* out, void* zone) noexcept {
  if (Guest* guest = inside()) {
    const timespec now = harrier::host::as_timespec(looked_at(*guest));
    *out = {now.tv_sec, now.tv_nsec / 1000};
    return 0;
  }
  static auto* const real = next_function<int(timeval*, void*)>("gettimeofday");
  return real(out, zone);
}

// std::chrono's clocks and std::random_device, by the names under which libstdc++ exports them.
std::int64_t harrier_host_now(clockid_t clock) {
  if (Guest* guest = inside()) return looked_at(*guest);
  static auto* const real = next_function<int(clockid_t, timespec*)>("clock_gettime");
  timespec now = {};
  real(clock, &now);
  return now.tv_sec * harrier::host::second_ns + now.tv_nsec;
}
std::int64_t harrier_host_system_now() asm("_ZNSt6chrono3_V212system_clock3nowEv");
std::int64_t harrier_host_system_now() { return harrier_host_now(CLOCK_REALTIME); }
std::int64_t harrier_host_steady_now() asm("_ZNSt6chrono3_V212steady_clock3nowEv");
std::int64_t harrier_host_steady_now() { return harrier_host_now(CLOCK_MONOTONIC); }

unsigned int harrier_host_random(void* self) asm("_ZNSt13random_device9_M_getvalEv");
unsigned int harrier_host_random(void* self) {
  if (Guest* guest = inside()) return static_cast<unsigned int>(guest->next_random() >> 32);
  static auto* const real = next_function<unsigned int(void*)>("_ZNSt13random_device9_M_getvalEv");
  return real(self);
}
}
