// What the program under control needs of the framework, with CAF 0.17.
#include <malloc.h>

#include <caf/all.hpp>
#include <caf/detail/sync_request_bouncer.hpp>
#include <utility>

#include "backend.hpp"
#include "base/mix.hpp"
#include "caf_0_17_enqueue.hpp"
#include "caf_0_17_library.hpp"
#include "caf_0_17_scheduler.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

using ::caf::abstract_actor;
using ::caf::actor_system;
using ::caf::actor_system_config;
using ::caf::blocking_actor;
using ::caf::error;
using ::caf::execution_unit;
using ::caf::mailbox_element;
using ::caf::mailbox_element_ptr;
using ::caf::message_id;
using ::caf::scheduled_actor;
using ::caf::strong_actor_ptr;

abstract_actor* object(void* handle) { return block(handle)->get(); }
scheduled_actor& event_actor(void* handle) {
  return static_cast<scheduled_actor&>(*object(handle));
}
blocking_actor& blocking(void* handle) { return static_cast<blocking_actor&>(*object(handle)); }

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
      sum = mix(sum, actor.getf(flag) ? 1 : 0);
    }
    const auto add = [&](const auto& part) {
      // Only compared with another sum of the same moment's objects, so their bytes will do.
      const auto* bytes = reinterpret_cast<const unsigned char*>(&part);
      for (std::size_t i = 0; i < sizeof part; ++i) sum = mix(sum, bytes[i]);
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
const void* registry_of(void* handle) {
  if (!object(handle)->getf(abstract_actor::is_registered_flag)) return nullptr;
  return &block(handle)->home_system->registry();
}
std::size_t running_in(const void* registry) {
  return static_cast<const ::caf::actor_registry*>(registry)->running();
}
void retain_weakly(void* handle) { intrusive_ptr_add_weak_ref(block(handle)); }
void release_weakly(void* handle) { intrusive_ptr_release_weak(block(handle)); }

Outcome deliver(void* handle, void* element) {
  scheduled_actor& actor = event_actor(handle);
  mailbox_element_ptr owned(static_cast<mailbox_element*>(element));
  execution_unit& unit = unit_of(actor);
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

bool has_own_enqueue(void* handle) { return harrier::caf::has_own_enqueue(object(handle)); }

void enqueue(void* handle, void* element) {
  object(handle)->enqueue(mailbox_element_ptr(static_cast<mailbox_element*>(element)), nullptr);
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

bool is_scheduled_by_us(actor_system& system) { return has_our_scheduler(system); }

void send_and_wait(actor_system& system) {
  const ::caf::actor echo =
      system.spawn([]() -> ::caf::behavior { return {[](int i) { return i; }}; });
  ::caf::scoped_actor self{system};
  self->send(echo, 1);
  self->receive([](int) {});
}

}  // namespace backend

}  // namespace harrier::caf
