// Waits for what is no message: condition variables, locks, semaphores, futures, and all else that
// is built from futexes. On a stack that can be suspended they are waits of the explorer.
//
// Stacks share a thread, so the system would take all of them for one: who holds a lock is kept
// here. Threads of the program's own are the system's business, and may wake who waits here.
#include "host/waits.hpp"

#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/guest.hpp"
#include "host/spin_lock.hpp"
#include "host/symbols.hpp"
#include "host/threads.hpp"

namespace harrier::host {

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

/// Returns the program whose stack is the caller, if its waits are the explorer's.
Guest* waiting_here() {
  Guest* const guest = Guest::current();
  return guest != nullptr && guest->on_fiber() && guest->synchronises() ? guest : nullptr;
}

std::int64_t moment_of(const timespec& time) { return time.tv_sec * second_ns + time.tv_nsec; }

/// Who waits at an object for a signal; it lies on the stack that waits.
struct Waiter {
  const void* object;
  const Guest* guest;
  const std::uint32_t* word;  ///< of a futex
  std::uint32_t value;        ///< it had
  std::atomic<bool> woken = false;
};

SpinLock waiters_lock;
std::vector<Waiter*>& waiters() {
  static auto* const all = new std::vector<Waiter*>;  // threads may outlast static objects
  return *all;
}
std::atomic<int> threads_waiting = 0;     ///< of the program's own, in a call below
std::atomic<bool> threads_woken = false;  ///< since somebody let them go on

struct ThreadWaits {
  ThreadWaits() { ++threads_waiting; }
  ~ThreadWaits() { --threads_waiting; }
  ThreadWaits(const ThreadWaits&) = delete;
  ThreadWaits& operator=(const ThreadWaits&) = delete;
};

/// Lists who sleeps at an object: of a guest, or for a thread of the program's own of any.
std::vector<Waiter*> sleeping_at(const void* object, const Guest* guest) {
  std::vector<Waiter*> found;
  const std::lock_guard locked(waiters_lock);
  for (Waiter* waiter : waiters()) {
    const bool meant = guest == nullptr || waiter->guest == guest;
    if (meant && waiter->object == object && !waiter->woken) found.push_back(waiter);
  }
  return found;
}

/// Waits for a signal; false if the time came first.
bool wait_for_signal(Guest& guest, const void* object, const char* what,
                     std::optional<std::int64_t> due_ns, bool can_throw,
                     const std::uint32_t* word = nullptr) {
  Waiter waiter{object, &guest, word, word != nullptr ? *word : 0};
  struct Listed {
    explicit Listed(Waiter& added) : waiter(added) {
      const std::lock_guard locked(waiters_lock);
      waiters().push_back(&added);
    }
    ~Listed() {
      const std::lock_guard locked(waiters_lock);
      std::erase(waiters(), &waiter);
    }
    Waiter& waiter;
  };
  const Listed listed(waiter);
  // A thread of the program's own may be about to signal.
  await_threads([&waiter] { return waiter.woken.load(); });
  return guest.wait_for({.object = object,
                         .what = what,
                         .ready = [&waiter] { return waiter.woken.load(); },
                         .due_ns = due_ns,
                         .can_throw = can_throw});
}

/// Wakes so many of those who wait at an object; returns how many there were.
int wake(const void* object, int count, bool noted) {
  Guest* const guest = waiting_here();
  if (guest != nullptr && guest->is_taken_down()) return 0;
  if (threads_waiting != 0) threads_woken = true;
  std::vector<Waiter*> sleeping = sleeping_at(object, guest);
  if (guest != nullptr && (noted || !sleeping.empty())) guest->touch_object(object, Access::write);
  int woken = 0;
  while (!sleeping.empty() && woken < count) {
    std::size_t chosen = 0;
    if (guest != nullptr && static_cast<std::size_t>(count - woken) < sleeping.size()) {
      chosen = guest->choose_waiter(static_cast<std::uint32_t>(sleeping.size()));
    }
    sleeping[chosen]->woken = true;
    sleeping.erase(sleeping.begin() + static_cast<std::ptrdiff_t>(chosen));
    ++woken;
  }
  return woken;
}

// Locks.

/// A lock that stacks hold: one of them to write, or several to read.
struct Held {
  std::vector<const void*> by;
  bool shared = false;
  bool noted = false;  ///< the program has taken it, not the framework for itself
};
std::unordered_map<const void*, Held>& held() {
  static thread_local std::unordered_map<const void*, Held> all;
  return all;
}
thread_local int waiting_for_locks = 0;

bool is_held_by_others(const void* object, const void* stack, bool to_read) {
  const auto found = held().find(object);
  if (found == held().end()) return false;
  if (to_read && found->second.shared) return false;
  return std::ranges::any_of(found->second.by, [stack](const void* by) { return by != stack; });
}

bool is_held_by(const void* object, const void* stack) {
  const auto found = held().find(object);
  return found != held().end() &&
         std::ranges::find(found->second.by, stack) != found->second.by.end();
}

void note_held(const void* object, const void* stack, bool to_read, bool noted) {
  Held& known = held()[object];
  known.by.push_back(stack);
  known.shared = to_read;
  known.noted = noted;
}

/// Takes note that a stack gives a lock back; false if it does not hold it.
bool note_given_back(const void* object, const void* stack) {
  const auto found = held().find(object);
  if (found == held().end()) return false;
  std::vector<const void*>& by = found->second.by;
  const auto at = std::find(by.rbegin(), by.rend(), stack);
  if (at == by.rend()) return false;
  by.erase(std::next(at).base());
  if (by.empty()) held().erase(found);
  return true;
}

/// Tells whether code at an address is the program's, and not a library's that all of it shares:
/// what the framework locks and signals for itself is no business of the explorer's.
bool is_of_program(const void* code) {
  static thread_local std::unordered_map<const void*, bool> known;
  const auto [at, is_new] = known.try_emplace(code, true);
  if (!is_new) return at->second;
  Dl_info info = {};
  if (dladdr(code, &info) == 0 || info.dli_fname == nullptr) return true;
  std::string_view name = info.dli_fname;
  name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
  const bool is_library = name.starts_with("libcaf_") || name.starts_with("libstdc++") ||
                          name.starts_with("libc.") || name.starts_with("libharrier");
  return at->second = !is_library;
}

/// Takes a lock on a stack, by what tries to. `due_ns` limits how long.
template <class Try>
int take_lock(Guest& guest, const void* object, const char* what, bool to_read,
              std::optional<std::int64_t> due_ns, bool noted, Try attempt) {
  const void* const stack = guest.stack();
  bool waited = false;
  while (true) {
    if ((noted || waited) && !guest.is_taken_down()) guest.touch_object(object, Access::write);
    if (!is_held_by_others(object, stack, to_read)) {
      const int result = attempt();
      if (result == 0) note_held(object, stack, to_read, noted);
      if (result != EBUSY) return result;
      if (!is_held_by(object, stack)) {
        // A thread of the program's own holds it, or the framework's: how long is no matter of
        // order.
        sched_yield();
        continue;
      }
    } else if (guest.is_taken_down()) {
      return 0;  // whoever holds it is being taken down as well
    }
    ++waiting_for_locks;
    struct Waits {
      ~Waits() { --waiting_for_locks; }
    } const waits;
    const bool came = guest.wait_for({.object = object,
                                      .what = what,
                                      .ready =
                                          [=] {
                                            return !is_held_by_others(object, stack, to_read) &&
                                                   !is_held_by(object, stack);
                                          },
                                      .due_ns = due_ns});
    if (!came) return ETIMEDOUT;
    waited = true;
  }
}

/// Gives a lock back on a stack; tells whether it is to be given back in truth, too.
bool give_back_lock(Guest& guest, const void* object, bool noted) {
  const bool was_held = note_given_back(object, guest.stack());
  if (guest.is_taken_down()) return was_held;
  if (noted || waiting_for_locks != 0) guest.touch_object(object, Access::write);
  return true;
}

/// Finds one of the functions of which there are several versions; the old ones of condition
/// variables have another layout.
template <class Function>
Function* next_versioned(const char* symbol) {
  if (void* const found = dlvsym(RTLD_NEXT, symbol, "GLIBC_2.3.2")) {
    return reinterpret_cast<Function*>(found);
  }
  return next_function<Function>(symbol);
}

using Mutex = pthread_mutex_t;
using Shared = pthread_rwlock_t;

int real_trylock(Mutex* mutex) {
  static auto* const real = next_function<int(Mutex*)>("pthread_mutex_trylock");
  return real(mutex);
}
int real_unlock(Mutex* mutex) {
  static auto* const real = next_function<int(Mutex*)>("pthread_mutex_unlock");
  return real(mutex);
}

int lock_here(Guest& guest, Mutex* mutex, std::optional<std::int64_t> due_ns, bool noted) {
  return take_lock(guest, mutex, "a mutex", false, due_ns, noted,
                   [mutex] { return real_trylock(mutex); });
}

int unlock_here(Guest& guest, Mutex* mutex, bool noted) {
  return give_back_lock(guest, mutex, noted) ? real_unlock(mutex) : 0;
}

/// Returns the same for who waits with a lock. A thread of the framework's own signals what the
/// framework waits for with a lock of its own, as at its start: whether it has to wait for that at
/// all is no matter of order.
Guest* waiting_with(const Mutex* mutex) {
  Guest* const guest = waiting_here();
  const auto found = held().find(mutex);
  return guest != nullptr && found != held().end() && !found->second.noted ? nullptr : guest;
}

int wait_at_condition(Guest& guest, const void* condition, Mutex* mutex,
                      std::optional<std::int64_t> due_ns) {
  if (!guest.is_taken_down()) guest.touch_object(condition, Access::write);
  unlock_here(guest, mutex, true);
  bool came = false;
  try {
    came = wait_for_signal(guest, condition, "a condition variable", due_ns, true);
  } catch (...) {
    lock_here(guest, mutex, std::nullopt, true);
    throw;
  }
  lock_here(guest, mutex, std::nullopt, true);
  return came ? 0 : ETIMEDOUT;
}

/// Serves FUTEX_WAIT; the value is looked at and the waiter listed in one.
long wait_at_futex(Guest& guest, const std::uint32_t* word, std::uint32_t expected,
                   const timespec* limit, bool is_moment, bool can_throw) {
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
    errno = EAGAIN;
    return -1;
  }
  std::optional<std::int64_t> due_ns;
  if (limit != nullptr) due_ns = moment_of(*limit) + (is_moment ? 0 : guest.now_ns());
  if (!guest.is_taken_down()) guest.touch_object(word, Access::write);
  if (wait_for_signal(guest, word, "a signal (of a future, latch, semaphore or atomic)", due_ns,
                      can_throw, word)) {
    return 0;
  }
  errno = ETIMEDOUT;
  return -1;
}

int real_trywait(sem_t* semaphore) {
  static auto* const real = next_function<int(sem_t*)>("sem_trywait");
  return real(semaphore);
}

int take_semaphore(Guest& guest, sem_t* semaphore, std::optional<std::int64_t> due_ns) {
  const auto ready = [semaphore] {
    int value = 0;
    return sem_getvalue(semaphore, &value) == 0 && value > 0;
  };
  while (true) {
    if (!guest.is_taken_down()) guest.touch_object(semaphore, Access::write);
    if (real_trywait(semaphore) == 0) return 0;
    await_threads(ready);
    if (ready()) continue;
    if (guest.wait_for(
            {.object = semaphore, .what = "a semaphore", .ready = ready, .due_ns = due_ns})) {
      continue;
    }
    errno = ETIMEDOUT;
    return -1;
  }
}

/// Tells whether an exception can leave the caller of a wait: that of std::future can be left,
/// those of std::atomic cannot.
bool can_be_left(const void* caller) {
  Dl_info info = {};
  if (dladdr(caller, &info) == 0 || info.dli_fname == nullptr) return false;
  return std::string_view(info.dli_fname).find("libstdc++") != std::string_view::npos;
}

}  // namespace

void let_threads_go_on() {
  if (threads_woken.exchange(false)) await_threads(nullptr);
}

void note_changed_words(Guest& guest) {
  std::vector<const void*> changed;
  {
    const std::lock_guard locked(waiters_lock);
    for (Waiter* waiter : waiters()) {
      if (waiter->word == nullptr || waiter->guest != &guest) continue;
      if (std::exchange(waiter->value, __atomic_load_n(waiter->word, __ATOMIC_SEQ_CST)) !=
          waiter->value) {
        changed.push_back(waiter->object);
      }
    }
  }
  for (const void* object : changed) guest.touch_object(object, Access::write);
}

void forget_waits(const Guest* guest) {
  {
    const std::lock_guard locked(waiters_lock);
    std::erase_if(waiters(), [guest](const Waiter* waiter) { return waiter->guest == guest; });
  }
  // What a stack held that was left for good is held by nobody; on the heap it is lost as well.
  for (const auto& [object, by] : held()) {
    Dl_info info = {};
    if (by.shared || dladdr(object, &info) == 0) continue;
    real_unlock(static_cast<Mutex*>(const_cast<void*>(object)));
  }
  held().clear();
}

}  // namespace harrier::host

namespace host = harrier::host;
using harrier::Access;
using host::Guest;

#define HARRIER_CALLER __builtin_return_address(0)

extern "C" {

// Mutexes.

int harrier_host_pthread_mutex_lock(pthread_mutex_t* mutex) asm("pthread_mutex_lock");
int harrier_host_pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (Guest* const guest = host::waiting_here()) {
    return host::lock_here(*guest, mutex, std::nullopt, host::is_of_program(HARRIER_CALLER));
  }
  static auto* const real = host::next_function<int(pthread_mutex_t*)>("pthread_mutex_lock");
  return real(mutex);
}

int harrier_host_pthread_mutex_trylock(pthread_mutex_t* mutex) asm("pthread_mutex_trylock");
int harrier_host_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  Guest* const guest = host::waiting_here();
  if (guest == nullptr) return host::real_trylock(mutex);
  const bool noted = host::is_of_program(HARRIER_CALLER);
  if (noted && !guest->is_taken_down()) guest->touch_object(mutex, Access::write);
  if (host::is_held_by_others(mutex, guest->stack(), false)) return EBUSY;
  const int result = host::real_trylock(mutex);
  if (result == 0) host::note_held(mutex, guest->stack(), false, noted);
  return result;
}

int harrier_host_pthread_mutex_timedlock(pthread_mutex_t* mutex,
                                         const timespec* until) asm("pthread_mutex_timedlock");
int harrier_host_pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  if (Guest* const guest = host::waiting_here()) {
    return host::lock_here(*guest, mutex, host::moment_of(*until), true);
  }
  static auto* const real =
      host::next_function<int(pthread_mutex_t*, const timespec*)>("pthread_mutex_timedlock");
  return real(mutex, until);
}

int harrier_host_pthread_mutex_unlock(pthread_mutex_t* mutex) asm("pthread_mutex_unlock");
int harrier_host_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (Guest* const guest = host::waiting_here()) {
    return host::unlock_here(*guest, mutex, host::is_of_program(HARRIER_CALLER));
  }
  return host::real_unlock(mutex);
}

// Locks of readers and writers.

int harrier_host_pthread_rwlock_rdlock(pthread_rwlock_t* shared) asm("pthread_rwlock_rdlock");
int harrier_host_pthread_rwlock_rdlock(pthread_rwlock_t* shared) {
  if (Guest* const guest = host::waiting_here()) {
    return host::take_lock(
        *guest, shared, "a shared mutex, to read", true, std::nullopt,
        host::is_of_program(HARRIER_CALLER), [shared] {
          static auto* const attempt =
              host::next_function<int(pthread_rwlock_t*)>("pthread_rwlock_tryrdlock");
          return attempt(shared);
        });
  }
  static auto* const real = host::next_function<int(pthread_rwlock_t*)>("pthread_rwlock_rdlock");
  return real(shared);
}

int harrier_host_pthread_rwlock_wrlock(pthread_rwlock_t* shared) asm("pthread_rwlock_wrlock");
int harrier_host_pthread_rwlock_wrlock(pthread_rwlock_t* shared) {
  if (Guest* const guest = host::waiting_here()) {
    return host::take_lock(
        *guest, shared, "a shared mutex, to write", false, std::nullopt,
        host::is_of_program(HARRIER_CALLER), [shared] {
          static auto* const attempt =
              host::next_function<int(pthread_rwlock_t*)>("pthread_rwlock_trywrlock");
          return attempt(shared);
        });
  }
  static auto* const real = host::next_function<int(pthread_rwlock_t*)>("pthread_rwlock_wrlock");
  return real(shared);
}

int harrier_host_pthread_rwlock_unlock(pthread_rwlock_t* shared) asm("pthread_rwlock_unlock");
int harrier_host_pthread_rwlock_unlock(pthread_rwlock_t* shared) {
  static auto* const real = host::next_function<int(pthread_rwlock_t*)>("pthread_rwlock_unlock");
  Guest* const guest = host::waiting_here();
  if (guest != nullptr &&
      !host::give_back_lock(*guest, shared, host::is_of_program(HARRIER_CALLER))) {
    return 0;
  }
  return real(shared);
}

// Condition variables.

int harrier_host_pthread_cond_wait(pthread_cond_t* condition,
                                   pthread_mutex_t* mutex) asm("pthread_cond_wait");
int harrier_host_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (Guest* const guest = host::waiting_with(mutex)) {
    return host::wait_at_condition(*guest, condition, mutex, std::nullopt);
  }
  static auto* const real =
      host::next_versioned<int(pthread_cond_t*, pthread_mutex_t*)>("pthread_cond_wait");
  const host::ThreadWaits waits;
  return real(condition, mutex);
}

int harrier_host_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                        const timespec* until) asm("pthread_cond_timedwait");
int harrier_host_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                        const timespec* until) {
  if (Guest* const guest = host::waiting_with(mutex)) {
    return host::wait_at_condition(*guest, condition, mutex, host::moment_of(*until));
  }
  static auto* const real =
      host::next_versioned<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)>(
          "pthread_cond_timedwait");
  const host::ThreadWaits waits;
  return real(condition, mutex, until);
}

int harrier_host_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                        clockid_t clock,
                                        const timespec* until) asm("pthread_cond_clockwait");
int harrier_host_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                        clockid_t clock, const timespec* until) {
  if (Guest* const guest = host::waiting_with(mutex)) {
    return host::wait_at_condition(*guest, condition, mutex, host::moment_of(*until));
  }
  static auto* const real =
      host::next_function<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>(
          "pthread_cond_clockwait");
  const host::ThreadWaits waits;
  return real(condition, mutex, clock, until);
}

int harrier_host_pthread_cond_signal(pthread_cond_t* condition) asm("pthread_cond_signal");
int harrier_host_pthread_cond_signal(pthread_cond_t* condition) {
  static auto* const real = host::next_versioned<int(pthread_cond_t*)>("pthread_cond_signal");
  if (host::wake(condition, 1, host::is_of_program(HARRIER_CALLER)) != 0) return 0;
  return real(condition);
}

int harrier_host_pthread_cond_broadcast(pthread_cond_t* condition) asm("pthread_cond_broadcast");
int harrier_host_pthread_cond_broadcast(pthread_cond_t* condition) {
  static auto* const real = host::next_versioned<int(pthread_cond_t*)>("pthread_cond_broadcast");
  host::wake(condition, INT_MAX, host::is_of_program(HARRIER_CALLER));
  return real(condition);
}

// Semaphores.

int harrier_host_sem_wait(sem_t* semaphore) asm("sem_wait");
int harrier_host_sem_wait(sem_t* semaphore) {
  if (Guest* const guest = host::waiting_here()) {
    return host::take_semaphore(*guest, semaphore, std::nullopt);
  }
  static auto* const real = host::next_function<int(sem_t*)>("sem_wait");
  const host::ThreadWaits waits;
  return real(semaphore);
}

int harrier_host_sem_timedwait(sem_t* semaphore, const timespec* until) asm("sem_timedwait");
int harrier_host_sem_timedwait(sem_t* semaphore, const timespec* until) {
  if (Guest* const guest = host::waiting_here()) {
    return host::take_semaphore(*guest, semaphore, host::moment_of(*until));
  }
  static auto* const real = host::next_function<int(sem_t*, const timespec*)>("sem_timedwait");
  const host::ThreadWaits waits;
  return real(semaphore, until);
}

int harrier_host_sem_trywait(sem_t* semaphore) asm("sem_trywait");
int harrier_host_sem_trywait(sem_t* semaphore) {
  Guest* const guest = host::waiting_here();
  if (guest != nullptr && !guest->is_taken_down()) guest->touch_object(semaphore, Access::write);
  return host::real_trywait(semaphore);
}

int harrier_host_sem_post(sem_t* semaphore) asm("sem_post");
int harrier_host_sem_post(sem_t* semaphore) {
  static auto* const real = host::next_function<int(sem_t*)>("sem_post");
  if (Guest* const guest = host::waiting_here()) {
    if (!guest->is_taken_down()) guest->touch_object(semaphore, Access::write);
    if (host::threads_waiting != 0) host::threads_woken = true;
  }
  return real(semaphore);
}

// What std::call_once does, as where a promise is kept, may be what others look at.
int harrier_host_pthread_once(pthread_once_t* once, void (*call)()) asm("pthread_once");
int harrier_host_pthread_once(pthread_once_t* once, void (*call)()) {
  static auto* const real = host::next_function<int(pthread_once_t*, void (*)())>("pthread_once");
  Guest* const guest = host::waiting_here();
  if (guest != nullptr && !guest->is_taken_down() && host::is_of_program(HARRIER_CALLER)) {
    guest->touch_object(once, Access::write);
  }
  return real(once, call);
}

// Futexes, from which futures, latches and waits for atomics are built.

long harrier_host_syscall(long number, ...) asm("syscall");
long harrier_host_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  const long a = va_arg(list, long);
  const long b = va_arg(list, long);
  const long c = va_arg(list, long);
  const long d = va_arg(list, long);
  const long e = va_arg(list, long);
  const long f = va_arg(list, long);
  va_end(list);
  static auto* const real =
      host::next_function<long(long, long, long, long, long, long, long)>("syscall");
  if (number != SYS_futex) return real(number, a, b, c, d, e, f);
  const auto* const word = reinterpret_cast<const std::uint32_t*>(a);
  const long what = b & FUTEX_CMD_MASK;
  if (what == FUTEX_WAKE || what == FUTEX_WAKE_BITSET) {
    const int woken = host::wake(word, static_cast<int>(std::min<long>(c, INT_MAX)), true);
    return woken < c ? woken + real(number, a, b, c - woken, d, e, f) : woken;
  }
  if (what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET) {
    if (Guest* const guest = host::waiting_here()) {
      return host::wait_at_futex(*guest, word, static_cast<std::uint32_t>(c),
                                 reinterpret_cast<const timespec*>(d), what == FUTEX_WAIT_BITSET,
                                 host::can_be_left(HARRIER_CALLER));
    }
    const host::ThreadWaits waits;
    return real(number, a, b, c, d, e, f);
  }
  return real(number, a, b, c, d, e, f);
}
}
