// What the framework does in a step: actors, messages, timers, links and the last handles.
#include <algorithm>
#include <utility>

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

ActorId World::add_actor(void* handle, Kind kind, std::string_view role) {
  const Unlogged unlogged(log_);
  if (handle != nullptr) backend::retain_weakly(handle);
  return account_.add_actor(handle, kind, role);
}

ActorId World::find_or_add(void* handle, Kind kind) {
  const ActorId known = account_.ids.find(handle);
  return known ? known : add_actor(handle, kind, "actor");
}

/// Compares the numbers of two actors of the set-up, or of two with the same spawner: themselves,
/// or those they come from.
bool World::spawned_before(const void* left, const void* right) const {
  const ActorId left_id = account_.ids.find(left);
  const ActorId right_id = account_.ids.find(right);
  if (std::min(left_id.index(), right_id.index()) < account_.first_actors) {
    return left_id.index() < right_id.index();
  }
  const auto line_of = [this](ActorId last) {
    std::vector<std::uint32_t> line;  // from main on
    for (ActorId id = last; id; id = actor(id).creator) line.push_back(id.value);
    std::ranges::reverse(line);
    return line;
  };
  return line_of(left_id) < line_of(right_id);
}

void World::initialise_later(ActorId id) {
  actor(id).initialised = true;
  backend::retain(actor(id).handle);
  run_later(id, [this, id] {
    void* const handle = actor(id).handle;
    backend::initialise(handle, actor(id).kind);
    backend::release(handle);
  });
}

void World::notify(void* handle, void* element, bool urgent) {
  if (tearing_down()) {
    backend::destroy(element);
    return;
  }
  put_on_lane(account_.ids.find(handle), nullptr, element, urgent);
}

void World::send(void* handle, Kind kind, void* element, bool urgent) {
  if (tearing_down()) {
    backend::destroy(element);
    return;
  }
  const Unlogged unlogged(log_);
  backend::retain(handle);
  put_on_lane(find_or_add(handle, kind), handle, element, urgent);
}

void World::send_delayed(std::int64_t due_ns, void* handle, void* element, std::uint64_t key) {
  if (tearing_down()) {
    backend::destroy(element);
    return;
  }
  const Unlogged unlogged(log_);
  const ActorId receiver = find_or_add(handle, Kind::event);
  const backend::Correlation correlation = backend::correlation(element);
  backend::retain(handle);
  Message& message = alarms_.add(receiver, due_ns);
  message.handle = handle;
  message.element = element;
  message.response_id = correlation.response_id;
  message.key = key;
}

void World::cancel(const void* handle, std::uint64_t key) {
  if (tearing_down()) return;
  for (std::size_t i = account_.ledger.pending().size(); i-- > 0;) {
    const MessageId id = account_.ledger.pending()[i];
    const Message& message = account_.message(id);
    if (!message.delayed || message.handle != handle || message.key == 0) continue;
    if (key != 0 && message.key != key) continue;
    if (!alarms_.take_back(id)) continue;
    // Its element and its reference go with the step, outside whatever the framework is doing.
    run_later(account_.context, [this, id] {
      Message& gone = account_.message(id);
      backend::destroy(std::exchange(gone.element, nullptr));
      backend::release(std::exchange(gone.handle, nullptr));
    });
  }
}

void World::actor_ended(void* handle, std::string reason, bool unreachable) {
  const ActorId id = account_.ids.find(handle);
  if (!id || actor(id).ended) return;
  Actor& ended = actor(id);
  ended.ended = true;
  if (tearing_down()) return;
  ended.reason = std::move(reason);
  ended.unreachable = unreachable;
  ended.ended_by = account_.event();
  if (ended.end && account_.message(ended.end).handle != nullptr) {
    run_later(account_.context, [this, end = ended.end] {
      backend::release(std::exchange(account_.message(end).handle, nullptr));
    });
  }
  if (!unreachable) {
    touch(Resource::of(id, Resource::whole), Access::write);
    touch(Resource::of(id, Resource::control), Access::write);
  }
  std::vector<void*> refused;
  refused.swap(ended.stash);
  for (void* element : refused) backend::bounce(handle, element);
  refused.clear();
  if (actor(id).stash.empty()) actor(id).stash.swap(refused);  // keeps its memory
}

void World::drop_messages(const std::function<bool(void*)>& belongs) {
  for (std::size_t i = 1; i < account_.actor_count() && !tearing_down(); ++i) {
    // One that has not ended for want of handles never does.
    if (account_.actors[i].end && belongs(account_.actors[i].handle)) {
      touch(Resource::of(ActorId(i), Resource::whole), Access::read);
    }
  }
  for (std::size_t i = 0; i < account_.messages.size(); ++i) {
    // Looked up each time: what is given up may send, so that messages move.
    const auto message = [this, i]() -> Message& { return account_.messages[i]; };
    const bool on_its_way = message().element != nullptr || message().handle != nullptr ||
                            message().delivery == Delivery::unreachable;
    if (!on_its_way || !belongs(actor(account_.receiver(MessageId(i))).handle)) continue;
    if (!tearing_down()) {  // otherwise the account of the execution stays what it is
      message().held_by = account_.event();  // it could have come before
      message().cancelled = true;
    }
    if (void* element = std::exchange(message().element, nullptr)) backend::destroy(element);
    if (void* handle = std::exchange(message().handle, nullptr)) backend::release(handle);
  }
}

void World::put_on_lane(ActorId receiver, void* handle, void* element, bool urgent) {
  const Unlogged unlogged(log_);
  const backend::Correlation correlation = backend::correlation(element);
  lanes_.keep_places_before(receiver);
  const MessageId id(account_.messages.size());
  Message& message = account_.add_message(receiver);
  message.handle = handle;
  message.element = element;
  message.asker = correlation.asker;
  message.request_id = correlation.request_id;
  message.response_id = correlation.response_id;
  if (by_field() && how_.order != Order::bag) {
    // Whatever else they touch, steps of one actor that send are in an order.
    const ActorId sender = account_.context;
    effects_.touch(how_.order == Order::mailbox ? Resource::of(sender, Resource::tail)
                                                : Resource::channel(sender, receiver),
                   Access::write);
  }
  lanes_.put(id, urgent);
}

void World::end_multicast() {
  const Unlogged unlogged(log_);
  if (tearing_down()) {
    lanes_.drop_multicast();
  } else {
    lanes_.end_multicast();
  }
}

void World::observe(void* handle, void* observer) {
  if (tearing_down()) return;
  touch_control(handle, Access::write);
  const Unlogged unlogged(log_);
  ends_.add(account_.ids.find(handle));
  ends_.add(observer != nullptr ? account_.ids.find(observer) : account_.context);
}

bool World::keep_unreachable(void* handle) {
  if (tearing_down() || !on_fiber()) return false;
  return ends_.keep(account_.ids.find(handle), handle);
}

bool World::is_unreachable(const void* handle) {
  const ActorId id = account_.ids.find(handle);
  if (!id) return false;
  if (!tearing_down()) touch(Resource::of(id, handles_part), Access::read);
  return ends_.is_due(id);
}

void World::note_release_of(const void* handle) {
  if (!ends_.is_destroying() || tearing_down()) return;
  ends_.note_release(account_.ids.find(handle));
}

void World::touch(Resource resource, Access access) {
  const Unlogged unlogged(log_);
  effects_.touch(resource, access);
}

void World::touch_control(const void* handle, Access access) {
  if (tearing_down()) return;
  if (const ActorId id = account_.ids.find(handle)) {
    touch(Resource::of(id, Resource::control), access);
  }
}

void World::touch_whole(const void* handle) {
  if (tearing_down()) return;
  if (const ActorId id = account_.ids.find(handle)) {
    touch(Resource::of(id, Resource::whole), Access::write);
  }
}

void World::fail(FailureKind kind, std::string text) {
  const Unlogged unlogged(log_);
  effects_.fail(kind, std::move(text));
}

std::uint32_t World::choose(std::uint32_t count) {
  if (count <= 1 || tearing_down()) return 0;
  return account_.ledger.take_choice(count);
}

std::string World::name_of(const void* handle) const {
  const ActorId id = account_.ids.find(handle);
  return id ? texts_.actor_name(id) : std::string();
}

void World::note_access(const void* address, std::uint32_t size, bool write, const void* /*from*/) {
  // Whichever step gives up the last handle to an actor destroys it, and nobody else has what is
  // destroyed then: the order of those steps does not matter.
  if (!on_fiber() || tearing_down() || ends_.is_destroying()) return;
  log_.note_access(address, size, write, *tasks_.current()->fiber);
}

void World::note_allocation(void* address, std::size_t size) {
  if (on_fiber() && !tearing_down()) log_.note_allocation(address, size);
}

void World::note_release(void* address) {
  if (on_fiber() && !tearing_down()) log_.note_release(address);
}

void World::require_system() {
  if (systems_ != 0) return;
  fail(FailureKind::misuse,
       "main has ended and made no actor system that Harrier controls; is CAF linked statically?");
}

}  // namespace harrier::caf
