// A program that crashes while it is explored: say so, with what is known, and end with a status.
#include "tools/crash.hpp"

#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "tools/status.hpp"
#include "tools/terminal.hpp"

// Present only in programs that were linked with a sanitizer, which report crashes better.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace harrier::tools {

namespace {

struct CrashSignal {
  int number;
  const char* text;
  bool error = true;  ///< of the program, which a sanitizer explains better; others end it just so
};
constexpr std::array<CrashSignal, 16> crash_signals = {
    {{SIGSEGV, "SIGSEGV, an invalid memory access or a full stack"},
     {SIGBUS, "SIGBUS, an invalid memory access"},
     {SIGFPE, "SIGFPE, an arithmetic error such as a division by zero"},
     {SIGILL, "SIGILL, an invalid instruction"},
     {SIGABRT, "SIGABRT, a call of abort()"},
     {SIGALRM, "SIGALRM, an alarm that nobody handles", false},
     {SIGVTALRM, "SIGVTALRM, an alarm that nobody handles", false},
     {SIGPROF, "SIGPROF, an alarm that nobody handles", false},
     {SIGPIPE, "SIGPIPE, a write where nobody reads", false},
     {SIGTRAP, "SIGTRAP, a breakpoint", false},
     {SIGSYS, "SIGSYS, a system call that is not allowed", false},
     {SIGUSR1, "SIGUSR1, which nobody handles", false},
     {SIGUSR2, "SIGUSR2, which nobody handles", false},
     {SIGXCPU, "SIGXCPU, more processor time than is allowed", false},
     {SIGXFSZ, "SIGXFSZ, a larger file than is allowed", false},
     {SIGIO, "SIGIO, which nobody handles", false}}};
std::array<struct sigaction, crash_signals.size()> before;  ///< what was to be done about them

std::atomic<bool> guarded = false;
/// How large a file might be before the program could say otherwise; none where it never could.
std::optional<rlimit> file_size_before;

/// Tells whether a program asks not to be told of its own errors: then it would end without a word.
bool hides_error(int number, sighandler_t handler) {
  if (!guarded || handler != SIG_IGN || __sanitizer_set_death_callback != nullptr) return false;
  return std::ranges::any_of(crash_signals, [number](const CrashSignal& known) {
    return known.error && known.number == number;
  });
}

// A signal handler can reach nothing but globals.
CrashReporter crash_reporter;
std::string_view crash_cause;
volatile std::sig_atomic_t attempts = 0;
std::atomic<pid_t> reporting_thread = 0;
static_assert(std::atomic<pid_t>::is_always_lock_free);
// A full stack leaves no room for the handler, and the report runs the program once more.
constexpr std::size_t handler_stack_bytes = std::size_t{1} << 20;
std::array<char, handler_stack_bytes> handler_stack;
constexpr unsigned attempt_seconds_max = 2;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(output_descriptor(), text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

extern "C" void on_crash(int number, siginfo_t* info, void* context);

/// The report's own alarm, whatever the program did about alarms.
void take_alarm() {
  struct sigaction action = {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  sigaction(SIGALRM, &action, nullptr);
}

/// Tries one kind of report after the other. A crash or an alarm inside comes here again.
[[noreturn]] void report_and_exit() {
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  pid_t nobody = 0;
  if (!reporting_thread.compare_exchange_strong(nobody, self) && nobody != self) {
    while (true) pause();  // another thread has crashed first and tells
  }
  const int attempt = attempts;
  attempts = attempt + 1;
  allow_output();
  take_alarm();
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

extern "C" void on_crash(int number, siginfo_t* info, void*) {
  if (info->si_code == SI_USER && info->si_pid != getpid()) {  // somebody outside wants it to end
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
  for (const CrashSignal& known : crash_signals) {
    if (known.number == number && reporting_thread == 0) crash_cause = known.text;
  }
  report_and_exit();
}

[[noreturn]] void on_terminate() {
  static std::string cause = "std::terminate was called";
  if (reporting_thread != 0) report_and_exit();
  if (const std::exception_ptr current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::exception& error) {
      const char* const text = error.what();
      cause = std::string("an exception that nobody could catch: ") +
              (text != nullptr ? text : "its what() is null");
    } catch (...) {
      cause = "an exception that nobody could catch";
    }
  }
  crash_cause = cause;
  report_and_exit();
}

bool takes(const CrashSignal& known) {
  return !known.error || __sanitizer_set_death_callback == nullptr;
}

/// Takes the signals that would end the process, and those alone.
void take_signals() {
  struct sigaction action = {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (std::size_t i = 0; i < crash_signals.size(); ++i) {
    if (!takes(crash_signals[i])) continue;
    sigaction(crash_signals[i].number, nullptr, &before[i]);
    const bool handled = (before[i].sa_flags & SA_SIGINFO) != 0 || before[i].sa_handler != SIG_DFL;
    if (!crash_signals[i].error && handled) continue;
    sigaction(crash_signals[i].number, &action, nullptr);
  }
}

void give_signals_back() {
  for (std::size_t i = 0; i < crash_signals.size(); ++i) {
    if (takes(crash_signals[i])) sigaction(crash_signals[i].number, &before[i], nullptr);
  }
}

}  // namespace

void allow_output() {
  rlimit now{};
  if (!file_size_before || getrlimit(RLIMIT_FSIZE, &now) != 0) return;
  now.rlim_cur = std::min(file_size_before->rlim_cur, now.rlim_max);
  setrlimit(RLIMIT_FSIZE, &now);
}

CrashGuard::CrashGuard(CrashReporter reporter) {
  crash_reporter = std::move(reporter);
  attempts = 0;
  reporting_thread = 0;
  std::set_terminate(on_terminate);
  if (__sanitizer_set_death_callback == nullptr) {
    stack_t stack = {};
    stack.ss_sp = handler_stack.data();
    stack.ss_size = handler_stack.size();
    sigaltstack(&stack, nullptr);
  }
  if (!file_size_before) getrlimit(RLIMIT_FSIZE, &file_size_before.emplace());
  take_signals();
  guarded = true;
}

void CrashGuard::protect_thread() {
  if (__sanitizer_set_death_callback != nullptr) return;
  thread_local const auto bytes = std::make_unique<char[]>(handler_stack_bytes);
  stack_t stack = {};
  stack.ss_sp = bytes.get();
  stack.ss_size = handler_stack_bytes;
  sigaltstack(&stack, nullptr);
}

CrashGuard::~CrashGuard() {
  guarded = false;
  allow_output();
  std::set_terminate(nullptr);
  give_signals_back();
  if (__sanitizer_set_death_callback != nullptr) return;
  stack_t stack = {};
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
}

}  // namespace harrier::tools

using harrier::tools::hides_error;

// In front of the system's, for the programs that are explored.
extern "C" {

int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  using Call = int (*)(int, const struct sigaction*, struct sigaction*);
  static const auto real = reinterpret_cast<Call>(dlsym(RTLD_NEXT, "sigaction"));
  const bool hides = action != nullptr && (action->sa_flags & SA_SIGINFO) == 0 &&
                     hides_error(number, action->sa_handler);
  return real(number, hides ? nullptr : action, before);
}

sighandler_t signal(int number, sighandler_t handler) noexcept {
  using Call = sighandler_t (*)(int, sighandler_t);
  static const auto real = reinterpret_cast<Call>(dlsym(RTLD_NEXT, "signal"));
  return hides_error(number, handler) ? SIG_DFL : real(number, handler);
}
}
