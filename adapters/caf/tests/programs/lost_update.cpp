// An ordinary CAF program: three clients increment a server's value by reading and writing it.
#include <caf/all.hpp>
#include <iostream>

namespace {

using get_atom = caf::atom_constant<caf::atom("get")>;
using put_atom = caf::atom_constant<caf::atom("put")>;

struct server_state {
  int value = 0;
  int puts = 0;
  static constexpr const char* name = "server";
};

caf::behavior server(caf::stateful_actor<server_state>* self, bool strict) {
  return {[=](get_atom) { return self->state.value; },
          [=](put_atom, int value) {
            self->state.value = value;
            if (++self->state.puts < 3) return;
            std::cout << "the value is " << value << std::endl;
            if (strict && value != 3) throw std::runtime_error("an update is lost");
            self->quit();
          }};
}

void client(caf::event_based_actor* self, const caf::actor& target) {
  self->request(target, caf::infinite, get_atom::value).then([=](int value) {
    self->send(target, put_atom::value, value + 1);
  });
}

}  // namespace

int main(int argc, char**) {
  caf::actor_system_config config;
  caf::actor_system system{config};
  const caf::actor target = system.spawn(server, argc > 1);
  for (int i = 0; i < 3; ++i) system.spawn(client, target);
}
