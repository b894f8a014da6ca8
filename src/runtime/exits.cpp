// Stands in front of exit() and its like, and leaves the exploration instead of the process.
#include "harrier/detail/exits.hpp"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <cstdlib>

namespace harrier::detail {

namespace {

/// Where to go on this thread when the program calls exit.
struct Trap {
  std::jmp_buf back;
  const char* call = nullptr;
  int status = 0;
};
constinit thread_local Trap* trap = nullptr;

std::atomic<ExitHook> exit_hook = nullptr;
/// The process that explores: where some thread has a trap, or had one last.
std::atomic<pid_t> explorer = getpid();
std::atomic<int> traps = 0;

/// Exit may be declared not to throw, so nothing on the way can be unwound.
void leave(const char* call, int status) {
  if (const ExitHook hook = exit_hook) hook(status);
  if (traps == 0 || !explores_here()) return;
  if (trap != nullptr) {
    trap->call = call;
    trap->status = status;
    std::longjmp(trap->back, 1);
  }
  const std::string text = std::string("violation: a thread of the explored program called ") +
                           call + "(" + std::to_string(status) + ")\n";
  static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
  end_process(1);
}

[[noreturn]] void real(const char* name, int status) {
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, name))(status);
  __builtin_unreachable();
}

}  // namespace

std::optional<std::string> run_until_exit(const std::function<void()>& body) {
  Trap here;
  Trap* const outer = trap;
  explorer = getpid();
  ++traps;
  const auto end = [outer] {
    trap = outer;
    --traps;
  };
  if (setjmp(here.back) == 0) {
    trap = &here;
    try {
      body();
    } catch (...) {
      end();
      throw;
    }
  }
  end();
  if (here.call == nullptr) return std::nullopt;
  return std::string(here.call) + "(" + std::to_string(here.status) + ")";
}

void end_process(int status) {
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

bool explores_here() { return explorer == getpid(); }

void explore_here() { explorer = getpid(); }

void set_exit_hook(ExitHook hook) { exit_hook = hook; }

}  // namespace harrier::detail

using harrier::detail::leave;
using harrier::detail::real;

extern "C" {

void exit(int status) noexcept {
  leave("exit", status);
  real("exit", status);
}

void quick_exit(int status) noexcept {
  leave("quick_exit", status);
  real("quick_exit", status);
}

void _exit(int status) {
  leave("_exit", status);
  real("_exit", status);
}

void _Exit(int status) noexcept {
  leave("_Exit", status);
  real("_Exit", status);
}
}
