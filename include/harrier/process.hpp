// Programs of processes: sequential code that communicates through mailboxes and shares mutexes.
//
//     harrier::Task<> client(harrier::Mailbox<int> requests) { co_await send(requests, 5); }
//     harrier::Task<> server(harrier::Mailbox<int> requests) {
//       const int request = co_await receive(requests);
//       harrier::require(request == 5, "the request arrives");
//     }
//     auto result = harrier::check([](harrier::ProcessSystem& system) {
//       const auto requests = system.mailbox<int>("requests");
//       system.spawn("client", client, requests);
//       system.spawn("server", server, requests);
//     });
//
// Every co_await of an action is a step of its own; the code between two actions runs with the
// first of them. An action of two processes on different mailboxes or mutexes commutes, and so do
// the others that docs/processes.md lists.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/detail/processes.hpp"
#include "harrier/registry.hpp"

namespace harrier {

/// A meeting point of senders and receivers: an unbounded queue of sends or of receives.
template <class T>
struct Mailbox {
  std::uint32_t id = 0;
  void describe(Text& text) const { text.out() += "mailbox " + std::to_string(id); }
};

/// A mutex with a queue: the process that asked first owns it.
struct Mutex {
  std::uint32_t id = 0;
  void describe(Text& text) const { text.out() += "mutex " + std::to_string(id); }
};

/// A send that may still wait for its receiver.
struct Sent : Communication {};

/// A receive that may still wait for its message.
template <class T>
struct Received : Communication {
  /// Returns what was received. Misuse unless a test or a wait has said that it is there.
  const T& value() const {
    return *static_cast<const T*>(detail::Processes::running("value()").received(*this));
  }
};

/// A variable that may be touched only while its mutex is owned, so that its accesses are ordered
/// as the owners are.
template <class T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(std::uint32_t id) : id_(id) {}

  const T& get() const { return detail::Processes::running("get()").read<T>(id_); }
  void set(T value) const { detail::Processes::running("set()").write<T>(id_, std::move(value)); }
  std::uint32_t id() const { return id_; }

 private:
  std::uint32_t id_ = 0;
};

namespace detail {

/// Suspends the process until its action is executed.
template <class Result>
struct ActionAwaiter {
  Action action;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> at) {
    Processes::running("an action").submit(at, action);
  }
  Result await_resume() const {
    const std::uint32_t result = Processes::running("an action").result();
    if constexpr (std::derived_from<Result, Communication>) {
      Result made;
      made.mailbox = action.object;
      made.index = result;
      made.sends = action.kind == ActionKind::async_send;
      return made;
    } else if constexpr (std::same_as<Result, std::optional<std::size_t>>) {
      return result == nothing_found ? Result() : Result(result);
    } else if constexpr (!std::is_void_v<Result>) {
      return static_cast<Result>(result);
    }
  }
};

inline Action communications_action(ActionKind kind, std::span<const Communication> list) {
  Action action;
  action.kind = kind;
  action.communications = Processes::running("a test or wait").keep_all(list);
  return action;
}

inline Action mutexes_action(ActionKind kind, std::span<const Mutex> list) {
  std::vector<std::uint32_t> ids;
  for (const Mutex& mutex : list) ids.push_back(mutex.id);
  Action action;
  action.kind = kind;
  action.mutexes =
      Processes::running("a test or wait").keep_all(std::span<const std::uint32_t>(ids));
  return action;
}

template <class... Communications>
std::array<Communication, sizeof...(Communications)> as_array(const Communications&... list) {
  return {static_cast<const Communication&>(list)...};
}

}  // namespace detail

/// Drops a send into a mailbox and goes on; the result says later whether it has been received.
template <class T, std::convertible_to<T> Value>
detail::ActionAwaiter<Sent> async_send(Mailbox<T> mailbox, Value&& value) {
  detail::Action action;
  action.kind = detail::ActionKind::async_send;
  action.object = mailbox.id;
  action.type = &detail::value_type<T>;
  action.payload = detail::Processes::running("async_send").keep(T(std::forward<Value>(value)));
  return {action};
}

/// Asks a mailbox for a message and goes on; the result holds the message once it is done.
template <class T>
detail::ActionAwaiter<Received<T>> async_receive(Mailbox<T> mailbox) {
  detail::Action action;
  action.kind = detail::ActionKind::async_receive;
  action.object = mailbox.id;
  return {action};
}

/// Tells which of some communications of this process is done: the first in the order given.
inline detail::ActionAwaiter<std::optional<std::size_t>> test_any(
    std::span<const Communication> list) {
  return {detail::communications_action(detail::ActionKind::test_any, list)};
}
template <std::derived_from<Communication>... Communications>
detail::ActionAwaiter<std::optional<std::size_t>> test_any(const Communications&... list) {
  return test_any(std::span<const Communication>(detail::as_array(list...)));
}

/// Waits until one of some communications of this process is done; returns which: the first in the
/// order given.
inline detail::ActionAwaiter<std::size_t> wait_any(std::span<const Communication> list) {
  return {detail::communications_action(detail::ActionKind::wait_any, list)};
}
template <std::derived_from<Communication>... Communications>
detail::ActionAwaiter<std::size_t> wait_any(const Communications&... list) {
  return wait_any(std::span<const Communication>(detail::as_array(list...)));
}

/// Enters a mutex's queue and goes on.
inline detail::ActionAwaiter<void> async_lock(Mutex mutex) {
  detail::Action action;
  action.kind = detail::ActionKind::async_lock;
  action.object = mutex.id;
  return {action};
}

/// Leaves a mutex's queue, whether as its owner or not.
inline detail::ActionAwaiter<void> unlock(Mutex mutex) {
  detail::Action action;
  action.kind = detail::ActionKind::unlock;
  action.object = mutex.id;
  return {action};
}

/// Tells which of some mutexes this process owns: the first in the order given.
inline detail::ActionAwaiter<std::optional<std::size_t>> test(std::span<const Mutex> mutexes) {
  return {detail::mutexes_action(detail::ActionKind::test_mutex, mutexes)};
}
template <std::same_as<Mutex>... Mutexes>
detail::ActionAwaiter<std::optional<std::size_t>> test(Mutexes... mutexes) {
  return test(std::span<const Mutex>(std::array{mutexes...}));
}

/// Waits until this process owns one of some mutexes; returns which: the first in the order given.
inline detail::ActionAwaiter<std::size_t> wait(std::span<const Mutex> mutexes) {
  return {detail::mutexes_action(detail::ActionKind::wait_mutex, mutexes)};
}
template <std::same_as<Mutex>... Mutexes>
detail::ActionAwaiter<std::size_t> wait(Mutexes... mutexes) {
  return wait(std::span<const Mutex>(std::array{mutexes...}));
}

/// Makes a step that touches nothing.
inline detail::ActionAwaiter<void> local_step() { return {detail::Action{}}; }

/// Sends and waits until the message has been received.
template <class T, std::convertible_to<T> Value>
Task<> send(Mailbox<T> mailbox, Value value) {
  const Sent sent = co_await async_send(mailbox, std::move(value));
  co_await wait_any(sent);
}

/// Waits for a message.
template <class T>
Task<T> receive(Mailbox<T> mailbox) {
  const Received<T> received = co_await async_receive(mailbox);
  co_await wait_any(received);
  co_return received.value();
}

/// Waits until all of some communications are done, one after the other.
inline Task<> wait_all(std::vector<Communication> list) {
  for (const Communication& communication : list) {
    co_await wait_any(std::span<const Communication>(&communication, 1));
  }
}
template <std::derived_from<Communication>... Communications>
Task<> wait_all(const Communications&... list) {
  return wait_all(std::vector<Communication>{static_cast<const Communication&>(list)...});
}

/// Enters a mutex's queue and waits to own it.
inline Task<> lock(Mutex mutex) {
  co_await async_lock(mutex);
  co_await wait(mutex);
}

/// Owns a mutex as long as it lives. The unlock is the first action after its end.
class [[nodiscard]] LockGuard {
 public:
  explicit LockGuard(Mutex mutex) : mutex_(mutex), owns_(true) {}
  LockGuard(LockGuard&& other) noexcept
      : mutex_(other.mutex_), owns_(std::exchange(other.owns_, false)) {}
  LockGuard& operator=(LockGuard&&) = delete;
  ~LockGuard() {
    if (owns_ && detail::Processes::is_running()) {
      detail::Processes::running("a lock guard").unlock_later(mutex_.id);
    }
  }

 private:
  Mutex mutex_;
  bool owns_;
};

/// Locks a mutex until the end of the scope: `const auto guard = co_await lock_guard(mutex);`.
inline Task<LockGuard> lock_guard(Mutex mutex) {
  co_await async_lock(mutex);
  co_await wait(mutex);
  co_return LockGuard(mutex);
}

/// Chooses one of `count` values; all of them are explored. Not before a process's first action.
inline std::uint32_t choose(std::uint32_t count) {
  return detail::Processes::running("choose").choose(count);
}

/// Fails the execution unless the condition holds.
inline void require(bool condition, std::string_view text,
                    const SourcePlace& where = SourcePlace::here()) {
  if (!condition) detail::Processes::running("require").fail(failed_check(text, where));
}

/// Says that only executions in which the condition holds are meant: in others this process ends
/// here, and what they come to is not examined. Not before a process's first action.
inline void assume(bool condition) {
  if (!condition) detail::Processes::running("assume").fail_assumption();
}

/// The end state of an execution, for a program's own check of it.
class ProcessEnd {
 public:
  explicit ProcessEnd(detail::Processes& processes) : processes_(processes) {}

  template <class T>
  const T& value(Shared<T> variable) const {
    return *static_cast<const T*>(processes_.value_at_end(variable.id()));
  }
  /// Tells whether a process has come to its end.
  bool ended(ActorId process) const { return !processes_.next_action(process); }
  void check(bool condition, std::string_view text,
             const SourcePlace& where = SourcePlace::here()) const {
    if (!condition) processes_.fail(failed_check(text, where));
  }

 private:
  detail::Processes& processes_;
};

/// The program being set up: its mailboxes, mutexes and processes.
class ProcessSystem {
 public:
  explicit ProcessSystem(detail::Processes& processes) : processes_(processes) {}

  template <class T>
  Mailbox<T> mailbox(std::string name = {}) {
    return {processes_.add_mailbox(std::move(name))};
  }
  Mutex mutex(std::string name = {}) { return {processes_.add_mutex(std::move(name))}; }
  /// Makes a variable that only the owner of the mutex may touch.
  template <class T>
  Shared<T> shared(Mutex mutex, T initial = T()) {
    return Shared<T>(processes_.add_variable<T>(mutex.id, std::move(initial)));
  }
  /// Makes a process that runs `body(arguments...)`, which is a Task<>.
  template <class Body, class... Arguments>
  ActorId spawn(std::string name, Body body, Arguments... arguments) {
    static_assert(std::is_same_v<std::invoke_result_t<const Body&, const Arguments&...>, Task<>>,
                  "harrier: the body of a process must return harrier::Task<>");
    return processes_.spawn(std::move(name),
                            [body, arguments...]() -> Task<> { return body(arguments...); });
  }
  /// Adds a check of every end state.
  void at_end(std::function<void(const ProcessEnd&)> check) { processes_.at_end(std::move(check)); }

 private:
  detail::Processes& processes_;
};

/// Makes a program of processes from its set-up.
std::unique_ptr<Program> make_program(std::function<void(ProcessSystem&)> setup,
                                      ProgramOptions options = {});

/// Explores a program of processes given by its set-up.
CheckResult check(const std::function<void(ProcessSystem&)>& setup,
                  const CheckOptions& options = {});

/// Describes a program of processes for `Register`.
ProgramDefinition process_program(std::string name, std::string summary,
                                  std::vector<Parameter> parameters,
                                  std::function<void(ProcessSystem&, const Arguments&)> setup);

}  // namespace harrier
