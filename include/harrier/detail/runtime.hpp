// Native actors under control: runs their handlers one step at a time and takes steps back.
#pragma once

#include <coroutine>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harrier/detail/access_log.hpp"
#include "harrier/detail/arena.hpp"
#include "harrier/detail/types.hpp"
#include "harrier/options.hpp"
#include "harrier/program.hpp"

namespace harrier {
class System;
class End;
}  // namespace harrier

namespace harrier::detail {

/// Unwinds a handler whose step has failed; the failure itself is recorded before it is thrown.
struct StepFailed {};

/// A condition on the waiting actor's own state.
struct Condition {
  const void* object = nullptr;
  bool (*holds)(const void*) = nullptr;
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

class Runtime final : public Program, public Undo, public Narrator, public Standing {
 public:
  Runtime(std::function<void(System&)> setup, ProgramOptions options);
  ~Runtime() override;

  // The contract.
  const StepReport& start() override;
  std::span<const MessageId> pending() const override { return pending_; }
  void enabled(std::vector<MessageId>& out) override;
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override;
  MessageId executing() const override { return running_ ? current_message_ : MessageId(); }
  void further_causes(MessageId message, std::vector<EventId>& out) const override;
  void answer(const StepQuestion& question, StepAnswer& out) override;
  Undo* undo() override {
    return options_.backtrack != Backtrack::replay && rebuildable_ ? this : nullptr;
  }
  void take_back() override;
  Narrator* narrator() override { return this; }
  std::string actor_name(ActorId actor) const override;
  std::string sender_name(MessageId message) const override;
  std::string message_text(MessageId message) const override;
  std::string actor_text(ActorId actor) override;
  std::string resource_text(Resource resource) const override;
  Standing* standing() override { return this; }
  Hold hold(MessageId message) override;
  Activity activity(ActorId actor) override;
  ActorStatus status(ActorId actor) override;
  std::optional<Failure> check_end() override;
  bool may_be_left(ActorId actor) override;

  // What actors do in their steps. Each is silent while an actor is being replayed.
  ActorId running() const { return running_; }
  /// Refuses, as misuse, what an actor does outside its own steps.
  void require_running(ActorId actor, const char* what) {
    if (actor != running_) refuse_outside(actor, what);
  }
  [[noreturn]] void refuse(const std::string& text) { fail(FailureKind::misuse, text); }
  [[noreturn]] void fail(FailureKind kind, std::string text);

  /// Posts a message; what it stores lives until the step is taken back.
  template <class M>
  MessageId send(ActorId to, const Delivery& delivery, M&& message, bool wants_reply) {
    using Value = std::decay_t<M>;
    if (muted_) {
      if (probing_) receivers_.push_back(to);
      return muted_message();
    }
    require_receiver(to, delivery);
    void* payload = nullptr;
    if constexpr (!std::is_empty_v<Value> || !std::is_trivially_copyable_v<Value>) {
      payload = arena_.allocate(sizeof(Value), alignof(Value));
      ::new (payload) Value(std::forward<M>(message));
    } else {
      payload = &empty_value_;
    }
    return post(to, delivery, payload, wants_reply);
  }

  template <class A, class... Args>
  ActorId spawn(std::string_view role, Args&&... args) {
    if (muted_) return muted_actor();
    if (construction != nullptr) refuse("an actor's constructor must not spawn actors");
    const ActorType& type = actor_type<A>;
    void* arguments = nullptr;
    const Recipe* recipe = nullptr;
    using Arguments = std::tuple<std::decay_t<Args>...>;
    if (!can_copy(type)) {
      if constexpr (std::is_constructible_v<A, const std::decay_t<Args>&...> &&
                    (std::is_copy_constructible_v<std::decay_t<Args>> && ...)) {
        arguments = arena_.allocate(sizeof(Arguments), alignof(Arguments));
        ::new (arguments) Arguments(std::as_const(args)...);
        recipe = &recipe_of<A, Arguments>;
      }
    }
    const ActorId id = begin_spawn(type, role, recipe, arguments);
    if constexpr (sizeof...(Args) == 0) {
      // `A()` may set all bytes to zero first, which hides which of them are padding.
      if (!knows_layout(type)) {
        build(id, [](void* object) { ::new (object) A; });
        destroy_object(actor(id));
      }
    }
    build(id, [&](void* object) { ::new (object) A(std::forward<Args>(args)...); });
    return id;
  }

  void stop();
  std::uint32_t choose(std::uint32_t count);

  // Waiting in the middle of a handler.
  void wait(std::coroutine_handle<> at, std::span<const MessageId> requests, bool blocking);
  void wait(std::coroutine_handle<> at, Condition condition);
  void run_handler(std::coroutine_handle<> root,
                   void (*finish)(Runtime&, std::coroutine_handle<>, MessageId));
  MessageId current_message() const { return current_message_; }

  template <class R>
  void reply(MessageId request, R&& value) {
    using Value = std::decay_t<R>;
    if (probing_) probed_reply_ |= message(request).kind == Kind::request;
    if (muted_ || !takes_reply(request)) return;
    void* stored = arena_.allocate(sizeof(Value), alignof(Value));
    ::new (stored) Value(std::forward<R>(value));
    post_reply(request, value_type<Value>, stored);
  }
  const void* reply_value(MessageId request) const { return messages_[request.index()].reply; }

  // What a set-up does.
  void settle();
  const void* object(ActorId actor);
  std::vector<std::function<void(const End&)>>& end_checks() { return end_checks_; }
  void set_environment(std::function<bool(const End&, ActorId)> may_be_left) {
    environment_ = std::move(may_be_left);
  }

 private:
  enum class Kind : std::uint8_t { send, request, resume };

  /// A message or continuation of the current execution.
  struct Message {
    const Delivery* delivery = nullptr;  ///< null for continuations
    void* payload = nullptr;             ///< for continuations the awaited requests
    ActorId receiver;
    std::uint32_t sent_by = 0;        ///< index into events_ + 1; 0 for the set-up
    std::uint32_t request_count = 0;  ///< awaited requests of a continuation
    MessageId frame;                  ///< continuation: the frame's origin; request: its waiter
    ActorId sender;
    Kind kind = Kind::send;
    bool guarded = false;          ///< deliverability depends on more than the receiver being open
    bool blocking = false;         ///< the receiver takes nothing else until this continuation
    bool conditional = false;      ///< the continuation waits for a condition
    std::uint32_t replied_by = 0;  ///< index into events_ + 1
    std::uint32_t delivered_by = 0;  ///< index into events_ + 1
    const void* reply = nullptr;
    const ValueType* reply_type = nullptr;
  };

  struct Actor {
    const ActorType* type = nullptr;
    void* object = nullptr;
    void* arguments = nullptr;
    const Recipe* recipe = nullptr;
    bool built = false;
    bool alive = true;
    bool open = true;    ///< alive and not blocked
    bool stale = false;  ///< to be rebuilt by local replay before it is looked at
    MessageId blocked_on;
    std::uint32_t last_event = 0;  ///< its last step, index into events_ + 1
    std::uint32_t created_by = 0;  ///< index into events_ + 1; 0 for the set-up
    ActorId creator;
    std::string_view role;
    bool field_level = false;  ///< all its changing state is tracked
    std::vector<Frame> frames;
  };

  /// What it takes to take a step back.
  struct Event {
    MessageId message;
    ActorId actor;
    std::uint32_t messages_before = 0;
    std::uint32_t actors_before = 0;
    std::uint32_t journal_before = 0;
    std::uint32_t choices_before = 0;
    std::uint32_t choices_after = 0;
    std::uint32_t pending_index = 0;
    std::uint32_t previous_of_actor = 0;
    std::uint32_t messages_after = 0;
    std::uint32_t actors_after = 0;
    bool failed = false;
    bool control_changed = false;
    bool alive_after = true;
    MessageId blocked_after;
    Arena::Mark mark;
    void* snapshot = nullptr;
  };

  /// What an event knows of the past, for causal delivery: a row of bits over the events, and how
  /// many of the set-up's messages.
  struct Past {
    std::uint32_t begin = 0;
    std::uint32_t setup_messages = 0;
  };

  /// A rare change that a step made outside its actor's value.
  struct Change {
    enum class Kind : std::uint8_t { control, replied, waits, pended } kind;
    std::uint32_t id = 0;  ///< the actor, or the message
    bool alive = true;
    MessageId blocked_on;
  };

  /// Builds one actor: its base and fields find the runtime through the thread's construction.
  class Building {
   public:
    Building(Runtime& runtime, ActorId actor);
    ~Building();
    Building(const Building&) = delete;
    Building& operator=(const Building&) = delete;
    void* object() const { return context_.object; }
    void done();

   private:
    static constexpr unsigned char unwritten = 0xA5;
    static bool covers(std::vector<FieldRange> ranges, const std::byte* object,
                       const ActorType& type);

    Runtime& runtime_;
    Construction context_;
    Construction* outer_;
  };

  /// The members of an actor type, found when its first actor was built.
  struct Layout {
    std::vector<FieldRange> ranges;
    bool covered = false;  ///< no byte that can change is left untracked
  };

  Actor& actor(ActorId id) { return actors_[id.index()]; }
  const Actor& actor(ActorId id) const { return actors_[id.index()]; }
  Message& message(MessageId id) { return messages_[id.index()]; }
  const Message& message(MessageId id) const { return messages_[id.index()]; }
  EventId event_id(std::uint32_t index_plus_1) const {
    return index_plus_1 > setup_events_ ? EventId(index_plus_1 - setup_events_ - 1) : EventId();
  }

  bool can_copy(const ActorType& type) const {
    return options_.backtrack == Backtrack::undo && type.copy != nullptr;
  }
  [[noreturn]] void refuse_outside(ActorId actor, const char* what);
  void require_receiver(ActorId to, const Delivery& delivery) {
    if (to.index() >= actor_count_ || construction != nullptr) refuse_send(to, delivery);
  }
  template <class Construct>
  void build(ActorId id, const Construct& construct) {
    Building building(*this, id);
    try {
      construct(building.object());
    } catch (const StepFailed&) {
      throw;
    } catch (...) {
      fail_construction(*actor(id).type);
    }
    building.done();
  }
  /// Tells whether the members of a type are known, or nobody asks for them.
  bool knows_layout(const ActorType& type) {
    return options_.dependence != Dependence::field || find_layout(type) != nullptr;
  }
  Layout* find_layout(const ActorType& type) {
    if (last_type_ != &type) {
      const auto known = layouts_.find(&type);
      if (known == layouts_.end()) return nullptr;
      last_type_ = &type;
      last_layout_ = &known->second;
    }
    return last_layout_;
  }
  [[noreturn]] void fail_construction(const ActorType& type);
  [[noreturn]] void refuse_send(ActorId to, const Delivery& delivery);
  MessageId muted_message() { return MessageId(muted_next_message_++); }
  ActorId muted_actor() { return ActorId(muted_next_actor_++); }

  MessageId post(ActorId to, const Delivery& delivery, void* payload, bool wants_reply);
  MessageId post_continuation(std::span<const MessageId> requests, bool blocking, bool conditional);
  Message& new_message(ActorId to, Kind kind);
  ActorId begin_spawn(const ActorType& type, std::string_view role, const Recipe* recipe,
                      void* arguments);
  bool takes_reply(MessageId request);
  void post_reply(MessageId request, const ValueType& type, const void* value);
  bool replies_are_in(const Message& continuation) const;
  void change_control(Actor& changed, bool alive, MessageId blocked_on);

  void run_step(MessageId id);
  void resume(MessageId continuation);
  void run_frame(const Frame& frame);
  void rebuild(ActorId id);
  /// Puts an actor into the state before `base`, or as built where there is none, and runs it
  /// muted through the given events of its own.
  void restore_and_repeat(ActorId id, const Event* base, std::span<const std::uint32_t> events);
  void repeat(const Event& event, std::size_t index);
  void find_wanted(const StepQuestion& question, std::span<const std::uint32_t> own);
  bool has_to_wait(MessageId id);
  bool probe_here(MessageId id, bool run, StepAnswer& out);
  std::size_t own_events(ActorId id, std::vector<std::uint32_t>& out) const;
  bool guard_holds(MessageId id);
  void take_snapshot(Event& event, const Actor& target);
  void restore(Actor& target, Event& event);
  void revert(const Change& change);
  void destroy_object(Actor& target);
  void destroy_frames(Actor& target);
  void drop_messages(std::size_t count);
  void drop_actors(std::size_t count);
  void drop_snapshot(Event& event);
  void clear();
  void throw_destructor_failure();
  void collect_resources(ActorId id, bool control_changed);

  // Delivery models.
  bool precedes(MessageId first, MessageId second) const;
  bool sent_causally_before(const Message& first, const Message& second, MessageId first_id) const;
  bool is_next(MessageId id);
  void look_at_passed_over(MessageId id);
  void append_order_resources(const Event& event);
  void append_order_resources(MessageId id, bool tells, std::span<const ActorId> receivers,
                              std::vector<ResourceAccess>& out) const;
  void note_causal_past(const Event& event);
  Hold hold_unordered(MessageId id);
  void audit_changes(ActorId id);

  void append_fields(ActorId id, const AccessLog& log, std::vector<ResourceAccess>& out) const;
  std::span<const MessageId> requests_of(const Message& continuation) const;
  std::string value_text(const ValueType& type, const void* value) const;

  std::function<void(System&)> setup_;
  ProgramOptions options_;

  Arena arena_;
  std::vector<Message> messages_;
  std::vector<ActorId> sent_to_;  ///< per message, its receiver
  std::vector<MessageId> pending_;
  std::vector<Actor> actors_;  ///< never shrinks, so that nothing is allocated again
  std::size_t actor_count_ = 0;
  std::vector<Event> events_;
  std::vector<Change> journal_;
  std::vector<Choice> choices_;
  std::vector<Past> pasts_;  ///< per event, under causal delivery
  std::vector<std::uint64_t> past_bits_;
  std::unordered_map<const ActorType*, Layout> layouts_;
  const ActorType* last_type_ = nullptr;  ///< whose layout was looked up last
  Layout* last_layout_ = nullptr;
  std::uint32_t setup_events_ = 0;
  bool rebuildable_ = true;

  // The running step.
  ActorId running_;
  MessageId current_message_;
  std::optional<Frame> suspended_;  ///< where the running handler stopped to wait
  Frame current_frame_;
  bool muted_ = false;
  bool probing_ = false;         ///< muted, and beyond what was recorded
  bool probed_control_ = false;  ///< the probed step stopped or blocked its actor
  bool probed_reply_ = false;    ///< the probed step replied
  std::vector<Choice> probed_choices_;
  bool chooses_ = false;            ///< some step has chosen
  std::vector<ActorId> receivers_;  ///< of what the running or probed step sent
  bool in_setup_ = false;
  std::uint32_t muted_next_message_ = 0;
  std::uint32_t muted_next_actor_ = 0;
  std::size_t muted_next_choice_ = 0;
  std::span<const Choice> script_;
  std::size_t script_next_ = 0;
  std::optional<Failure> failure_;
  std::optional<Failure> destructor_failure_;
  std::vector<std::uint32_t> chain_;       ///< scratch of rebuild
  std::vector<std::uint32_t> probed_own_;  ///< scratch of probe, as are these
  std::vector<std::uint32_t> probed_wanted_;
  std::vector<MessageId> probed_first_;
  AccessLog log_;
  std::vector<std::byte> bytes_before_;  ///< of the running actor, for the audit
  std::vector<ResourceAccess> resources_;
  StepReport report_;

  std::vector<std::function<void(const End&)>> end_checks_;
  std::function<bool(const End&, ActorId)> environment_;

  static inline std::byte empty_value_{};
};

}  // namespace harrier::detail
