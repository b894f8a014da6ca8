// Three clients each set a field of their own in one server; with an argument they share a global.
#include <caf/all.hpp>

int shared_counter = 0;

namespace {

struct server_state {
  long values[3] = {0, 0, 0};
  static constexpr const char* name = "server";
};

caf::behavior server(caf::stateful_actor<server_state>* self) {
  return {[=](unsigned field, long value) { self->state.values[field] = value; }};
}

void client(caf::event_based_actor* self, const caf::actor& target, unsigned field, bool shares) {
  if (shares) ++shared_counter;
  self->send(target, field, 1L);
}

}  // namespace

int main(int argc, char**) {
  caf::actor_system_config config;
  caf::actor_system system{config};
  const caf::actor target = system.spawn(server);
  for (unsigned field = 0; field < 3; ++field) system.spawn(client, target, field, argc > 1);
}
