// Programs that are explored in three ways: by a unit test, linked and preloaded.
#pragma once

#include <caf/all.hpp>
#include <stdexcept>
#include <string>

namespace modes {

using get_atom = caf::atom_constant<caf::atom("get")>;
using go_atom = caf::atom_constant<caf::atom("go")>;

/// A main that waits: for messages, for a response and for an actor to end.
inline void blocking_main(caf::actor_system& system) {
  caf::scoped_actor self{system};
  const caf::actor target{self.ptr()};
  for (int i = 1; i <= 2; ++i) {
    system.spawn([=](caf::event_based_actor* sender) { sender->send(target, i); });
  }
  const caf::actor server = system.spawn([](caf::event_based_actor* me) -> caf::behavior {
    return {[](get_atom) { return 'x'; }, [=](go_atom) { me->quit(); }};
  });
  system.spawn([=](caf::event_based_actor* sender) { sender->send(server, go_atom::value); });
  self->receive([](int) {});
  self->request(server, caf::infinite, get_atom::value).receive([](char) {}, [](caf::error&) {});
  self->receive([](int) {});
  self->wait_for(server);
}

/// Requests that bounce or not, a link and a monitor.
inline void requests_and_links(caf::actor_system& system) {
  const caf::actor server = system.spawn([](caf::event_based_actor* self) -> caf::behavior {
    return {[](get_atom) { return 1; },
            [=](go_atom) { self->quit(caf::exit_reason::user_shutdown); }};
  });
  system.spawn([=](caf::event_based_actor* self) -> caf::behavior {
    self->link_to(server);
    self->set_exit_handler([=](caf::exit_msg&) { self->quit(); });
    return {[](int) {}};
  });
  for (int i = 0; i < 2; ++i) {
    system.spawn([=](caf::event_based_actor* self) {
      self->monitor(server);
      self->set_down_handler([](caf::down_msg&) {});
      self->request(server, caf::infinite, get_atom::value).then([](int) {}, [](caf::error&) {});
    });
  }
  system.spawn([=](caf::event_based_actor* self) { self->send(server, go_atom::value); });
  system.await_all_actors_done();
}

/// Delays, an idle timeout and a request that times out.
inline void timers(caf::actor_system& system) {
  const caf::actor silent = system.spawn([](caf::event_based_actor* self) -> caf::behavior {
    return {[=](get_atom) { return self->make_response_promise<int>(); },
            [=](go_atom) { self->quit(); }};
  });
  const caf::actor idles = system.spawn([](caf::event_based_actor* self) -> caf::behavior {
    return {[](int) {}, caf::after(std::chrono::seconds(3)) >> [=] { self->quit(); }};
  });
  system.spawn([=](caf::event_based_actor* self) {
    self->request(silent, std::chrono::seconds(1), get_atom::value)
        .then([](int) {}, [=](caf::error&) { self->send(silent, go_atom::value); });
    for (int i = 1; i <= 2; ++i) self->delayed_send(idles, std::chrono::seconds(2), i);
  });
  system.await_all_actors_done();
}

inline void run(caf::actor_system& system, const std::string& name) {
  if (name == "blocking_main") return blocking_main(system);
  if (name == "requests_and_links") return requests_and_links(system);
  if (name == "timers") return timers(system);
  throw std::invalid_argument(name);
}

}  // namespace modes
