// What a program does with a network, by argument: `loaded` has the module only, `published` can be
// reached by others, `failing` finds nobody, and the others reach themselves.
#include <caf/all.hpp>
#include <caf/io/all.hpp>
#include <string>

namespace {

caf::behavior adder() {
  return {[](int a, int b) { return a + b; }};
}

struct Config : caf::actor_system_config {
  Config() { load<caf::io::middleman>(); }
};

}  // namespace

int main(int, char** words) {
  const std::string how = words[1];
  Config config;
  caf::actor_system system{config};
  if (how == "loaded") return 0;
  const caf::actor served = system.spawn(adder);
  const auto port = system.middleman().publish(served, 0, "127.0.0.1");
  if (!port) return 2;
  bool connected = false;
  if (how == "failing") connected = bool(system.middleman().remote_actor("127.0.0.1", 1));
  if (how == "main") connected = bool(system.middleman().remote_actor("127.0.0.1", *port));
  if (how == "handler") {
    caf::scoped_actor self{system};
    const caf::actor client = system.spawn([port = *port](caf::event_based_actor* client) {
      return caf::behavior{
          [=](int) { return bool(client->system().middleman().remote_actor("127.0.0.1", port)); }};
    });
    self->request(client, caf::infinite, 1)
        .receive([&](bool done) { connected = done; }, [](caf::error&) {});
  }
  system.middleman().unpublish(served, *port);
  caf::anon_send_exit(served, caf::exit_reason::user_shutdown);
  return connected == (how == "main" || how == "handler") ? 0 : 1;
}
