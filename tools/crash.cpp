// A program that crashes while it is explored: say so, with what is known, and end with a status.
#include "tools/crash.hpp"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <typeinfo>

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
std::string prepared_report;
// A full stack leaves no room for the handler.
std::array<char, 64 * 1024> handler_stack;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void report_and_exit(std::string_view cause) {
  std::string_view rest = prepared_report;
  for (std::size_t mark = rest.find(crash_cause_mark); mark != std::string_view::npos;
       mark = rest.find(crash_cause_mark)) {
    write_all(rest.substr(0, mark));
    write_all(cause);
    rest.remove_prefix(mark + crash_cause_mark.size());
  }
  write_all(rest);
  _exit(static_cast<int>(Status::violation));
}

extern "C" void on_crash(int number) {
  for (const CrashSignal& known : crash_signals) {
    if (known.number == number) report_and_exit(known.text);
  }
  report_and_exit("a signal");
}

[[noreturn]] void on_terminate() {
  std::string cause = "std::terminate was called";
  if (const std::exception_ptr current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::exception& error) {
      cause = std::string("an exception that nobody could catch: ") + error.what();
    } catch (...) {
      cause = "an exception that nobody could catch";
    }
  }
  // The text ends up inside a JSON string or a line of text.
  for (char& c : cause) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ') c = '\'';
  }
  report_and_exit(cause);
}

void set_signal_handlers(void (*handler)(int)) {
  for (const CrashSignal& known : crash_signals) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    sigaction(known.number, &action, nullptr);
  }
}

}  // namespace

CrashGuard::CrashGuard(std::string report) {
  prepared_report = std::move(report);
  std::set_terminate(on_terminate);
  if (__sanitizer_set_death_callback != nullptr) return;
  stack_t stack = {};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  set_signal_handlers(on_crash);
}

CrashGuard::~CrashGuard() {
  std::set_terminate(nullptr);
  if (__sanitizer_set_death_callback != nullptr) return;
  set_signal_handlers(SIG_DFL);
  stack_t stack = {};
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
}

}  // namespace harrier::tools
