// Handles, links and monitors of CAF 0.17: the functions of the library that change them, defined
// once more.
#include <caf/all.hpp>
#include <caf/default_attachable.hpp>
#include <utility>

#include "caf_0_17_enqueue.hpp"
#include "caf_0_17_library.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

/// Tells that the library changes an object of the program's.
void note_change(const void* object, std::uint32_t size) {
  if (World* world = World::current()) world->note_access(object, size, true, nullptr);
}

}  // namespace

}  // namespace harrier::caf

using harrier::Access;
using harrier::caf::World;
namespace harrier_caf = harrier::caf;

namespace caf {

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
  mailbox_element_ptr element =
      make_mailbox_element(std::move(sender), make_message_id(priority_), {}, std::move(content));
  if (observer->strong_refs != 0 && !world->tearing_down() &&
      harrier_caf::has_own_enqueue(observer->get())) {
    world->touch_whole(observer);
    observer->get()->enqueue(std::move(element), host);
    return;
  }
  world->notify(observer, element.release(), priority_ == message_priority::high);
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

}  // namespace caf
