// Three clients each set a field of their own in one server; with the argument `shared` they share
// a global, with `text` they add to a string of the server's, which the standard library does for
// it.
#include <caf/all.hpp>
#include <string>

int shared_counter = 0;

namespace {

struct server_state {
  long values[3] = {0, 0, 0};
  std::string text;
  static constexpr const char* name = "server";
};

caf::behavior server(caf::stateful_actor<server_state>* self) {
  return {[=](unsigned field, long value) { self->state.values[field] = value; },
          [=](const std::string& text) { self->state.text += text; }};
}

void client(caf::event_based_actor* self, const caf::actor& target, unsigned field,
            const std::string& mode) {
  if (mode == "shared") ++shared_counter;
  if (mode == "text") {
    self->send(target, std::to_string(field));
  } else {
    self->send(target, field, 1L);
  }
}

}  // namespace

int main(int argc, char** argv) {
  caf::actor_system_config config;
  caf::actor_system system{config};
  const caf::actor target = system.spawn(server);
  const std::string mode = argc > 1 ? argv[1] : "";
  for (unsigned field = 0; field < 3; ++field) system.spawn(client, target, field, mode);
}
