#include "caf_0_17_scheduler.hpp"

#include <caf/all.hpp>
#include <caf/scheduler/abstract_coordinator.hpp>
#include <iostream>
#include <utility>

#include "world.hpp"

namespace harrier::caf {

namespace {

using ::caf::abstract_actor;
using ::caf::actor_system;
using ::caf::atom_value;
using ::caf::blocking_actor;
using ::caf::execution_unit;
using ::caf::mailbox_element_ptr;
using ::caf::message_id;
using ::caf::strong_actor_ptr;

/// Turns delays, timeouts of receives and of requests into messages that wait for their time.
class Clock final : public ::caf::actor_clock {
 public:
  time_point now() const noexcept override {
    const World* world = World::current();
    return time_point(duration_type(world != nullptr ? world->now_ns() : 0));
  }
  void set_ordinary_timeout(time_point due, abstract_actor* self, atom_value type,
                            std::uint64_t id) override {
    World* world = World::current();
    if (world == nullptr) return;
    world->cancel(self->ctrl(), key(type));
    send(due, self, timeout(type, id), key(type));
  }
  void set_multi_timeout(time_point due, abstract_actor* self, atom_value type,
                         std::uint64_t id) override {
    send(due, self, timeout(type, id), key(type) ^ (id << 8));
  }
  void set_request_timeout(time_point due, abstract_actor* self, message_id id) override {
    send(due, self,
         ::caf::make_mailbox_element(nullptr, id, {}, make_error(::caf::sec::request_timeout)),
         key(id));
  }
  void cancel_ordinary_timeout(abstract_actor* self, atom_value type) override {
    if (World* world = World::current()) world->cancel(self->ctrl(), key(type));
  }
  void cancel_request_timeout(abstract_actor* self, message_id id) override {
    if (World* world = World::current()) world->cancel(self->ctrl(), key(id));
  }
  void cancel_timeouts(abstract_actor* self) override {
    if (World* world = World::current()) world->cancel(self->ctrl(), 0);
  }
  void schedule_message(time_point due, strong_actor_ptr receiver,
                        mailbox_element_ptr content) override {
    if (receiver) send(due, receiver->get(), std::move(content), 0);
  }
  void schedule_message(time_point due, ::caf::group target, strong_actor_ptr sender,
                        ::caf::message content) override {
    if (!target) return;
    // Who is a member counts when the time comes; until then the message is an actor's.
    const ::caf::actor relay = target.system().spawn<::caf::hidden>(relay_to, target, sender);
    send(due, ::caf::actor_cast<abstract_actor*>(relay),
         ::caf::make_mailbox_element(nullptr, ::caf::make_message_id(), {}, std::move(content)), 0);
  }
  void cancel_all() override {}

 private:
  struct RelayState {
    static constexpr const char* name = "clock";
  };
  static ::caf::behavior relay_to(::caf::stateful_actor<RelayState>* self,
                                  const ::caf::group& target, const strong_actor_ptr& sender) {
    self->set_default_handler([=](::caf::scheduled_actor*, ::caf::message_view& content) {
      target.get()->enqueue(sender, ::caf::make_message_id(), content.move_content_to_message(),
                            self->context());
      self->quit();
      return ::caf::result<::caf::message>(::caf::message{});
    });
    return {[](const RelayState&) {}};  // nothing else ever comes
  }

  static std::uint64_t key(atom_value type) { return (static_cast<std::uint64_t>(type) << 1) | 1; }
  static std::uint64_t key(message_id id) { return id.integer_value() << 1 | (1ULL << 63); }
  static mailbox_element_ptr timeout(atom_value type, std::uint64_t id) {
    return ::caf::make_mailbox_element(nullptr, ::caf::make_message_id(), {},
                                       ::caf::timeout_msg{type, id});
  }
  static void send(time_point due, abstract_actor* self, mailbox_element_ptr element,
                   std::uint64_t key) {
    World* world = World::current();
    if (world == nullptr) return;
    world->send_delayed(due.time_since_epoch().count(), self->ctrl(), element.release(), key);
  }
};

/// Takes what `aout` prints: it is no part of what is explored.
class OutputSink : public blocking_actor {
 public:
  explicit OutputSink(::caf::actor_config& config) : blocking_actor(config) {}
  void enqueue(mailbox_element_ptr element, execution_unit*) override {
    const World* world = World::current();
    if (world == nullptr || world->is_mute() || world->tearing_down()) return;
    const auto& content = element->content();
    if (content.match_elements<::caf::add_atom, ::caf::actor_id, std::string>()) {
      std::cout << content.get_as<std::string>(2) << std::flush;
    }
  }
  void launch(execution_unit*, bool, bool) override {}
  const char* name() const override { return "printer"; }
};

/// Runs jobs of the framework after the step that started them.
class Unit final : public execution_unit {
 public:
  explicit Unit(actor_system* system) : execution_unit(system) {}
  void exec_later(::caf::resumable* job) override {
    World* world = World::current();
    if (world == nullptr || world->tearing_down()) {
      intrusive_ptr_release(job);
      return;
    }
    world->run_later(ActorId(0), [this, job] {
      while (job->resume(this, 1) == ::caf::resumable::resume_later) {
      }
      intrusive_ptr_release(job);
    });
  }
};

/// The scheduler: it has no threads and decides nothing.
class Coordinator final : public ::caf::scheduler::abstract_coordinator {
 public:
  explicit Coordinator(actor_system& system)
      : ::caf::scheduler::abstract_coordinator(system), unit(&system) {}
  void enqueue(::caf::resumable* job) override { unit.exec_later(job); }
  bool detaches_utility_actors() const override { return false; }
  ::caf::actor_clock& clock() noexcept override { return clock_; }
  void start() override {
    utility_actors_[printer_id] = system_.spawn<OutputSink, ::caf::hidden>();
  }
  void stop() override {
    if (utility_actors_[printer_id]) {
      auto* printer = ::caf::actor_cast<abstract_actor*>(utility_actors_[printer_id]);
      static_cast<blocking_actor*>(printer)->cleanup(::caf::exit_reason::user_shutdown, &unit);
      utility_actors_[printer_id] = nullptr;
    }
  }

  Unit unit;

 private:
  Clock clock_;
};

}  // namespace

::caf::actor_system::module* make_scheduler(actor_system& system) {
  return new Coordinator(system);
}

bool has_our_scheduler(actor_system& system) {
  return dynamic_cast<Coordinator*>(&system.scheduler()) != nullptr;
}

execution_unit& unit_of(abstract_actor& actor) {
  return static_cast<Coordinator&>(actor.home_system().scheduler()).unit;
}

}  // namespace harrier::caf
