// A CAF program under control, as the explorer sees it: actors, messages on their way, and steps.
//
// The delivery model. A send in one process puts the message into the receiver's mailbox at once,
// so the possible executions are those in which one order of all sends exists that agrees with what
// each actor did in sequence and with the order in which each mailbox was emptied. The same orders
// per receiver come out, and nothing else, if every *sender* keeps its messages in a lane, only the
// first message of a lane can arrive, and an actor handles a message when it arrives: a handler
// that runs late can as well run early with its messages waiting in its lane. So an order of
// mailboxes, which is a global condition, becomes one of lanes, which is local: a message waits for
// its predecessor and then never again. What is sent to a group is several messages with one
// predecessor, as the members of a group have no order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "accesses.hpp"
#include "handle_table.hpp"
#include "harrier/caf.hpp"
#include "harrier/program.hpp"
#include "host/fiber.hpp"
#include "host/guest.hpp"

namespace harrier::caf {

/// Thrown into a suspended fiber to take it down.
struct Unwind {};

class World final : public host::Guest, public Program {
 public:
  /// What main does; it returns the exit status.
  using Body = std::function<int(World&)>;

  World(Body body, Options how, ProgramOptions options);
  ~World() override;

  /// Returns the program whose step is running on this thread, if any.
  static World* current() { return static_cast<World*>(Guest::current()); }

  // The contract.
  void start() override;
  std::span<const MessageId> pending() const override { return pending_; }
  void enabled(std::vector<MessageId>& out) override;
  Hold hold(MessageId message) override;
  void guard_resources(MessageId message, std::vector<ResourceAccess>& out) override;
  bool affects_guard(EventId event, MessageId message) const override;
  std::optional<bool> probe(MessageId message, std::span<const EventId> history,
                            ProbedStep* step) override;
  bool rerun(std::span<const PastStep> history, ProbedStep& last) override;
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override;
  MessageId executing() const override { return executing_; }
  Capabilities capabilities() const override {
    return {.shared_objects = true, .shared_guards = true};
  }
  void undo() override {}
  std::size_t actor_count() const override { return actor_count_; }
  std::size_t message_count() const override { return messages_.size(); }
  MessageOrigin origin(MessageId message) const override;
  void further_causes(MessageId message, std::vector<EventId>& out) const override;
  EventId created_by(ActorId actor) const override;
  Activity activity(ActorId actor) override;
  ActorStatus status(ActorId actor) override;
  std::string actor_name(ActorId actor) const override;
  std::string sender_name(MessageId message) const override;
  std::string message_text(MessageId message) const override;
  std::string actor_text(ActorId actor) override;
  std::string resource_text(Resource resource) const override;
  std::optional<Failure> check_end() override { return std::nullopt; }

  // What the framework does in a step; called from the interposed functions only.
  enum class Kind : std::uint8_t {
    main,
    event,     ///< handlers called by the scheduler
    blocking,  ///< an `act` of its own on a fiber
    scoped,    ///< a mailbox used by whatever runs
    other,     ///< its own `enqueue` does all there is to do
  };

  /// Takes note of a new actor. The handle is kept weakly.
  ActorId add_actor(void* handle, Kind kind, std::string_view role);
  /// Runs the actor's initialisation, or its fiber, when the running step is done.
  void initialise_later(ActorId actor);
  /// Runs something the framework wants to run later, in the context of the given actor.
  void run_later(ActorId context, std::function<void()> job);
  /// Takes a message. The handle is strong from here on.
  void send(void* handle, Kind kind, void* element, bool urgent);
  /// Takes a message that is sent when the time comes.
  void send_delayed(std::int64_t due_ns, void* handle, void* element, std::uint64_t key);
  /// Takes back the delayed messages for an actor that have the key, or all for key 0.
  void cancel(const void* handle, std::uint64_t key);
  void actor_ended(void* handle, std::string reason, bool unreachable);
  /// Takes note that the running actor and possibly another are told when an actor ends.
  void observe(void* handle, void* observer);
  /// Takes the last reference to an actor over if its end is to be a step of its own.
  bool keep_unreachable(void* handle);
  /// Tells whether no handle to an actor can be had any more, for whoever has a weak reference.
  bool is_unreachable(const void* handle);
  /// Takes note that a handle is given up, which matters while an actor is destroyed.
  void note_release_of(const void* handle);
  /// Says which actor is destroyed for as long as it exists.
  class Destroying {
   public:
    Destroying(World* world, const void* handle) : world_(world) {
      if (world_ != nullptr) outer_ = std::exchange(world_->destroying_, world_->ids_.find(handle));
    }
    ~Destroying() {
      if (world_ != nullptr) world_->destroying_ = outer_;
    }
    Destroying(const Destroying&) = delete;
    Destroying& operator=(const Destroying&) = delete;

   private:
    World* world_;
    ActorId outer_;
  };
  /// Takes the messages that are sent while it exists, by one sender, for sent at once.
  class Multicast {
   public:
    explicit Multicast(World* world) : world_(world) {
      if (world_ != nullptr) world_->multicast_ = MessageId(world_->messages_.size());
    }
    ~Multicast() {
      if (world_ != nullptr) world_->end_multicast();
    }
    Multicast(const Multicast&) = delete;
    Multicast& operator=(const Multicast&) = delete;

   private:
    World* world_;
  };
  /// Takes what an observer is told. It does not keep the observer alive, which may have ended.
  void notify(void* handle, void* element, bool urgent);

  /// Suspends the caller until a message is in the mailbox; false if the time came first.
  bool wait_for_message(void* handle, std::optional<std::int64_t> timeout_ns);
  /// Suspends the caller until `ready` holds, which depends on a shared resource; with `quiet`
  /// until nothing else can happen as well.
  void wait_until(std::function<bool()> ready, std::uint32_t part, std::string what,
                  bool quiet = false);
  /// Drops what is on its way to the actors for which `belongs` holds: their system ends.
  void drop_messages(const std::function<bool(void*)>& belongs);

  void touch(Resource resource, Access access);
  void touch_shared(std::uint32_t part, Access access) {
    touch(Resource::of(ActorId(0), part), access);
  }
  void touch_control(const void* handle, Access access);
  void fail(FailureKind kind, std::string text);
  std::uint32_t choose(std::uint32_t count);

  // What the environment asks for.
  bool on_fiber() const override { return task_ != nullptr; }
  std::int64_t now_ns() const override { return now_ns_; }
  std::uint64_t next_random() override {
    return random_ = random_ * 6364136223846793005U + 1442695040888963407U;
  }
  [[noreturn]] void crash(std::string text) override;
  /// Stops whoever calls exit(). All that could have happened before goes on: what ends the process
  /// earlier does nothing more.
  [[noreturn]] void leave(int status) override;
  void touch_outside(Access access) override {
    if (!tearing_down_) touch_shared(outside_part, access);
  }
  void wait_for_outside(std::function<bool()> ready) override {
    wait_until(std::move(ready), outside_part, "something from outside the program");
  }

  // What an instrumented program tells.
  void note_access(const void* address, std::uint32_t size, bool write);
  void note_allocation(void* address, std::size_t size);
  void note_release(void* address);

  bool tearing_down() const { return tearing_down_; }
  /// Tells whether the last execution crashed, and what it used cannot be used again.
  bool lost_last_execution() const { return lost_; }
  void note_system() { ++systems_; }
  /// Fails the execution unless it made an actor system that is under control.
  void require_system();
  /// Does so as well where exit(0) is called.
  void require_system_at_exit() { requires_system_at_exit_ = true; }
  /// Says whether what the program prints is thrown away.
  void mute(bool is_mute) { mute_ = is_mute; }
  bool is_mute() const { return mute_; }
  bool knows(const void* handle) const { return bool(ids_.find(handle)); }
  /// Orders actors by where they were spawned, which is the same in all executions of a class.
  bool spawned_before(const void* left, const void* right) const;
  /// Numbers the groups without a name.
  std::uint64_t next_group() { return ++groups_; }
  /// Names an actor the framework asks about; empty when it is not known.
  std::string name_of(const void* handle) const;

  // Of an actor: how many handles to it there are.
  static constexpr std::uint32_t handles_part = Resource::first_field;
  // Resources that belong to no actor, as parts of main.
  static constexpr std::uint32_t clock_part = Resource::first_field;
  static constexpr std::uint32_t running_part = Resource::first_field + 1;
  static constexpr std::uint32_t registry_part = Resource::first_field + 2;
  static constexpr std::uint32_t outside_part = Resource::first_field + 3;
  static constexpr std::uint32_t quiet_part = Resource::first_field + 4;   ///< nothing can happen
  static constexpr std::uint32_t groups_part = Resource::first_field + 5;  ///< who is in a group

 private:
  /// A stack in the middle of something, and what it waits for.
  struct Task {
    std::unique_ptr<host::Fiber> fiber;
    ActorId context;
    std::function<bool()> ready;  ///< of wait_until
    std::string what;
    bool timed_out = false;
    bool unwind = false;
    unsigned unwound = 0;
  };

  enum class Delivery : std::uint8_t {
    message,
    wake,         ///< a suspended fiber goes on: its time has come
    until,        ///< the same: its condition holds
    unreachable,  ///< the receiver ends because nobody can send to it any more
    none,         ///< keeps the place of the message for who is no member of a group
  };

  struct Message {
    void* handle = nullptr;   ///< the receiver, strongly, until it is delivered
    void* element = nullptr;  ///< what the framework sends
    const void* asker = nullptr;
    std::uint64_t path = 0;         ///< names it as the sends that led to it do
    std::uint64_t request_id = 0;   ///< not 0 for requests
    std::uint64_t response_id = 0;  ///< not 0 for responses
    ActorId receiver;
    ActorId sender;             ///< the context that ran
    std::uint32_t sent_by = 0;  ///< index of the event + 1; 0 for the set-up
    std::uint32_t position = 0;
    std::uint32_t delivered_by = 0;  ///< index of the event + 1
    std::uint32_t stretch = 0;       ///< in which it was sent, if accesses are logged
    MessageId previous;              ///< of its lane
    MessageId next;
    MessageId multicast;           ///< the first of those that were sent to a group with it
    Task* task = nullptr;          ///< of a wake-up
    std::uint32_t open_since = 0;  ///< of a wait that can go on: for how many events, + 1
    std::int64_t due_ns = 0;
    std::uint64_t key = 0;
    Delivery delivery = Delivery::message;
    bool delayed = false;
    bool is_timer = false;  ///< waits for its due time
    bool quiet = false;     ///< waits until nothing else can happen
    bool cancelled = false;
  };

  /// What an event (index + 1; 0 for the set-up) did to the number of handles to an actor.
  struct HandleChange {
    std::uint32_t event = 0;
    int by = 0;
  };

  struct Actor {
    void* handle = nullptr;  ///< weak
    Kind kind = Kind::event;
    bool ended = false;
    bool unreachable = false;  ///< it ended because nobody could send to it
    bool busy = false;         ///< its handler is suspended
    bool initialised = false;  ///< runs or has run
    MessageId end;             ///< for want of handles, once the actor watches or is watched
    std::optional<std::uint32_t> ended_by;  ///< index of the event + 1; 0 for the set-up
    std::size_t handles = 0;                ///< how many there are
    int change = 0;  ///< in the running step, besides what destroyed actors gave up
    std::vector<HandleChange> handle_changes;
    std::vector<std::uint32_t> end_causes;  ///< events without which it would not be unreachable
    Task* waiting = nullptr;                ///< the fiber that waits for its mailbox
    ActorId creator;
    std::uint32_t created_by = 0;
    std::uint32_t stretch = 0;  ///< what it did last, if accesses are logged
    std::string role;
    std::string reason;
    MessageId lane[2];         ///< the last message sent: normal, urgent
    std::vector<void*> stash;  ///< arrived, and refused so far
  };

  struct Past {
    MessageId message;
    std::uint32_t choices_begin = 0;
    std::uint32_t choices_end = 0;
    std::uint32_t shared = 0;  ///< a bit for each resource touched that belongs to no actor
    bool ends_all = false;     ///< the process crashed
  };

  /// Keeps what the adapter itself does in a step out of the account of it.
  class Unlogged {
   public:
    explicit Unlogged(World& world) : world_(world) { ++world_.unlogged_; }
    ~Unlogged() { --world_.unlogged_; }
    Unlogged(const Unlogged&) = delete;
    Unlogged& operator=(const Unlogged&) = delete;

   private:
    World& world_;
  };

  bool logging() const { return tracing_ && unlogged_ == 0 && task_ != nullptr && !tearing_down_; }
  bool by_field() const { return tracing_ && options_.dependence == Dependence::field; }

  Actor& actor(ActorId id) { return actors_[id.index()]; }
  const Actor& actor(ActorId id) const { return actors_[id.index()]; }
  ActorId find_or_add(void* handle, Kind kind);
  EventId event_id(std::uint32_t index_plus_1) const {
    return index_plus_1 == 0 ? EventId() : EventId(index_plus_1 - 1);
  }
  /// Tells whether an event, or the set-up, is one of these.
  bool is_among(std::uint32_t index_plus_1, std::span<const EventId> history) const {
    return index_plus_1 == 0 || std::ranges::binary_search(history, event_id(index_plus_1));
  }

  Message& new_message(ActorId receiver);
  void put_on_lane(ActorId receiver, void* handle, void* element, bool urgent);
  Message& keep_place();
  void keep_places_before(ActorId receiver);
  void end_multicast();
  MessageId& lane_tail(ActorId context, ActorId receiver, bool urgent);
  std::span<const Message> place_of(MessageId id) const;
  bool is_passed(MessageId id) const;
  void open_lane_behind(MessageId id);
  void add_pending(MessageId id);
  void remove_pending(MessageId id);
  void make_arrive(MessageId id);

  Task& new_task(ActorId context, std::function<void()> body);
  void run(Task& task);
  void suspend_current();
  void run_on_fiber(ActorId context, std::function<void()> body);
  void settle();
  void deliver(MessageId id);
  void handle_event(ActorId receiver, void* handle, void* element);
  void deliver_by_field(ActorId receiver, void* handle, void* element);
  bool changed_unseen(std::span<const std::byte> now, std::span<const std::byte> before) const;
  void retry_stash(ActorId receiver, void* handle);
  void begin_step();
  void note_handles();
  void name_end(ActorId id);
  std::size_t handles_of(const Actor& known) const;
  bool can_end_after(ActorId id, std::span<const EventId> history) const;
  bool nothing_pending() const;
  void note_openings();
  void begin_logging(const Message& message);
  void finish_logging();
  void warm_up();
  void start_execution();
  void teardown();
  void take_down();
  void unwind(Task& task);
  void forget();
  void exchange_accounts();
  bool is_on_its_way(MessageId id, std::span<const EventId> history) const;
  ResourceAccess certain_access(const Message& message, std::span<const EventId> history) const;
  void narrate();
  bool is_guarded(const Message& message) const;
  bool can_wake(const Message& message) const;
  std::string outstanding_requests(ActorId asker, std::vector<ActorId>* waits_on) const;

  Body body_;
  Options how_;
  ProgramOptions options_;

  std::vector<Actor> actors_;  ///< never shrinks, so that its texts are not allocated again
  std::size_t actor_count_ = 0;
  std::size_t first_actors_ = 0;  ///< how many the set-up created
  HandleTable ids_;
  std::vector<Message> messages_;
  std::vector<MessageId> pending_;  ///< in the order in which they came to be the next of a lane
  std::unordered_map<std::uint64_t, MessageId> pair_lanes_;  ///< for fifo
  std::vector<Past> past_;
  struct Cascade {
    ActorId of;
    ActorId by;
  };
  std::vector<Cascade> cascades_;  ///< handles that destroyed actors gave up in this step
  ActorId destroying_;
  std::vector<Choice> choices_;
  std::unordered_map<std::uint32_t, std::string> texts_;  ///< of delivered messages, if narrating

  /// The account of the execution that has ended, while others are run for what they show.
  struct Account {
    std::vector<Actor> actors;
    std::size_t actor_count = 0;
    std::vector<Message> messages;
    std::vector<MessageId> pending;
    std::vector<Past> past;
    std::vector<Choice> choices;
    std::unordered_map<std::uint32_t, std::string> texts;
  };
  Account aside_;

  host::FiberPool pool_;
  std::vector<std::unique_ptr<Task>> tasks_;
  Task* task_ = nullptr;  ///< the running one
  struct Later {
    ActorId context;
    std::uint32_t stretch = 0;  ///< in which it was asked for
    std::function<void()> job;
  };
  std::vector<Later> later_;

  MessageId executing_;
  MessageId multicast_;  ///< the first message of the one that is being sent
  ActorId context_;
  std::int64_t now_ns_ = 0;
  std::uint64_t random_ = 1;
  std::size_t systems_ = 0;
  std::uint64_t groups_ = 0;
  bool started_ = false;
  bool mute_ = false;
  bool requires_system_at_exit_ = false;
  bool tracing_ = false;  ///< the program tells what it touches
  bool warm_ = false;
  int unlogged_ = 0;
  Accesses accesses_;
  std::uint32_t stretch_ = 0;        ///< the running one
  std::uint32_t stretch_cause_ = 0;  ///< what the next one follows
  bool tearing_down_ = false;
  bool left_ = false;       ///< exit() was called
  bool crashed_ = false;    ///< some stack was left without unwinding
  bool lost_ = false;       ///< so it was in the execution before
  bool narrating_ = false;  ///< texts of messages are kept from now on
  std::size_t script_next_ = 0;
  std::span<const Choice> script_;
  std::size_t choices_before_ = 0;
  std::optional<Failure> failure_;
  std::vector<ResourceAccess> resources_;
  StepReport report_;
};

}  // namespace harrier::caf
