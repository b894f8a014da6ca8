// What the code of actors can do in its steps: the part of native actors that users' templates see.
#pragma once

#include <atomic>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "harrier/detail/access_log.hpp"
#include "harrier/detail/arena.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/detail/types.hpp"
#include "harrier/outside.hpp"

namespace harrier::detail {

class Execution;
class Layouts;

/// Unwinds a handler whose step has failed; the failure itself is recorded before it is thrown.
struct StepFailed {};

/// A condition on the waiting actor's own state.
struct Condition {
  const void* object = nullptr;
  bool (*holds)(const void*) = nullptr;
};

/// What whoever sends a message wants to hear.
enum class Wants : std::uint8_t { nothing, reply, reply_or_gone };

/// The reply of an actor that has ended.
struct Gone {
  static void describe(Text& text) { text.out() += "gone"; }
};

/// A handler that waits in its middle.
struct Frame {
  MessageId origin;              ///< the message whose handler this is
  std::coroutine_handle<> root;  ///< the handler's own coroutine, which owns nested ones
  void (*finish)(Runtime&, std::coroutine_handle<> root, MessageId origin) = nullptr;
  std::coroutine_handle<> innermost;  ///< where it goes on
  MessageId continuation;             ///< the message that makes it go on
  Condition condition;
};

/// What a step did that was run only to see what it would do.
struct Rehearsed {
  std::vector<Choice> choices;  ///< taken; at first those to be taken
  std::vector<SentMessage> sent;
  std::size_t chosen = 0;
  bool sends = false;  ///< or waits
  bool replies = false;
  bool changes_control = false;  ///< the actor stops or blocks
};

/// Turns what a handler does into messages, actors and replies of the execution.
///
/// A handler runs in one of three ways: for good; again, when its actor is rebuilt, which has no
/// effects and gives the ids and choices of the first time; or as a rehearsal, which has no
/// effects.
class Runtime {
 public:
  Runtime(Execution& execution, Layouts& layouts);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  ActorId running() const { return running_; }
  /// Returns the message whose step is running, if any; whoever watches may ask from another
  /// thread.
  MessageId current_message() const { return current_message_.load(std::memory_order_acquire); }
  /// Refuses, as misuse, what an actor does outside its own steps.
  void require_running(ActorId actor, const char* what) {
    if (actor != running_) refuse_outside(actor, what);
  }
  [[noreturn]] void refuse(const std::string& text) { fail({FailureKind::misuse, text}); }
  [[noreturn]] void fail(Failure failure);
  /// Ends the running actor because something does not hold that is assumed.
  [[noreturn]] void fail_assumption();

  /// Posts a message; what it stores lives until the step is taken back.
  template <class M>
  MessageId send(ActorId to, const Delivery& delivery, M&& message, Wants wants) {
    using Value = std::decay_t<M>;
    if (muted_) {
      if (rehearsed_ != nullptr) rehearse_copies(message);
      return send_muted(to, delivery);
    }
    if (to.index() >= ledger_.made().actors || construction != nullptr) refuse_send(to, delivery);
    void* payload = &empty_value_;
    if constexpr (!std::is_empty_v<Value> || !std::is_trivially_copyable_v<Value>) {
      payload = arena_.allocate(sizeof(Value), alignof(Value));
      ::new (payload) Value(std::forward<M>(message));
    }
    return post(to, delivery, payload, wants);
  }

  template <class A, class... Args>
  ActorId spawn(std::string_view role, Args&&... args) {
    if (muted_) {
      if (rehearsed_ != nullptr) rehearse_copies(args...);
      return ActorId(repeated_.actors++);
    }
    if (construction != nullptr) refuse("an actor's constructor must not spawn actors");
    const ActorType& type = actor_type<A>;
    void* arguments = nullptr;
    const Recipe* recipe = nullptr;
    using Arguments = std::tuple<std::decay_t<Args>...>;
    if (!keeps_copies_of(type)) {
      if constexpr (std::is_constructible_v<A, const std::decay_t<Args>&...> &&
                    (std::is_copy_constructible_v<std::decay_t<Args>> && ...)) {
        arguments = arena_.allocate(sizeof(Arguments), alignof(Arguments));
        ::new (arguments) Arguments(std::as_const(args)...);
        recipe = &recipe_of<A, Arguments>;
      }
    }
    const ActorId id = add_actor(type, role, recipe, arguments);
    if constexpr (sizeof...(Args) == 0) {
      // `A()` may set all bytes to zero first, which hides which of them are padding.
      build_for_layout(id, [](void* object) { ::new (object) A; });
    }
    auto construct = [&](void* object) { ::new (object) A(std::forward<Args>(args)...); };
    build(id, &construct, [](void* closure, void* object) {
      (*static_cast<decltype(construct)*>(closure))(object);
    });
    return id;
  }

  template <class R>
  void reply(MessageId request, R&& value) {
    using Value = std::decay_t<R>;
    if (rehearsed_ != nullptr) rehearse_copies(value);
    if (muted_ ? reply_muted(request) : !takes_reply(request)) return;
    void* stored = arena_.allocate(sizeof(Value), alignof(Value));
    ::new (stored) Value(std::forward<R>(value));
    post_reply(request, value_type<Value>, stored);
  }
  const void* reply_value(MessageId request) const;
  /// Tells whether the actor that was to reply has ended instead.
  bool is_gone(MessageId request) const;

  void stop();
  std::uint32_t choose(std::uint32_t count);

  // Waiting in the middle of a handler.
  void wait(std::coroutine_handle<> at, std::span<const MessageId> requests, bool blocking);
  void wait(std::coroutine_handle<> at, Condition condition);
  void run_handler(std::coroutine_handle<> root,
                   void (*finish)(Runtime&, std::coroutine_handle<>, MessageId));

  // For those who run the code.

  /// Runs the step of an actor on a message; throws what the handler throws.
  void run(ActorId actor, MessageId message);
  std::optional<Failure>& failure() { return failure_; }
  /// Tells whether the step that ran last came upon an assumption that does not hold.
  bool infeasible() const { return infeasible_; }
  /// Tells whether some step has chosen, in whatever execution.
  bool chooses() const { return chooses_; }
  /// Has no effects from now on; ids and choices are those of a step that began here.
  void repeat(const Made& before) {
    muted_ = true;
    repeated_ = before;
  }
  const Made& repeated() const { return repeated_; }
  /// Has no effects from now on, and says what they would be.
  void rehearse(Rehearsed& into);
  void unmute() {
    muted_ = false;
    rehearsed_ = nullptr;
  }

 private:
  /// Copies what would be kept: copying may read fields.
  template <class... Values>
  static void rehearse_copies(const Values&... values) {
    [[maybe_unused]] const auto copy = []<class Value>(const Value& value) {
      using Kept = std::decay_t<Value>;
      if constexpr (!std::is_trivially_copy_constructible_v<Kept> &&
                    std::is_constructible_v<Kept, const Value&>) {
        static_cast<void>(Kept(value));
      }
    };
    (copy(values), ...);
  }
  bool keeps_copies_of(const ActorType& type) const;
  [[noreturn]] void refuse_outside(ActorId actor, const char* what);
  [[noreturn]] void refuse_send(ActorId to, const Delivery& delivery);

  MessageId send_muted(ActorId to, const Delivery& delivery);
  MessageId post(ActorId to, const Delivery& delivery, void* payload, Wants wants);
  ActorId add_actor(const ActorType& type, std::string_view role, const Recipe* recipe,
                    void* arguments);
  void build_for_layout(ActorId id, void (*construct)(void* object));
  void build(ActorId id, void* closure, void (*construct)(void* closure, void* object));
  bool reply_muted(MessageId request);
  bool takes_reply(MessageId request);
  void post_reply(MessageId request, const ValueType& type, const void* value);
  void reply_gone();
  MessageId post_continuation(std::span<const MessageId> requests, bool blocking, bool conditional);
  void suspend(std::coroutine_handle<> at, MessageId continuation, Condition condition);
  void resume(MessageId continuation);
  void run_frame(const Frame& frame);

  Execution& execution_;
  Layouts& layouts_;
  Ledger& ledger_;
  Arena& arena_;

  // The running step.
  ActorId running_;
  std::atomic<MessageId> current_message_;
  bool muted_ = false;  ///< it has no effects
  bool chooses_ = false;
  Made repeated_;                   ///< while muted: what the step has made so far
  Rehearsed* rehearsed_ = nullptr;  ///< while muted; none where it is run again
  Frame current_frame_;
  std::optional<Frame> suspended_;  ///< where the running handler stopped to wait
  std::optional<Failure> failure_;
  bool infeasible_ = false;

  static inline std::byte empty_value_{};
};

}  // namespace harrier::detail
