// Pools of CAF 0.17 that hand out messages at random: whom each goes to is a choice.
#include <caf/all.hpp>
#include <utility>

#include "caf_0_17_library.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

void hand_out(::caf::actor_system& system, ::caf::actor_pool::uplock& guard,
              const ::caf::actor_pool::actor_vec& workers, ::caf::mailbox_element_ptr& element,
              ::caf::execution_unit* host) {
  World* world = World::current();
  if (world == nullptr) {
    static const ::caf::actor_pool::policy real =
        library<::caf::actor_pool::policy()>("_ZN3caf10actor_pool6randomEv")();
    real(system, guard, workers, element, host);
    return;
  }
  const auto chosen = ::caf::actor_cast<::caf::strong_actor_ptr>(
      workers[world->choose(static_cast<std::uint32_t>(workers.size()))]);
  guard.unlock();
  chosen->get()->enqueue(std::move(element), host);
}

}  // namespace

}  // namespace harrier::caf

namespace caf {

actor_pool::policy actor_pool::random() { return harrier::caf::hand_out; }

}  // namespace caf
