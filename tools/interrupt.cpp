// Ctrl-C: the first one asks the exploration to end with what it has, the second one kills.
#include "tools/interrupt.hpp"

#include <csignal>

namespace harrier::tools {

namespace {

// A signal handler can reach nothing but globals, and only those that need no lock.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_interrupt(int signal_number) {
  if (!interrupted.exchange(true)) return;
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

void set_handlers(void (*handler)(int)) {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal_number, &action, nullptr);
  }
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  set_handlers(on_interrupt);
}

InterruptGuard::~InterruptGuard() { set_handlers(SIG_DFL); }

const std::atomic<bool>* InterruptGuard::flag() const { return &interrupted; }
void InterruptGuard::request() const { interrupted = true; }

}  // namespace harrier::tools
