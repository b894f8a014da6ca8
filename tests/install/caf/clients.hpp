// Three clients each set a field of their own in one server.
#pragma once

#include <caf/all.hpp>

struct server_state {
  long values[3] = {0, 0, 0};
};

inline caf::behavior server(caf::stateful_actor<server_state>* self) {
  return {[=](unsigned field, long value) { self->state.values[field] = value; }};
}

inline void client(caf::event_based_actor* self, const caf::actor& target, unsigned field) {
  self->send(target, field, 1L);
}

inline void clients(caf::actor_system& system) {
  const caf::actor target = system.spawn(server);
  for (unsigned field = 0; field < 3; ++field) system.spawn(client, target, field);
}
