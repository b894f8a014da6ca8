// What a program gets from the system and what would make its executions differ or end the process:
// time, sleep, randomness, failed assertions, aborts and crashes. Only code on a fiber is
// concerned.
#include "environment.hpp"

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

#include "symbols.hpp"
#include "world.hpp"

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace harrier::caf {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

/// Returns the world whose fiber is the caller, if any.
World* inside() {
  World* world = World::current();
  return world != nullptr && world->on_fiber() ? world : nullptr;
}

const pid_t explorer = getpid();

/// The same for what ends a process: one that the program has forked ends as it would.
World* inside_explorer() { return in_forked_process() ? nullptr : inside(); }

bool needs_system = false;

/// Ends the execution in place of the process.
void leave(World& world, int status) {
  if (needs_system && status == 0 && !world.tearing_down()) world.require_system();
  world.leave(status);
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
  World::current()->crash(text);
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
  if (World* world = inside_explorer()) {
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
    world->crash(text);
  }
  if (terminate_before != nullptr && !in_forked_process()) terminate_before();
  std::abort();
}

}  // namespace

bool in_forked_process() { return getpid() != explorer; }

void require_system_at_exit() { needs_system = true; }

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

}  // namespace harrier::caf

using harrier::Access;
using harrier::caf::inside;
using harrier::caf::inside_explorer;
using harrier::caf::leave;
using harrier::caf::library;
using harrier::caf::World;

extern "C" {

void abort() noexcept {
  if (World* world = inside_explorer()) world->crash("abort() was called");
  static auto* const real = library<void()>("abort");
  real();
  __builtin_unreachable();
}

void __assert_fail(const char* assertion, const char* file, unsigned int line,
                   const char* function) noexcept {
  if (World* world = inside_explorer()) {
    world->crash("assertion '" + std::string(assertion) + "' failed at " + file + ":" +
                 std::to_string(line));
  }
  static auto* const real =
      library<void(const char*, const char*, unsigned int, const char*)>("__assert_fail");
  real(assertion, file, line, function);
  __builtin_unreachable();
}

void exit(int status) noexcept {
  if (World* world = inside_explorer()) leave(*world, status);
  static auto* const real = library<void(int)>("exit");
  real(status);
  __builtin_unreachable();
}

void quick_exit(int status) noexcept {
  if (World* world = inside_explorer()) leave(*world, status);
  static auto* const real = library<void(int)>("quick_exit");
  real(status);
  __builtin_unreachable();
}

void _exit(int status) {
  if (World* world = inside_explorer()) leave(*world, status);
  static auto* const real = library<void(int)>("_exit");
  real(status);
  __builtin_unreachable();
}

void _Exit(int status) noexcept { _exit(status); }

int nanosleep(const timespec* wanted, timespec* left) {
  if (inside() != nullptr) return 0;
  static auto* const real = library<int(const timespec*, timespec*)>("nanosleep");
  return real(wanted, left);
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
  if (inside() != nullptr) return 0;
  static auto* const real =
      library<int(clockid_t, int, const timespec*, timespec*)>("clock_nanosleep");
  return real(clock, flags, wanted, left);
}

/// Waiting for a descriptor gives way to other steps.
int poll(pollfd* waited, nfds_t count, int timeout_ms) {
  static auto* const real = library<int(pollfd*, nfds_t, int)>("poll");
  World* world = inside();
  if (world == nullptr || timeout_ms == 0) return real(waited, count, timeout_ms);
  const int now = real(waited, count, 0);
  world->touch_shared(World::outside_part, Access::read);
  if (now != 0 || timeout_ms > 0 || world->tearing_down()) return now;
  world->wait_until([=] { return real(waited, count, 0) != 0; }, World::outside_part,
                    "something from outside the program");
  return real(waited, count, 0);
}

// What a step reads and writes outside may be what another waits for.

ssize_t read(int file, void* buffer, size_t size) {
  static auto* const real = library<ssize_t(int, void*, size_t)>("read");
  if (World* world = inside()) world->touch_outside(file);
  return real(file, buffer, size);
}

ssize_t write(int file, const void* buffer, size_t size) {
  static auto* const real = library<ssize_t(int, const void*, size_t)>("write");
  if (World* world = inside()) world->touch_outside(file);
  return real(file, buffer, size);
}

ssize_t recv(int file, void* buffer, size_t size, int flags) {
  static auto* const real = library<ssize_t(int, void*, size_t, int)>("recv");
  if (World* world = inside()) world->touch_outside(file);
  return real(file, buffer, size, flags);
}

ssize_t send(int file, const void* buffer, size_t size, int flags) {
  static auto* const real = library<ssize_t(int, const void*, size_t, int)>("send");
  if (World* world = inside()) world->touch_outside(file);
  return real(file, buffer, size, flags);
}

int usleep(useconds_t wanted) {
  if (inside() != nullptr) return 0;
  static auto* const real = library<int(useconds_t)>("usleep");
  return real(wanted);
}

unsigned int sleep(unsigned int wanted) {
  if (inside() != nullptr) return 0;
  static auto* const real = library<unsigned int(unsigned int)>("sleep");
  return real(wanted);
}

int clock_gettime(clockid_t clock, timespec* out) noexcept {
  if (const World* world = inside()) {
    *out = harrier::caf::as_timespec(world->now_ns());
    return 0;
  }
  static auto* const real = library<int(clockid_t, timespec*)>("clock_gettime");
  return real(clock, out);
}

time_t time(time_t* out) noexcept {
  if (const World* world = inside()) {
    const time_t now = world->now_ns() / harrier::caf::second_ns;
    if (out != nullptr) *out = now;
    return now;
  }
  static auto* const real = library<time_t(time_t*)>("time");
  return real(out);
}

int gettimeofday(timeval* out, void* zone) noexcept {
  if (const World* world = inside()) {
    const timespec now = harrier::caf::as_timespec(world->now_ns());
    *out = {now.tv_sec, now.tv_nsec / 1000};
    return 0;
  }
  static auto* const real = library<int(timeval*, void*)>("gettimeofday");
  return real(out, zone);
}

// std::chrono's clocks and std::random_device, by the names under which libstdc++ exports them.
std::int64_t harrier_caf_now(clockid_t clock) {
  if (const World* world = inside()) return world->now_ns();
  static auto* const real = library<int(clockid_t, timespec*)>("clock_gettime");
  timespec now = {};
  real(clock, &now);
  return now.tv_sec * harrier::caf::second_ns + now.tv_nsec;
}
std::int64_t harrier_caf_system_now() asm("_ZNSt6chrono3_V212system_clock3nowEv");
std::int64_t harrier_caf_system_now() { return harrier_caf_now(CLOCK_REALTIME); }
std::int64_t harrier_caf_steady_now() asm("_ZNSt6chrono3_V212steady_clock3nowEv");
std::int64_t harrier_caf_steady_now() { return harrier_caf_now(CLOCK_MONOTONIC); }

unsigned int harrier_caf_random(void* self) asm("_ZNSt13random_device9_M_getvalEv");
unsigned int harrier_caf_random(void* self) {
  if (World* world = inside()) return static_cast<unsigned int>(world->next_random() >> 32);
  static auto* const real = library<unsigned int(void*)>("_ZNSt13random_device9_M_getvalEv");
  return real(self);
}
}
