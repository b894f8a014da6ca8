// The threads that a program under control has begun, which run beside the explorer.
#include "host/threads.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "host/guest.hpp"
#include "host/spin_lock.hpp"
#include "host/symbols.hpp"

namespace harrier::host {

namespace {

/// One that has not ended; without a number it has not begun yet.
struct Thread {
  pid_t number = 0;
};

SpinLock threads_lock;
std::map<const void*, Thread>& threads() {
  static auto* const all = new std::map<const void*, Thread>;  // threads may outlast static objects
  return *all;
}

struct Begin {
  void* (*body)(void*);
  void* argument;
};

void* run_thread(void* begin) {
  // Ends with the thread, also where that calls pthread_exit().
  struct Running {
    explicit Running(const void* key) : key_(key) {
      const std::lock_guard locked(threads_lock);
      threads()[key_].number = static_cast<pid_t>(::syscall(SYS_gettid));
    }
    ~Running() {
      const std::lock_guard locked(threads_lock);
      threads().erase(key_);
    }
    const void* key_;
  };
  const std::unique_ptr<Begin> owned(static_cast<Begin*>(begin));
  const Running running(begin);
  return owned->body(owned->argument);
}

/// Tells whether a thread waits for somebody else: what it calls says so, and has no time limit.
bool waits(pid_t number) {
  std::array<char, 64> path = {};
  std::snprintf(path.data(), path.size(), "/proc/self/task/%d/syscall", number);
  const int file = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 256> text = {};
  const long size = ::syscall(SYS_read, file, text.data(), text.size() - 1);
  close(file);
  if (size <= 0) return false;
  long call = -1;
  std::array<unsigned long, 4> arguments = {};
  if (std::sscanf(text.data(), "%ld %lx %lx %lx %lx", &call, &arguments[0], &arguments[1],
                  &arguments[2], &arguments[3]) != 5) {
    return false;  // it is running
  }
  switch (call) {
    case SYS_futex:
      return arguments[3] == 0;
    case SYS_read:
    case SYS_accept4:
    case SYS_recvfrom:
    case SYS_epoll_pwait:
#if defined(SYS_epoll_wait)
    case SYS_epoll_wait:
    case SYS_poll:
    case SYS_select:
    case SYS_accept:
#endif
      return true;
    default:
      return false;
  }
}

bool all_wait() {
  std::array<pid_t, 256> numbers = {};
  std::size_t count = 0;
  {
    const std::lock_guard locked(threads_lock);
    for (const auto& [key, thread] : threads()) {
      if (thread.number == 0) return false;
      if (count < numbers.size()) numbers[count++] = thread.number;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!waits(numbers[i])) return false;
  }
  return true;
}

}  // namespace

void await_threads(const std::function<bool()>& ready) {
  constexpr int looks = 3;  // one that has just been woken may look as if it still waited
  const timespec pause = {0, 300'000};
  for (int quiet = 0; quiet < looks; quiet = all_wait() ? quiet + 1 : 0) {
    {
      const std::lock_guard locked(threads_lock);
      if (threads().empty()) return;
    }
    if (ready && ready()) return;
    ::syscall(SYS_nanosleep, &pause, nullptr);
  }
}

}  // namespace harrier::host

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*body)(void*), void* argument) noexcept {
  namespace host = harrier::host;
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static auto* const real = host::next_function<Create>("pthread_create");
  const host::Guest* const guest = host::Guest::current();
  if (guest == nullptr || !guest->on_fiber() || !guest->synchronises()) {
    return real(thread, attributes, body, argument);
  }
  auto begin = std::make_unique<host::Begin>(host::Begin{body, argument});
  const void* const key = begin.get();
  {
    const std::lock_guard locked(host::threads_lock);
    host::threads()[key] = {};
  }
  const int failed = real(thread, attributes, host::run_thread, begin.get());
  if (failed == 0) {
    static_cast<void>(begin.release());
  } else {
    const std::lock_guard locked(host::threads_lock);
    host::threads().erase(key);
  }
  return failed;
}
