// The base of a user's actors: typed references, sending, spawning, waiting, checking.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "harrier/detail/runtime.hpp"
#include "harrier/peers.hpp"
#include "harrier/task.hpp"
#include "harrier/tracked.hpp"

namespace harrier {

template <class A>
class Ref;

namespace detail {

template <class T>
struct TaskValue {
  using type = std::remove_cvref_t<T>;  // a handler may return a reference to what it replies
  static constexpr bool is_task = false;
};
template <class T>
struct TaskValue<Task<T>> {
  using type = T;
  static constexpr bool is_task = true;
};

template <class A, class M>
concept HandlesPlain = requires(A& actor, const M& message) {
  actor.on(message);
};
template <class A, class M>
concept HandlesWithReply = requires(A& actor, const M& message,
                                    Reply<typename M::reply_type> reply) {
  actor.on(message, reply);
};

/// What a handler call answers with; nothing where there is no handler, which others complain of.
template <class A, class M>
struct Answer {
  using type = void;
};
template <class A, class M>
requires(HandlesPlain<A, M> && !HandlesWithReply<A, M>) struct Answer<A, M> {
  using type = typename TaskValue<decltype(std::declval<A&>().on(std::declval<const M&>()))>::type;
};
template <class A, class M>
requires HandlesWithReply<A, M>
struct Answer<A, M> {
  using type = typename M::reply_type;
};

/// Runs once a handler that is a coroutine has returned.
template <class T>
void finish_task(Runtime& runtime, std::coroutine_handle<> root, MessageId origin) {
  auto handle = std::coroutine_handle<Promise<T>>::from_address(root.address());
  if constexpr (std::is_void_v<T>) {
    handle.promise().take();
    runtime.reply(origin, Nothing{});
  } else {
    runtime.reply(origin, handle.promise().take());
  }
}

template <class A, class M>
void invoke(Runtime& runtime, void* object, const void* payload) {
  A& actor = *static_cast<A*>(object);
  const M& message = *static_cast<const M*>(payload);
  const MessageId id = runtime.current_message();
  if constexpr (HandlesWithReply<A, M>) {
    const Reply<typename M::reply_type> reply{id};
    using Result = decltype(actor.on(message, reply));
    if constexpr (TaskValue<Result>::is_task) {
      runtime.run_handler(
          actor.on(message, reply).release(),
          [](Runtime&, std::coroutine_handle<> root, MessageId) {
            std::coroutine_handle<Promise<void>>::from_address(root.address()).promise().take();
          });
    } else {
      actor.on(message, reply);
    }
  } else {
    using Result = decltype(actor.on(message));
    if constexpr (TaskValue<Result>::is_task) {
      runtime.run_handler(actor.on(message).release(),
                          &finish_task<typename TaskValue<Result>::type>);
    } else if constexpr (std::is_void_v<Result>) {
      actor.on(message);
      runtime.reply(id, Nothing{});
    } else {
      runtime.reply(id, actor.on(message));
    }
  }
}

template <class A, class M>
constexpr Delivery make_delivery() {
  Delivery delivery{&value_type<M>, &invoke<A, M>, nullptr, !HandlesWithReply<A, M>};
  constexpr bool has_constraint = requires(const A& actor, const M& message) {
    { actor.accepts(message) } -> std::convertible_to<bool>;
  };
  static_assert(
      has_constraint || !requires(A & actor, M & message) { actor.accepts(message); },
      "harrier: accepts must be `bool accepts(const Message&) const`");
  if constexpr (has_constraint) {
    delivery.accepts = [](const void* actor, const void* message) -> bool {
      return static_cast<const A*>(actor)->accepts(*static_cast<const M*>(message));
    };
  }
  return delivery;
}
template <class A, class M>
inline constexpr Delivery delivery_of = make_delivery<A, M>();

}  // namespace detail

/// Tells whether actor type A has a public handler `on` for messages of type M.
template <class A, class M>
concept Handles = detail::HandlesPlain<A, M> || detail::HandlesWithReply<A, M>;

namespace detail {

/// Complains where an actor has no handler for a message; both stand in the name of this type.
template <class ActorType, class Message>
struct HandlerFor {
  static_assert(Handles<ActorType, Message>,
                "harrier: the receiving actor has no public handler on(Message) for this message "
                "type; where a base class has it, an `on` of the class itself hides it: write "
                "`using Base::on;`");
  static constexpr const Delivery& delivery = delivery_of<ActorType, Message>;
};

}  // namespace detail

/// The type an actor of type A answers a message of type M with.
template <class A, class M>
using AnswerOf = typename detail::Answer<A, M>::type;

/// Refers to an actor of type A. Cheap to copy; a default one refers to nobody.
template <class A>
class Ref {
 public:
  Ref() = default;
  explicit Ref(ActorId id) : id_(id) {}

  ActorId id() const { return id_; }
  /// Tells whether it refers to anybody.
  explicit operator bool() const { return static_cast<bool>(id_); }
  friend bool operator==(Ref, Ref) = default;

  template <class M>
  const detail::Delivery& delivery() const {
    return detail::HandlerFor<A, M>::delivery;
  }
  void describe(Text& text) const { text.add(id_); }

 private:
  ActorId id_;
};

/// Refers to any actor that handles messages of type M, whatever its own type is.
template <class M>
class To {
 public:
  To() = default;
  template <class A>
  To(Ref<A> actor) : id_(actor.id()), delivery_(&actor.template delivery<M>()) {}  // NOLINT

  ActorId id() const { return id_; }
  explicit operator bool() const { return static_cast<bool>(id_); }
  friend bool operator==(To, To) = default;

  template <class N>
  const detail::Delivery& delivery() const {
    static_assert(std::is_same_v<M, N>, "harrier: this reference takes another message type");
    return delivery_ != nullptr ? *delivery_ : detail::delivery_of<Unset, M>;
  }
  void describe(Text& text) const { text.add(id_); }

 private:
  struct Unset {
    void on(const M&) {}
  };
  ActorId id_;
  const detail::Delivery* delivery_ = nullptr;
};

namespace detail {

/// Returns a reference to an actor that may lie in a tracked or constant field.
template <class T>
const auto& plain(const T& value) {
  if constexpr (requires { value.get(); }) {
    return value.get();
  } else {
    return value;
  }
}

/// Complains of replies to who knows whom.
template <class R>
struct ActorTypeOf {
  static_assert(never<R>,
                "harrier: only a Ref knows what its actor replies; a To is for sending alone");
};
template <class A>
struct ActorTypeOf<Ref<A>> {
  using type = A;
};
/// Tells whether a compiler destroys such a temporary twice where it stands in a `co_await`: g++ up
/// to version 12 does so with the members of aggregates and the captures of lambdas.
template <class T, bool is_suspect>
inline constexpr bool destroyed_twice =
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ <= 12
    is_suspect && !std::is_reference_v<T> && !std::is_trivially_destructible_v<T>;
#else
    false;
#endif

template <class Target, class M>
using AnswerTo = AnswerOf<
    typename ActorTypeOf<std::decay_t<decltype(plain(std::declval<const Target&>()))>>::type,
    std::decay_t<M>>;

}  // namespace detail

/// The base of every actor. `Derived` has public handlers `on(Message)`, overloaded by type.
///
/// A handler returns nothing, or the reply, or a `Task` when it waits in its middle; to reply
/// later it takes a second parameter `Reply<R>`. `bool accepts(const Message&) const` holds
/// messages of that type back while it is false. Handlers must depend on the actor's own state,
/// the message and `choose` alone.
template <class Derived>
class Actor {
 public:
  Actor() {
    if (detail::construction != nullptr) {
      runtime_ = detail::construction->runtime;
      id_ = detail::construction->actor;
      detail::construction->add(&runtime_, {0, sizeof(Actor), alignof(Actor), 0, true, {}});
    }
  }

 protected:
  /// Refers to this actor.
  Ref<Derived> self() const { return Ref<Derived>(id_); }

  /// Sends a message; `to` is a Ref or To, possibly tracked or constant, or Peers: then to each.
  template <class Target, class M>
  void send(const Target& to, M&& message) {
    const auto& target = detail::plain(to);
    if constexpr (requires { target.actors_; }) {
      for (const auto& one : target.actors_) post(one, message, detail::Wants::nothing);
    } else {
      post(target, std::forward<M>(message), detail::Wants::nothing);
    }
  }

  /// Sends a message and returns the future of its reply.
  template <class Target, class M>
  Future<detail::AnswerTo<Target, M>> request(const Target& to, M&& message) {
    return {post(to, std::forward<M>(message), detail::Wants::reply)};
  }
  /// The same to an actor that may end before it replies: `get` and `until` then give no value.
  template <class Target, class M>
  Future<OrGone<detail::AnswerTo<Target, M>>> request_or_gone(const Target& to, M&& message) {
    return {post(to, std::forward<M>(message), detail::Wants::reply_or_gone)};
  }

  /// Creates an actor, named after its type.
  template <class A, class... Args>
  Ref<A> spawn(Args&&... args) {
    return spawn_as<A>(type_name<A>(), std::forward<Args>(args)...);
  }
  /// Creates an actor under a role of the user's choosing.
  template <class A, class... Args>
  Ref<A> spawn_as(std::string_view role, Args&&... args) {
    static_assert(std::is_base_of_v<Actor<A>, A>,
                  "harrier: an actor type A must derive from harrier::Actor<A>");
    return Ref<A>(running("spawn").template spawn<A>(role, std::forward<Args>(args)...));
  }

  /// Ends this actor after the current step: nothing is delivered to it any more.
  void stop() { running("stop").stop(); }

  /// Takes one of the values 0 … count - 1; all of them are explored.
  std::uint32_t choose(std::uint32_t count) { return running("choose").choose(count); }

  /// Fails the execution unless the condition holds.
  void check(bool condition, std::string_view text,
             const SourcePlace& where = SourcePlace::here()) {
    if (!condition) running("check").fail(failed_check(text, where));
  }

  /// Says that only executions in which the condition holds are meant: in others this actor ends
  /// here, and what they come to is not examined.
  void assume(bool condition) {
    if (!condition) running("assume").fail_assumption();
  }

  /// Answers a request that was handed over as a `Reply`.
  template <class R, class Value = R>
  void reply(Reply<R> to, Value&& value) {
    running("reply").reply(to.request, R(std::forward<Value>(value)));
  }
  void reply(Reply<void> to) { running("reply").reply(to.request, Nothing{}); }

  /// Calls: sends a message and waits for the reply, taking nothing else meanwhile.
  template <class Target, class M>
  auto call(const Target& to, M&& message) {
    static_assert(!detail::destroyed_twice<M, std::is_aggregate_v<M>>,
                  "harrier: g++ 12 destroys the members of this message twice if it is made inside "
                  "co_await; give it a name before: Message m{…}; co_await call(to, m)");
    return get(request(to, std::forward<M>(message)));
  }
  /// Calls an actor that may end before it replies, and gives a `std::optional` of the reply: empty
  /// if the actor had ended when the message came, or ends while its handler waits.
  template <class Target, class M>
  auto call_or_gone(const Target& to, M&& message) {
    static_assert(!detail::destroyed_twice<M, std::is_aggregate_v<M>>,
                  "harrier: g++ 12 destroys the members of this message twice if it is made inside "
                  "co_await; give it a name before: Message m{…}; co_await call_or_gone(to, m)");
    return get(request_or_gone(to, std::forward<M>(message)));
  }
  /// Waits for a reply, taking nothing else meanwhile.
  template <class R>
  auto get(Future<R> future) {
    return replies<R>(future, true);
  }
  /// Waits for a reply; other messages are taken meanwhile.
  template <class R>
  auto until(Future<R> future) {
    return replies<R>(future, false);
  }
  /// Waits for all replies at once and gives them as a tuple, `Nothing` for those without a value;
  /// other messages are taken meanwhile.
  template <class R, class S, class... Rest>
  auto until(Future<R> first, Future<S> second, Future<Rest>... rest) {
    constexpr std::size_t count = 2 + sizeof...(Rest);
    using Asked = std::tuple<Future<R>, Future<S>, Future<Rest>...>;
    using Result =
        std::tuple<detail::ReplyValue<R>, detail::ReplyValue<S>, detail::ReplyValue<Rest>...>;
    return detail::ReplyAwaiter<Result, count>{
        running("until"),
        {first.request, second.request, rest.request...},
        false,
        [](detail::Runtime& runtime, const std::array<MessageId, count>& requests) {
          return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return Result{
                detail::kept_reply(runtime, std::tuple_element_t<i, Asked>{requests[i]})...};
          }
          (std::make_index_sequence<count>());
        }};
  }
  /// Waits until a condition on this actor's own state holds; goes on at once if it does.
  template <detail::ConditionFunction Predicate>
  auto until(Predicate&& predicate) {
    static_assert(
        !detail::destroyed_twice<Predicate, true>,
        "harrier: g++ 12 destroys what this condition captures twice if it is made inside "
        "co_await; give it a name before: co_await until(condition)");
    return detail::ConditionAwaiter<std::decay_t<Predicate>>{running("until"),
                                                             std::forward<Predicate>(predicate)};
  }
  /// Gives up control, so that other messages may be taken before this handler goes on.
  auto release() { return detail::ReleaseAwaiter{running("release")}; }

 private:
  detail::Runtime& running(const char* what) const {
    if (runtime_ == nullptr) {
      throw std::logic_error(std::string("harrier: ") + what + " by an actor of type " +
                             std::string(type_name<Derived>()) + " that was not made by spawn");
    }
    runtime_->require_running(id_, what);
    return *runtime_;
  }

  template <class Target, class M>
  MessageId post(const Target& to, M&& message, detail::Wants wants) {
    using Message = std::decay_t<M>;
    const auto& target = detail::plain(to);
    return running("send").send(target.id(), target.template delivery<Message>(),
                                std::forward<M>(message), wants);
  }

  template <class R>
  auto replies(Future<R> future, bool blocking) {
    return detail::ReplyAwaiter<detail::Awaited<R>, 1>{
        running("waiting for a reply"),
        {future.request},
        blocking,
        [](detail::Runtime& runtime, const std::array<MessageId, 1>& requests) {
          return detail::reply_as<R>(runtime, requests[0]);
        }};
  }

  detail::Runtime* runtime_ = nullptr;
  ActorId id_;
  [[maybe_unused]] std::uint32_t filler_ = 0;  ///< no padding is left for a derived class to use
};

}  // namespace harrier
