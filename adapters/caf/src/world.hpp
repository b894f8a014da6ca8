// A CAF program under control, as the explorer sees it: actors, messages on their way, and steps.
//
// What happens in an execution is kept in an Account. The parts below each keep one thing right in
// it: Lanes the order of messages, Alarms the time, Ends the handles to actors, Tasks the stacks,
// AccessLog what an instrumented program touches. The world passes on to them what the explorer and
// the framework ask for, and runs the steps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "access_log.hpp"
#include "account.hpp"
#include "alarms.hpp"
#include "effects.hpp"
#include "ends.hpp"
#include "harrier/caf.hpp"
#include "harrier/program.hpp"
#include "host/guest.hpp"
#include "lanes.hpp"
#include "resources.hpp"
#include "tasks.hpp"
#include "texts.hpp"

namespace harrier::caf {

class World final : public host::Guest, public Program, public Standing {
 public:
  /// What main does; it returns the exit status.
  using Body = std::function<int(World&)>;

  World(Body body, Options how, ProgramOptions options);
  ~World() override;

  /// Returns the program whose step is running on this thread, if any.
  static World* current() { return static_cast<World*>(Guest::current()); }

  // The contract.
  const StepReport& start() override;
  std::span<const MessageId> pending() const override { return account_.ledger.pending(); }
  void enabled(std::vector<MessageId>& out) override;
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override;
  bool wants_its_process() const override { return true; }
  MessageId executing() const override { return account_.executing; }
  void further_causes(MessageId message, std::vector<EventId>& out) const override;
  void answer(const StepQuestion& question, StepAnswer& out) override;
  Narrator* narrator() override { return &texts_; }
  Standing* standing() override { return this; }
  Hold hold(MessageId message) override;
  Activity activity(ActorId actor) override;
  ActorStatus status(ActorId actor) override { return texts_.status(actor); }
  std::vector<Failure> remarks() override;

  // What the framework does in a step; called from the interposed functions only.

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
  /// Takes what an observer is told. It does not keep the observer alive, which may have ended.
  void notify(void* handle, void* element, bool urgent);
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
      if (world_ == nullptr) return;
      outer_ = world_->ends_.begin_destroying(world_->account_.ids.find(handle));
    }
    ~Destroying() {
      if (world_ != nullptr) world_->ends_.end_destroying(outer_);
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
      if (world_ != nullptr) world_->lanes_.begin_multicast();
    }
    ~Multicast() {
      if (world_ != nullptr) world_->end_multicast();
    }
    Multicast(const Multicast&) = delete;
    Multicast& operator=(const Multicast&) = delete;

   private:
    World* world_;
  };

  /// Suspends the caller until a message is in the mailbox; false if the time came first.
  bool wait_for_message(void* handle, std::optional<std::int64_t> timeout_ns);
  /// What a caller waits for.
  struct Condition {
    std::function<bool()> holds;
    std::uint32_t part = 0;  ///< of the program, on which it depends
    std::string text;
    bool quiet = false;              ///< and that nothing else can happen
    const void* registry = nullptr;  ///< in which so many actors are to run
    std::ptrdiff_t running = 0;
    std::optional<std::int64_t> due_ns = {};  ///< but no longer
    bool unwinds = false;                     ///< an exception can go through the caller
  };
  /// Suspends the caller until a condition holds; false if its time came first.
  bool wait_until(Condition condition);
  /// Drops what is on its way to the actors for which `belongs` holds: their system ends.
  void drop_messages(const std::function<bool(void*)>& belongs);

  void touch(Resource resource, Access access);
  void touch_shared(std::uint32_t part, Access access) { touch(shared_resource(part), access); }
  void touch_control(const void* handle, Access access);
  /// Takes note that the running step changes an actor outside its own steps.
  void touch_whole(const void* handle);
  void fail(FailureKind kind, std::string text);
  /// Leaves the running stack for good: what it came to is not supported, and the exploration ends.
  [[noreturn]] void refuse(std::string what);
  std::uint32_t choose(std::uint32_t count);

  // What the environment asks for.
  bool on_fiber() const override { return tasks_.current() != nullptr; }
  std::int64_t now_ns() const override { return alarms_.now_ns(); }
  std::uint64_t next_random() override {
    draws_ = true;
    return random_ = random_ * 6364136223846793005U + 1442695040888963407U;
  }
  [[noreturn]] void crash(std::string text) override;
  /// Stops whoever calls exit(). All that could have happened before goes on: what ends the process
  /// earlier does nothing more.
  [[noreturn]] void leave(int status) override;
  void touch_outside(Access access) override {
    if (!tearing_down()) touch_shared(outside_part, access);
  }
  void wait_for_outside(std::function<bool()> ready) override {
    wait_until({std::move(ready), outside_part, "something from outside the program"});
  }

  void sleep(std::int64_t span_ns) override;
  void look_at_clock() override;

  // Waits for what is no message.
  bool synchronises() const override { return true; }
  bool wait_for(Wait wait) override;
  void touch_object(const void* object, Access access) override;
  std::uint32_t choose_waiter(std::uint32_t count) override;
  const void* stack() const override { return tasks_.current(); }
  bool is_taken_down() const override { return tearing_down(); }

  // What an instrumented program tells.
  void note_access(const void* address, std::uint32_t size, bool write, const void* from) override;
  void note_allocation(void* address, std::size_t size) override;
  void note_release(void* address) override;

  bool tearing_down() const { return tasks_.taking_down(); }
  /// Tells whether the last execution crashed, and what it used cannot be used again.
  bool lost_last_execution() const { return lost_; }
  void note_system() { ++systems_; }
  /// Fails the execution unless it made an actor system that is under control.
  void require_system();
  /// Does so as well where exit(0) is called.
  void require_system_at_exit() { requires_system_at_exit_ = true; }
  /// Says whether what the program prints is thrown away.
  void mute(bool is_mute) { tasks_.mute(is_mute); }
  bool is_mute() const { return tasks_.is_mute(); }
  bool knows(const void* handle) const { return bool(account_.ids.find(handle)); }
  /// Orders actors by where they were spawned, which is the same in all executions of a class.
  bool spawned_before(const void* left, const void* right) const;
  /// Numbers the groups without a name.
  std::uint64_t next_group() { return ++groups_; }
  /// Names an actor the framework asks about; empty when it is not known.
  std::string name_of(const void* handle) const;

  // What the texts need.
  /// Tells whether what a guarded message waits for is there.
  bool can_wake(MessageId id) const;
  /// Executes the steps so far once more and keeps the texts of messages.
  void execute_again();

 private:
  using Unlogged = AccessLog::Unlogged;

  bool by_field() const { return log_.tracing() && options_.dependence == Dependence::field; }
  bool crashed() const { return tasks_.given_up(); }

  Actor& actor(ActorId id) { return account_.actor(id); }
  const Actor& actor(ActorId id) const { return account_.actor(id); }
  ActorId find_or_add(void* handle, Kind kind);
  void put_on_lane(ActorId receiver, void* handle, void* element, bool urgent);
  void end_multicast();

  void run(Task& task);
  void run_on_fiber(ActorId context, std::function<void()> body);
  void settle();
  MessageId add_alarm(Task& task, ActorId whose, std::int64_t due_ns);
  void drop_alarm(MessageId alarm);
  void sleep_here(Task& task, std::int64_t span_ns);
  std::uint32_t part_of(const void* object);
  void deliver(MessageId id);
  void handle_event(ActorId receiver, void* handle, void* element);
  void deliver_by_field(ActorId receiver, void* handle, void* element);
  void retry_stash(ActorId receiver, void* handle);
  void finish_logging();
  const StepReport& report(bool ended_before);
  void stop_if_refused();

  bool nothing_pending() const;
  std::ptrdiff_t running_beside_account(const void* registry) const;
  void note_turns();
  bool may_decide(EventId event, MessageId id) const;
  bool is_possible_after(MessageId id, std::span<const EventId> history,
                         std::vector<EventId>& deciders) const;
  std::ptrdiff_t excess_after(const Message& message, std::span<const EventId> history) const;
  std::uint32_t last_decider(MessageId id, std::span<const EventId> history) const;
  bool is_open_after(MessageId id, std::span<const EventId> history) const;
  void append_what_closes(MessageId id, std::span<const EventId> history,
                          std::vector<EventId>& out) const;
  void append_what_puts_on_its_way(MessageId id, std::vector<EventId>& out) const;
  bool is_on_its_way(MessageId id, std::span<const EventId> history) const;
  ResourceAccess certain_access(MessageId id, std::span<const EventId> history) const;

  void warm_up();
  const StepReport& start_execution();
  void teardown();
  void take_down();
  void forget();

  Body body_;
  Options how_;
  ProgramOptions options_;

  Account account_;
  Effects effects_;
  Tasks tasks_{account_};
  AccessLog log_{account_};
  Lanes lanes_{account_, how_.order};
  Ends ends_{account_};
  Alarms alarms_{account_, effects_, how_.timers};
  Texts texts_{*this, account_, tasks_};
  struct Later {
    ActorId context;
    std::uint32_t stretch = 0;  ///< in which it was asked for
    std::function<void()> job;
  };
  std::vector<Later> later_;

  std::unordered_map<const void*, std::uint32_t> parts_;  ///< of what is waited at
  std::uint64_t random_ = 1;
  bool draws_ = false;  ///< random numbers, in this execution
  std::size_t systems_ = 0;
  std::uint64_t groups_ = 0;
  std::string refused_;           ///< what the program does that is not supported
  std::vector<EventId> history_;  ///< that a question is about
  bool started_ = false;
  bool warm_ = false;
  bool left_ = false;  ///< exit() was called
  bool lost_ = false;  ///< the execution before crashed
  bool requires_system_at_exit_ = false;
};

}  // namespace harrier::caf
