// Handlers that wait in their middle: the coroutine type, futures, and what can be awaited.
#pragma once

#include <array>
#include <coroutine>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "harrier/detail/runtime.hpp"

namespace harrier {

template <class T = void>
class Task;

/// The reply of a handler that replies with nothing.
struct Nothing {};

/// The answer to a request that may not have come yet. Await it with `get` or `until`.
template <class R>
struct Future {
  MessageId request;
  void describe(Text& text) const { text.out() += "future"; }
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
struct ReplyAwaiter {
  Runtime& runtime;
  std::array<MessageId, count> requests;
  bool blocking;
  Result (*result)(Runtime&, const std::array<MessageId, count>&);

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> at) { runtime.wait(at, requests, blocking); }
  Result await_resume() { return result(runtime, requests); }
};

/// Waits until a condition on the actor's own state holds; goes on at once if it does.
template <class Predicate>
struct ConditionAwaiter {
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
struct ReleaseAwaiter {
  Runtime& runtime;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> at) { runtime.wait(at, Condition{}); }
  void await_resume() const noexcept {}
};

/// A reply as a value that can be kept.
template <class R>
using ReplyValue = std::conditional_t<std::is_void_v<R>, Nothing, R>;

template <class R>
R reply_as(Runtime& runtime, MessageId request) {
  if constexpr (std::is_void_v<R>) {
    (void)runtime, (void)request;
  } else {
    return *static_cast<const R*>(runtime.reply_value(request));
  }
}

}  // namespace detail

/// What a handler, or a part of one, returns when it waits in its middle.
template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::Promise<T>;
  using value_type = T;

  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
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
