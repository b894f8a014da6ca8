// Everything that depends on the version of CAF: here 0.17.6, as Debian 12 ships it.
//
// The functions below are defined once more here. The dynamic linker binds every reference to them,
// those inside libcaf_core.so and its virtual tables included, to the first definition it finds,
// which is the one in the executable or in a preloaded library. Each passes on to the library's own
// where the caller is not under control.
#include <dlfcn.h>
#include <malloc.h>

#include <caf/all.hpp>
#include <caf/default_attachable.hpp>
#include <caf/detail/sync_request_bouncer.hpp>
#include <caf/scheduler/abstract_coordinator.hpp>
#include <iostream>
#include <mutex>
#include <set>
#include <utility>

#include "backend.hpp"
#include "caf_0_17_groups.hpp"
#include "caf_0_17_roles.hpp"
#include "host/mixed.hpp"
#include "host/symbols.hpp"
#include "world.hpp"

#if CAF_VERSION < 1700 || CAF_VERSION >= 1800
#error "harrier: this file is written for CAF 0.17"
#endif

namespace harrier::caf {

namespace {

using ::caf::abstract_actor;
using ::caf::actor_control_block;
using ::caf::actor_system;
using ::caf::actor_system_config;
using ::caf::atom_value;
using ::caf::blocking_actor;
using ::caf::error;
using ::caf::execution_unit;
using ::caf::mailbox_element;
using ::caf::mailbox_element_ptr;
using ::caf::message_id;
using ::caf::scheduled_actor;
using ::caf::strong_actor_ptr;

actor_control_block* block(void* handle) { return static_cast<actor_control_block*>(handle); }
abstract_actor* object(void* handle) { return block(handle)->get(); }
scheduled_actor& event_actor(void* handle) {
  return static_cast<scheduled_actor&>(*object(handle));
}
blocking_actor& blocking(void* handle) { return static_cast<blocking_actor&>(*object(handle)); }

/// Returns a function of the library's own that one of the adapter's stands in front of.
template <class Function>
Function* library(const char* symbol) {
  return host::next_function<Function>(symbol,
                                       "the loaded libcaf_core.so, so it is not the version this "
                                       "adapter is for (0.17.6)");
}

/// Tells that the library changes an object of the program's.
void note_change(const void* object, std::uint32_t size) {
  if (World* world = World::current()) world->note_access(object, size, true, nullptr);
}

constexpr const char* scheduled_enqueue_symbol =
    "_ZN3caf15scheduled_actor7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE";
constexpr const char* blocking_enqueue_symbol =
    "_ZN3caf14blocking_actor7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE";
constexpr const char* pool_enqueue_symbol =
    "_ZN3caf10actor_pool7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE";
using Enqueue = void(void*, mailbox_element_ptr*, execution_unit*);

/// Gives access to what an event-based actor keeps to itself.
struct Peek : scheduled_actor {
  static std::size_t responses(scheduled_actor& actor) {
    std::size_t count = (actor.*(&Peek::multiplexed_responses_)).size();
    for (const auto& awaited : actor.*(&Peek::awaited_responses_)) {
      static_cast<void>(awaited);
      ++count;
    }
    return count;
  }

  static std::uint64_t internals(scheduled_actor& actor) {
    std::uint64_t sum = 1;
    for (int flag = 1; flag <= is_shutting_down_flag; flag <<= 1) {
      sum = host::mixed(sum, actor.getf(flag) ? 1 : 0);
    }
    const auto add = [&](const auto& part) {
      // Only compared with another sum of the same moment's objects, so their bytes will do.
      const auto* bytes = reinterpret_cast<const unsigned char*>(&part);
      for (std::size_t i = 0; i < sizeof part; ++i) sum = host::mixed(sum, bytes[i]);
    };
    add(actor.*(&Peek::bhvr_stack_));
    if (!(actor.*(&Peek::bhvr_stack_)).empty()) {
      add((actor.*(&Peek::bhvr_stack_)).back().as_behavior_impl());
    }
    add(actor.*(&Peek::timeout_id_));
    add(actor.*(&Peek::awaited_responses_));
    add(actor.*(&Peek::default_handler_));
    add(actor.*(&Peek::error_handler_));
    add(actor.*(&Peek::down_handler_));
    add(actor.*(&Peek::exit_handler_));
    add(actor.*(&Peek::exception_handler_));
    add(actor.*(&Peek::attachables_head_));
    add(actor.*(&Peek::stream_managers_));
    add(actor.*(&Peek::pending_stream_managers_));
    return sum;
  }
};

// Requests are numbered per asker; a response carries the number with another flag.
std::uint64_t request_number(message_id id) { return id.request_id().integer_value(); }

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

// Which systems are under control; a real thread may ask.
std::mutex systems_mutex;
std::set<const actor_system*> controlled_systems;
thread_local int systems_beginning = 0;
thread_local int systems_ending = 0;
thread_local bool dropping = false;    ///< a system tells its own servers to end
thread_local bool describing = false;  ///< actors are shown by their names

bool is_controlled(const actor_system& system) {
  const std::lock_guard lock(systems_mutex);
  return controlled_systems.contains(&system);
}

Unit& unit_of(abstract_actor& actor) {
  return static_cast<Coordinator&>(actor.home_system().scheduler()).unit;
}

/// Takes a message of an actor under control; false where the caller is not.
bool take(abstract_actor& receiver, Kind kind, mailbox_element_ptr& element) {
  World* world = World::current();
  if (world == nullptr) {
    if (is_controlled(receiver.home_system())) host::note_foreign_thread();
    return false;
  }
  // The servers that nobody asked anything are gone with their system.
  if (dropping && !world->knows(receiver.ctrl())) return true;
  const bool urgent = element->mid.category() == message_id::urgent_message_category;
  world->send(receiver.ctrl(), kind, element.release(), urgent);
  return true;
}

bool is_stream_traffic(mailbox_element& element) {
  const std::uint32_t token = element.content().type_token();
  return token == ::caf::make_type_token<::caf::upstream_msg>() ||
         token == ::caf::make_type_token<::caf::downstream_msg>();
}

}  // namespace

namespace backend {

void retain(void* handle) { intrusive_ptr_add_ref(block(handle)); }
void release(void* handle) { intrusive_ptr_release(block(handle)); }
std::size_t references(void* handle) { return block(handle)->strong_refs; }
bool counts_as_running(void* handle) {
  return event_actor(handle).getf(abstract_actor::is_registered_flag);
}
void retain_weakly(void* handle) { intrusive_ptr_add_weak_ref(block(handle)); }
void release_weakly(void* handle) { intrusive_ptr_release_weak(block(handle)); }

Outcome deliver(void* handle, void* element) {
  scheduled_actor& actor = event_actor(handle);
  mailbox_element_ptr owned(static_cast<mailbox_element*>(element));
  Unit& unit = unit_of(actor);
  if (is_stream_traffic(*owned)) {
    // Streams have queues of their own, which only the mailbox knows how to serve.
    actor.mailbox().try_unblock();
    actor.mailbox().push_back(std::move(owned));
    actor.resume(&unit, 1);
    return Outcome::consumed;
  }
  const auto result = actor.activate(&unit, *owned);
  if (result == scheduled_actor::activation_result::skipped) {
    static_cast<void>(owned.release());
    return Outcome::skipped;
  }
  return result == scheduled_actor::activation_result::terminated ? Outcome::ended
                                                                  : Outcome::consumed;
}

void push(void* handle, void* element) {
  blocking(handle).mailbox().push_back(mailbox_element_ptr(static_cast<mailbox_element*>(element)));
}

bool has_mail(void* handle) {
  auto& mailbox = blocking(handle).mailbox();
  if (!mailbox.queue().empty()) return true;
  return mailbox.fetch_more() && !mailbox.queue().empty();
}

void reject(void* handle, void* element) {
  static auto* const scheduled = library<Enqueue>(scheduled_enqueue_symbol);
  static auto* const blocked = library<Enqueue>(blocking_enqueue_symbol);
  mailbox_element_ptr owned(static_cast<mailbox_element*>(element));
  abstract_actor* const actor = object(handle);
  // The mailbox is closed, so the library bounces requests and drops the rest.
  if (dynamic_cast<scheduled_actor*>(actor) != nullptr) {
    scheduled(actor, &owned, nullptr);
  } else if (dynamic_cast<blocking_actor*>(actor) != nullptr) {
    blocked(actor, &owned, nullptr);
  }
}

void bounce(void* handle, void* element) {
  mailbox_element_ptr owned(static_cast<mailbox_element*>(element));
  ::caf::detail::sync_request_bouncer bouncer{event_actor(handle).fail_state()};
  bouncer(*owned);
}

void forward(void* handle, void* element) {
  static auto* const pool = library<Enqueue>(pool_enqueue_symbol);
  mailbox_element_ptr owned(static_cast<mailbox_element*>(element));
  pool(object(handle), &owned, nullptr);
}

void destroy(void* element) { mailbox_element_ptr(static_cast<mailbox_element*>(element)); }

void run_blocking(void* handle) {
  blocking_actor& self = blocking(handle);
  World& world = *World::current();
  self.initialize();
  error reason;
  bool unwound = false;
  try {
    self.act();
    reason = static_cast<::caf::monitorable_actor&>(self).fail_state();
  } catch (const Unwind&) {
    unwound = true;
    reason = ::caf::exit_reason::kill;
  } catch (const std::exception& thrown) {
    world.fail(FailureKind::exception, thrown.what());
    reason = ::caf::exit_reason::unhandled_exception;
  } catch (...) {
    world.fail(FailureKind::exception, "of a type that is not derived from std::exception");
    reason = ::caf::exit_reason::unhandled_exception;
  }
  if (!unwound) {
    try {
      self.on_exit();
    } catch (...) {  // as the library does
    }
  }
  self.cleanup(std::move(reason), self.context());
}

void initialise(void* handle, Kind kind) {
  if (kind == Kind::blocking) {
    run_blocking(handle);
    return;
  }
  scheduled_actor& actor = event_actor(handle);
  if (!actor.getf(abstract_actor::is_initialized_flag)) actor.activate(&unit_of(actor));
}

void kill(void* handle, Kind kind) {
  if (!intrusive_ptr_upgrade_weak(block(handle))) return;
  const strong_actor_ptr hold(block(handle), false);
  if (kind == Kind::event) {
    scheduled_actor& actor = event_actor(handle);
    if (actor.getf(abstract_actor::is_cleaned_up_flag)) return;
    try {
      actor.quit(::caf::exit_reason::kill);
      actor.bhvr_stack().cleanup();
      if (!actor.finalize()) actor.cleanup(::caf::exit_reason::kill, &unit_of(actor));
    } catch (...) {
      actor.cleanup(::caf::exit_reason::kill, &unit_of(actor));
    }
  } else if (auto* actor = dynamic_cast<::caf::monitorable_actor*>(object(handle))) {
    actor->cleanup(::caf::exit_reason::kill, nullptr);
  }
}

std::size_t awaited_responses(void* handle) {
  if (block(handle)->strong_refs == 0) return 0;
  return Peek::responses(event_actor(handle));
}

std::uint64_t internals(void* handle) {
  return block(handle)->strong_refs == 0 ? 0 : Peek::internals(event_actor(handle));
}

std::span<const std::byte> own_part(void* handle) {
  if (block(handle)->strong_refs == 0) return {};
  const auto* const begin =
      reinterpret_cast<const std::byte*>(object(handle)) + sizeof(::caf::event_based_actor);
  const auto* const end = static_cast<const std::byte*>(handle) + malloc_usable_size(handle);
  return begin < end ? std::span(begin, end) : std::span<const std::byte>();
}

Correlation correlation(const void* element) {
  const auto& sent = *static_cast<const mailbox_element*>(element);
  Correlation found;
  if (sent.mid.is_request()) {
    found.asker = sent.sender.get();
    found.request_id = request_number(sent.mid);
  } else if (sent.mid.is_response()) {
    found.response_id = request_number(sent.mid);
  }
  return found;
}

std::string text(const void* element) {
  describing = true;
  std::string text = static_cast<const mailbox_element*>(element)->content().stringify();
  describing = false;
  return text;
}

namespace {

class HarnessSystem final : public System {
 public:
  explicit HarnessSystem(const Options& how) {
    if (how.configure) how.configure(config_);
    system_.emplace(config_);
    names_ = system_->registry().named_actors();
  }
  actor_system& get() override { return *system_; }
  void clean() override {
    for (const auto& [name, actor] : system_->registry().named_actors()) {
      if (!names_.contains(name)) system_->registry().erase(name);
    }
  }

 private:
  actor_system_config config_;
  std::optional<actor_system> system_;
  ::caf::actor_registry::name_map names_;
};

}  // namespace

std::unique_ptr<System> make_system(const Options& how) {
  return std::make_unique<HarnessSystem>(how);
}

bool is_scheduled_by_us(actor_system& system) {
  return dynamic_cast<Coordinator*>(&system.scheduler()) != nullptr;
}

void send_and_wait(actor_system& system) {
  const ::caf::actor echo =
      system.spawn([]() -> ::caf::behavior { return {[](int i) { return i; }}; });
  ::caf::scoped_actor self{system};
  self->send(echo, 1);
  self->receive([](int) {});
}

}  // namespace backend

}  // namespace harrier::caf

// The interposed functions.

using harrier::Access;
using harrier::FailureKind;
using harrier::caf::World;
namespace harrier_caf = harrier::caf;

namespace caf {

void scheduled_actor::enqueue(mailbox_element_ptr element, execution_unit* host) {
  if (harrier_caf::take(*this, harrier_caf::Kind::event, element)) return;
  static auto* const real =
      harrier_caf::library<harrier_caf::Enqueue>(harrier_caf::scheduled_enqueue_symbol);
  real(this, &element, host);
}

void blocking_actor::enqueue(mailbox_element_ptr element, execution_unit* host) {
  if (harrier_caf::take(*this, harrier_caf::Kind::blocking, element)) return;
  static auto* const real =
      harrier_caf::library<harrier_caf::Enqueue>(harrier_caf::blocking_enqueue_symbol);
  real(this, &element, host);
}

void actor_pool::enqueue(mailbox_element_ptr element, execution_unit* host) {
  if (harrier_caf::take(*this, harrier_caf::Kind::other, element)) return;
  static auto* const real =
      harrier_caf::library<harrier_caf::Enqueue>(harrier_caf::pool_enqueue_symbol);
  real(this, &element, host);
}

void scheduled_actor::launch(execution_unit* host, bool lazy, bool hide) {
  World* world = World::current();
  if (world == nullptr) {
    static auto* const real = harrier_caf::library<void(void*, execution_unit*, bool, bool)>(
        "_ZN3caf15scheduled_actor6launchEPNS_14execution_unitEbb");
    real(this, host, lazy, hide);
    return;
  }
  if (!hide) register_at_system();
  unsetf(is_detached_flag);  // a detached actor is an actor like any other
  if (world->tearing_down()) return;
  // A system has servers of its own, which are nobody's business until somebody sends to them.
  if (lazy && hide && harrier_caf::systems_beginning != 0) return;
  const harrier::ActorId id =
      world->add_actor(ctrl(), harrier_caf::Kind::event, harrier_caf::role_of(this));
  if (!lazy) world->initialise_later(id);
}

void blocking_actor::launch(execution_unit* host, bool lazy, bool hide) {
  World* world = World::current();
  if (world == nullptr) {
    static auto* const real = harrier_caf::library<void(void*, execution_unit*, bool, bool)>(
        "_ZN3caf14blocking_actor6launchEPNS_14execution_unitEbb");
    real(this, host, lazy, hide);
    return;
  }
  if (!hide) register_at_system();
  if (world->tearing_down()) return;
  world->initialise_later(
      world->add_actor(ctrl(), harrier_caf::Kind::blocking, harrier_caf::role_of(this)));
}

void blocking_actor::await_data() {
  if (World* world = World::current()) {
    world->wait_for_message(ctrl(), std::nullopt);
    return;
  }
  static auto* const real =
      harrier_caf::library<void(void*)>("_ZN3caf14blocking_actor10await_dataEv");
  real(this);
}

bool blocking_actor::await_data(timeout_type timeout) {
  if (World* world = World::current()) {
    const auto left = timeout - std::chrono::high_resolution_clock::now();
    return world->wait_for_message(
        ctrl(), std::chrono::duration_cast<std::chrono::nanoseconds>(left).count());
  }
  static auto* const real = harrier_caf::library<bool(void*, timeout_type)>(
      "_ZN3caf14blocking_actor10await_dataENSt6chrono10time_pointINS1_3_V212system_clockENS1_"
      "8durationIlSt5ratioILl1ELl1000000000EEEEEE");
  return real(this, timeout);
}

void actor_registry::await_running_count_equal(size_t expected) const {
  World* world = World::current();
  if (world == nullptr) {
    static auto* const real = harrier_caf::library<void(const void*, size_t)>(
        "_ZNK3caf14actor_registry25await_running_count_equalEm");
    real(this, expected);
    return;
  }
  const bool ending = harrier_caf::systems_ending != 0;
  world->wait_until([this, expected] { return running() == expected; }, harrier_caf::running_part,
                    expected == 0 ? "all actors to end" : "all other actors to end", ending);
  harrier_caf::dropping |= ending;
  if (world->tearing_down() && world->on_fiber() && harrier_caf::systems_ending == 0) {
    throw harrier_caf::Unwind();
  }
}

// Handles are part of an actor's state, and these change one inside the library, which tells
// nothing of the memory it touches.

actor& actor::operator=(std::nullptr_t) {
  harrier_caf::note_change(this, sizeof *this);
  ptr_.reset();
  return *this;
}

void actor::swap(actor& other) noexcept {
  harrier_caf::note_change(this, sizeof *this);
  harrier_caf::note_change(&other, sizeof other);
  ptr_.swap(other.ptr_);
}

void actor_addr::swap(actor_addr& other) noexcept {
  harrier_caf::note_change(this, sizeof *this);
  harrier_caf::note_change(&other, sizeof other);
  ptr_.swap(other.ptr_);
}

actor& actor::operator=(const scoped_actor& handle) {
  actor copy{handle};
  swap(copy);
  return *this;
}

actor_addr& actor_addr::operator=(std::nullptr_t) {
  harrier_caf::note_change(this, sizeof *this);
  ptr_.reset();
  return *this;
}

// An actor ends when the last handle to it is gone; see World::keep_unreachable.

void intrusive_ptr_release(actor_control_block* block) {
  World* world = World::current();
  if (world != nullptr) {
    world->note_release_of(block);
    if (block->strong_refs == 1 && world->keep_unreachable(block)) return;
  }
  if (block->strong_refs.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  {
    const World::Destroying destroying(world, block);
    block->data_dtor(block->get());
  }
  intrusive_ptr_release_weak(block);
}

bool intrusive_ptr_upgrade_weak(actor_control_block* block) {
  World* world = World::current();
  if (world != nullptr && world->is_unreachable(block)) return false;
  static auto* const real = harrier_caf::library<bool(actor_control_block*)>(
      "_ZN3caf26intrusive_ptr_upgrade_weakEPNS_19actor_control_blockE");
  return real(block);
}

// Links and monitors are kept by the actor at the other end: whether it has ended matters.

void monitorable_actor::attach(attachable_ptr attached) {
  static auto* const real = harrier_caf::library<void(void*, attachable_ptr*)>(
      "_ZN3caf17monitorable_actor6attachESt10unique_ptrINS_10attachableESt14default_deleteIS2_EE");
  if (World* world = World::current()) world->observe(ctrl(), nullptr);
  real(this, &attached);
}

void default_attachable::actor_exited(const error& reason, execution_unit* host) {
  World* world = World::current();
  auto* const observer = actor_cast<actor_control_block*>(observer_);
  if (world == nullptr || !world->knows(observer)) {
    static auto* const real = harrier_caf::library<void(void*, const error&, execution_unit*)>(
        "_ZN3caf18default_attachable12actor_exitedERKNS_5errorEPNS_14execution_unitE");
    real(this, reason, host);
    return;
  }
  message content = type_ == monitor ? make_message(down_msg{observed_, reason})
                                     : make_message(exit_msg{observed_, reason});
  auto* const observed = actor_cast<actor_control_block*>(observed_);
  strong_actor_ptr sender;  // there is one unless the actor ends because there is no handle
  if (observed->strong_refs != 0) sender.reset(observed);
  world->notify(
      observer,
      make_mailbox_element(std::move(sender), make_message_id(priority_), {}, std::move(content))
          .release(),
      priority_ == message_priority::high);
}

size_t monitorable_actor::detach(const attachable::token& what) {
  static auto* const real = harrier_caf::library<size_t(void*, const attachable::token&)>(
      "_ZN3caf17monitorable_actor6detachERKNS_10attachable5tokenE");
  if (World* world = World::current()) world->touch_control(ctrl(), Access::write);
  return real(this, what);
}

bool monitorable_actor::add_backlink(abstract_actor* other) {
  static auto* const real = harrier_caf::library<bool(void*, abstract_actor*)>(
      "_ZN3caf17monitorable_actor12add_backlinkEPNS_14abstract_actorE");
  if (World* world = World::current()) world->observe(ctrl(), other->ctrl());
  return real(this, other);
}

bool monitorable_actor::remove_backlink(abstract_actor* other) {
  static auto* const real = harrier_caf::library<bool(void*, abstract_actor*)>(
      "_ZN3caf17monitorable_actor15remove_backlinkEPNS_14abstract_actorE");
  if (World* world = World::current()) world->touch_control(ctrl(), Access::write);
  return real(this, other);
}

void group_manager::init(actor_system_config& config) {
  static auto* const real = harrier_caf::library<void(void*, actor_system_config&)>(
      "_ZN3caf13group_manager4initERNS_19actor_system_configE");
  // The library adds its own module only where there is none of that name.
  if (World::current() != nullptr) {
    mmap_.emplace("local", harrier_caf::make_local_groups(system_));
  }
  real(this, config);
}

group group_manager::anonymous() const {
  // The library counts through all executions, and the number may be shown.
  if (World* world = World::current()) {
    return get_local("__#" + std::to_string(world->next_group()));
  }
  static auto* const real =
      harrier_caf::library<group(const void*)>("_ZNK3caf13group_manager9anonymousEv");
  return real(this);
}

/// The last that a system does before its actors cannot exist any more.
void actor_system::await_detached_threads() {
  if (World* world = World::current()) {
    world->drop_messages(
        [this](void* handle) { return harrier_caf::block(handle)->home_system == this; });
  }
  static auto* const real =
      harrier_caf::library<void(void*)>("_ZN3caf12actor_system22await_detached_threadsEv");
  real(this);
}

// Messages show the actors in them by name.

namespace {

std::string shown(const actor_control_block* block) {
  const World* world = World::current();
  std::string name = world != nullptr && block != nullptr ? world->name_of(block) : std::string();
  return name.empty() ? "actor" : name;
}

}  // namespace

std::string to_string(const strong_actor_ptr& handle) {
  if (harrier_caf::describing) return shown(handle.get());
  static auto* const real = harrier_caf::library<std::string(const strong_actor_ptr&)>(
      "_ZN3caf9to_stringB5cxx11ERKNS_13intrusive_ptrINS_19actor_control_blockEEE");
  return real(handle);
}

std::string to_string(const weak_actor_ptr& handle) {
  if (harrier_caf::describing) return shown(handle.get());
  static auto* const real = harrier_caf::library<std::string(const weak_actor_ptr&)>(
      "_ZN3caf9to_stringB5cxx11ERKNS_18weak_intrusive_ptrINS_19actor_control_blockEEE");
  return real(handle);
}

void append_to_string(std::string& text, const strong_actor_ptr& handle) {
  text += to_string(handle);
}

void append_to_string(std::string& text, const weak_actor_ptr& handle) {
  text += to_string(handle);
}

void actor_registry::inc_running() {
  static auto* const real =
      harrier_caf::library<void(void*)>("_ZN3caf14actor_registry11inc_runningEv");
  if (World* world = World::current())
    world->touch_shared(harrier_caf::running_part, Access::update);
  real(this);
}

void actor_registry::dec_running() {
  static auto* const real =
      harrier_caf::library<void(void*)>("_ZN3caf14actor_registry11dec_runningEv");
  if (World* world = World::current())
    world->touch_shared(harrier_caf::running_part, Access::update);
  real(this);
}

bool monitorable_actor::cleanup(error&& reason, execution_unit* host) {
  static auto* const real = harrier_caf::library<bool(void*, error*, execution_unit*)>(
      "_ZN3caf17monitorable_actor7cleanupEONS_5errorEPNS_14execution_unitE");
  World* world = World::current();
  if (world != nullptr && !getf(is_cleaned_up_flag)) {
    world->actor_ended(ctrl(), reason ? home_system().render(reason) : std::string(),
                       ctrl()->strong_refs == 0);
  }
  return real(this, &reason, host);
}

error scheduled_actor::default_exception_handler(scheduled_actor* self,
                                                 std::exception_ptr& thrown) {
  World* world = World::current();
  if (world == nullptr) {
    using Handler = error(scheduled_actor*, std::exception_ptr&);
    static auto* const real = harrier_caf::library<Handler>(
        "_ZN3caf15scheduled_actor25default_exception_handlerEPS0_RNSt15__exception_ptr13exception_"
        "ptrE");
    return real(self, thrown);
  }
  if (!world->tearing_down()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const harrier_caf::Unwind&) {
    } catch (const std::exception& exception) {
      world->fail(FailureKind::exception, exception.what());
    } catch (...) {
      world->fail(FailureKind::exception, "of a type that is not derived from std::exception");
    }
  }
  return sec::runtime_error;
}

}  // namespace caf

// Constructors and destructors have no name in C++ by which another could be called.

extern "C" {

void harrier_caf_system_begin(caf::actor_system* self, caf::actor_system_config* config) asm(
    "_ZN3caf12actor_systemC1ERNS_19actor_system_configE");
void harrier_caf_system_begin(caf::actor_system* self, caf::actor_system_config* config) {
  static auto* const real =
      harrier_caf::library<void(caf::actor_system*, caf::actor_system_config*)>(
          "_ZN3caf12actor_systemC1ERNS_19actor_system_configE");
  if (World* world = World::current()) {
    world->note_system();
    {
      const std::lock_guard lock(harrier_caf::systems_mutex);
      harrier_caf::controlled_systems.insert(self);
    }
    config->module_factories.insert(config->module_factories.begin(),
                                    [](caf::actor_system& system) -> caf::actor_system::module* {
                                      return new harrier_caf::Coordinator(system);
                                    });
    config->set("logger.verbosity", caf::atom("quiet"));
  }
  ++harrier_caf::systems_beginning;
  real(self, config);
  --harrier_caf::systems_beginning;
}

void harrier_caf_system_end(caf::actor_system* self) asm("_ZN3caf12actor_systemD1Ev");
void harrier_caf_system_end(caf::actor_system* self) {
  static auto* const real =
      harrier_caf::library<void(caf::actor_system*)>("_ZN3caf12actor_systemD1Ev");
  ++harrier_caf::systems_ending;
  real(self);
  --harrier_caf::systems_ending;
  harrier_caf::dropping = false;
  const std::lock_guard lock(harrier_caf::systems_mutex);
  harrier_caf::controlled_systems.erase(self);
}

void harrier_caf_scoped_begin(caf::scoped_actor* self, caf::actor_system* system,
                              bool hide) asm("_ZN3caf12scoped_actorC1ERNS_12actor_systemEb");
void harrier_caf_scoped_begin(caf::scoped_actor* self, caf::actor_system* system, bool hide) {
  static auto* const real =
      harrier_caf::library<void(caf::scoped_actor*, caf::actor_system*, bool)>(
          "_ZN3caf12scoped_actorC1ERNS_12actor_systemEb");
  real(self, system, hide);
  World* world = World::current();
  if (world == nullptr || world->tearing_down()) return;
  world->add_actor(self->ptr()->ctrl(), harrier_caf::Kind::scoped, "self");
}
}
