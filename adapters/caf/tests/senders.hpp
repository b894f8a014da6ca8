// Actors that only send, to make messages race.
#pragma once

#include <caf/all.hpp>

namespace harrier::caf_tests {

/// Makes an actor that sends one message, so that it races with all others.
template <class... Values>
void sender(::caf::actor_system& system, const ::caf::actor& target, Values... values) {
  system.spawn([=](::caf::event_based_actor* self) { self->send(target, values...); });
}

}  // namespace harrier::caf_tests
