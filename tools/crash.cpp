// A program that crashes while it is explored: say so, with what is known, and end with a status.
#include "tools/crash.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <utility>

#include "tools/status.hpp"

// Present only in programs that were linked with a sanitizer, which report crashes better.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace harrier::tools {

namespace {

struct CrashSignal {
  int number;
  const char* text;
};
constexpr std::array<CrashSignal, 5> crash_signals = {
    {{SIGSEGV, "SIGSEGV, an invalid memory access or a full stack"},
     {SIGBUS, "SIGBUS, an invalid memory access"},
     {SIGFPE, "SIGFPE, an arithmetic error such as a division by zero"},
     {SIGILL, "SIGILL, an invalid instruction"},
     {SIGABRT, "SIGABRT, a call of abort()"}}};

// A signal handler can reach nothing but globals.
CrashReporter crash_reporter;
std::string_view crash_cause;
volatile std::sig_atomic_t attempts = 0;
// A full stack leaves no room for the handler, and the report runs the program once more.
std::array<char, std::size_t{1} << 20> handler_stack;
constexpr unsigned attempt_seconds_max = 2;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Tries one kind of report after the other. A crash or an alarm inside comes here again.
[[noreturn]] void report_and_exit() {
  const int attempt = attempts;
  attempts = attempt + 1;
  alarm(attempt_seconds_max);
  if (attempt == 0) {
    write_all(crash_reporter(crash_cause, CrashDetail::full));
  } else if (attempt == 1) {
    write_all(crash_reporter(crash_cause, CrashDetail::short_form));
  } else {
    write_all("violation: the program crashed: ");
    write_all(crash_cause);
    write_all("\n");
  }
  // Not _exit: an adapter may stand in front of it, for the programs it explores.
  syscall(SYS_exit_group, static_cast<int>(Status::violation));
  __builtin_unreachable();
}

extern "C" void on_crash(int number) {
  for (const CrashSignal& known : crash_signals) {
    if (known.number == number && attempts == 0) crash_cause = known.text;
  }
  report_and_exit();
}

[[noreturn]] void on_terminate() {
  static std::string cause = "std::terminate was called";
  if (attempts != 0) report_and_exit();
  if (const std::exception_ptr current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::exception& error) {
      cause = std::string("an exception that nobody could catch: ") + error.what();
    } catch (...) {
      cause = "an exception that nobody could catch";
    }
  }
  crash_cause = cause;
  report_and_exit();
}

void set_handler(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(number, &action, nullptr);
}

void set_signal_handlers(void (*handler)(int)) {
  for (const CrashSignal& known : crash_signals) set_handler(known.number, handler);
}

}  // namespace

CrashGuard::CrashGuard(CrashReporter reporter) {
  crash_reporter = std::move(reporter);
  attempts = 0;
  std::set_terminate(on_terminate);
  set_handler(SIGALRM, on_crash);
  if (__sanitizer_set_death_callback != nullptr) return;
  stack_t stack = {};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  set_signal_handlers(on_crash);
}

CrashGuard::~CrashGuard() {
  std::set_terminate(nullptr);
  set_handler(SIGALRM, SIG_DFL);
  if (__sanitizer_set_death_callback != nullptr) return;
  set_signal_handlers(SIG_DFL);
  stack_t stack = {};
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
}

}  // namespace harrier::tools
