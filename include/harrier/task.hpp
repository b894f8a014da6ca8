// Handlers that wait in their middle: the coroutine type, futures, and what can be awaited.
#pragma once

#include <array>
#include <concepts>
#include <coroutine>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "harrier/detail/containers.hpp"
#include "harrier/detail/runtime.hpp"

namespace harrier {

template <class T = void>
class Task;

/// The reply of a handler that replies with nothing.
struct Nothing {};

/// Stands in a future for a reply that does not come if the actor ends before.
template <class R>
struct OrGone {};

/// The answer to a request that may not have come yet. Await it with `get` or `until`.
template <class R>
struct [[nodiscard(
    "harrier: nobody waits for this reply; write co_await get(…), or send")]] Future {
  MessageId request;
  void describe(Text & text) const { text.out() += "future"; }
};

/// The right to answer a request later, handed to a handler `on(Message, Reply<R>)`.
template <class R>
struct Reply {
  MessageId request;
  void describe(Text& text) const { text.out() += "reply"; }
};

namespace detail {

struct PromiseBase {
  std::coroutine_handle<> caller;  ///< the coroutine that awaits this one; none for a handler

  struct Finish {
    bool await_ready() noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> done) noexcept {
      if (done.promise().caller) return done.promise().caller;
      return std::noop_coroutine();
    }
    void await_resume() noexcept {}
  };

  std::suspend_always initial_suspend() noexcept { return {}; }
  Finish final_suspend() noexcept { return {}; }
};

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;
  std::exception_ptr error;

  Task<T> get_return_object();
  void return_value(T result) { value.emplace(std::move(result)); }
  void unhandled_exception() { error = std::current_exception(); }
  T take() {
    if (error) std::rethrow_exception(error);
    return std::move(*value);
  }
};

template <>
struct Promise<void> : PromiseBase {
  std::exception_ptr error;

  Task<void> get_return_object();
  void return_void() {}
  void unhandled_exception() { error = std::current_exception(); }
  void take() const {
    if (error) std::rethrow_exception(error);
  }
};

/// Waits for the replies to `count` requests.
template <class Result, std::size_t count>
struct [[nodiscard("harrier: nothing is awaited; write co_await")]] ReplyAwaiter {
  Runtime& runtime;
  std::array<MessageId, count> requests;
  bool blocking;
  Result (*result)(Runtime&, const std::array<MessageId, count>&);

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> at) { runtime.wait(at, requests, blocking); }
  Result await_resume() { return result(runtime, requests); }

  template <class T>
  operator T() const {  // NOLINT: only there to say what is missing
    static_assert(never<T>, "harrier: this is the wait for a reply, not the reply; write co_await");
  }
};

template <class F>
concept ConditionFunction = std::predicate < std::decay_t<F>
& > ;

/// Waits until a condition on the actor's own state holds; goes on at once if it does.
template <class Predicate>
struct [[nodiscard("harrier: nothing is awaited; write co_await")]] ConditionAwaiter {
  Runtime& runtime;
  Predicate predicate;

  bool await_ready() { return predicate(); }
  void await_suspend(std::coroutine_handle<> at) {
    runtime.wait(at,
                 Condition{&predicate, [](const void* object) {
                             return static_cast<bool>((*static_cast<const Predicate*>(object))());
                           }});
  }
  void await_resume() const noexcept {}
};

/// Gives up control for other messages and goes on at some later step.
struct [[nodiscard("harrier: nothing is awaited; write co_await")]] ReleaseAwaiter {
  Runtime& runtime;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> at) { runtime.wait(at, Condition{}); }
  void await_resume() const noexcept {}
};

/// What awaiting a reply gives.
template <class R>
struct AwaitedReply {
  using type = R;
};
template <class R>
struct AwaitedReply<OrGone<R>> {
  using type = std::optional<std::conditional_t<std::is_void_v<R>, Nothing, R>>;
};
template <class R>
using Awaited = typename AwaitedReply<R>::type;

/// A reply as a value that can be kept.
template <class R>
using ReplyValue = std::conditional_t<std::is_void_v<R>, Nothing, Awaited<R>>;

template <class R>
Awaited<R> reply_as(Runtime& runtime, MessageId request) {
  if constexpr (std::is_void_v<R>) {
    (void)runtime, (void)request;
  } else if constexpr (std::is_same_v<R, Awaited<R>>) {
    return *static_cast<const R*>(runtime.reply_value(request));
  } else if (runtime.is_gone(request)) {
    return std::nullopt;
  } else {
    return *static_cast<const typename Awaited<R>::value_type*>(runtime.reply_value(request));
  }
}

template <class R>
ReplyValue<R> kept_reply(Runtime& runtime, Future<R> future) {
  if constexpr (std::is_void_v<R>) {
    return {};
  } else {
    return reply_as<R>(runtime, future.request);
  }
}

}  // namespace detail

/// What a handler, or a part of one, returns when it waits in its middle.
template <class T>
class [[nodiscard("harrier: this part of a handler does not run; write co_await")]] Task {
 public:
  using promise_type = detail::Promise<T>;
  using value_type = T;

  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task && other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  // A task awaited inside a handler runs as a part of it.
  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
    handle_.promise().caller = caller;
    return handle_;
  }
  T await_resume() { return handle_.promise().take(); }

  std::coroutine_handle<promise_type> release() { return std::exchange(handle_, nullptr); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

template <class T>
Task<T> detail::Promise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}
inline Task<void> detail::Promise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}

}  // namespace harrier
