// Everything that depends on the version of CAF: here 0.17.6, as Debian 12 ships it.
//
// The functions below are defined once more here. The dynamic linker binds every reference to them,
// those inside libcaf_core.so and its virtual tables included, to the first definition it finds,
// which is the one in the executable or in a preloaded library. Each passes on to the library's own
// where the caller is not under control.
#include <caf/all.hpp>
#include <mutex>
#include <set>
#include <utility>

#include "caf_0_17_enqueue.hpp"
#include "caf_0_17_groups.hpp"
#include "caf_0_17_library.hpp"
#include "caf_0_17_roles.hpp"
#include "caf_0_17_scheduler.hpp"
#include "host/guest.hpp"
#include "host/spin_lock.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

using ::caf::abstract_actor;
using ::caf::actor_system;
using ::caf::mailbox_element_ptr;
using ::caf::message_id;

// Which systems are under control; a real thread may ask.
host::SpinLock systems_mutex;
std::set<const actor_system*> controlled_systems;
thread_local int systems_beginning = 0;
thread_local int systems_ending = 0;
thread_local bool dropping = false;  ///< a system tells its own servers to end

bool is_controlled(const actor_system& system) {
  const std::lock_guard lock(systems_mutex);
  return controlled_systems.contains(&system);
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
  // An `enqueue` of its own, which has led here, may keep account of what it passes on.
  if (has_own_enqueue(&receiver)) world->touch_whole(receiver.ctrl());
  const bool urgent = element->mid.category() == message_id::urgent_message_category;
  world->send(receiver.ctrl(), kind, element.release(), urgent);
  return true;
}

}  // namespace

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
  world->wait_until({.holds = [this, expected] { return running() == expected; },
                     .part = harrier_caf::running_part,
                     .text = expected == 0 ? "all actors to end" : "all other actors to end",
                     .quiet = ending,
                     .registry = this,
                     .running = static_cast<std::ptrdiff_t>(expected)});
  harrier_caf::dropping |= ending;
  if (world->tearing_down() && world->on_fiber() && harrier_caf::systems_ending == 0) {
    throw harrier_caf::Unwind();
  }
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
                                      return harrier_caf::make_scheduler(system);
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
