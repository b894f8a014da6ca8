// Leaves somebody waiting, or without the answer it needs, in one of the two orders of two jobs.
#include <caf/all.hpp>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/// A message with a content of its own.
struct job {
  int number;
  std::string name;
};

template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, job& x) {
  return f(caf::meta::type_name("job"), x.number, x.name);
}

struct config : caf::actor_system_config {
  config() { add_message_type<job>("job"); }
};

struct server_state {
  caf::response_promise kept;
  int last = 0;
  static constexpr const char* name = "server";
};

struct client_state {
  static constexpr const char* name = "client";
};

struct watcher_state {
  static constexpr const char* name = "watcher";
};

/// Keeps the first job unanswered if the second has come before.
caf::behavior forgetful(caf::stateful_actor<server_state>* self) {
  return {[=](const job& x) -> caf::result<int> {
    if (x.number >= self->state.last) return self->state.last = x.number;
    return self->state.kept = self->make_response_promise();
  }};
}

/// Refuses the first job if the second has come before.
caf::behavior strict(caf::stateful_actor<server_state>* self) {
  return {[=](const job& x) -> caf::result<int> {
    if (x.number < self->state.last) return caf::sec::invalid_argument;
    return self->state.last = x.number;
  }};
}

void client(caf::stateful_actor<client_state>* self, const caf::actor& server, const job& x) {
  self->request(server, caf::infinite, x).then([](int) {});  // and no handler for errors
}

/// Starts a client for each of two jobs.
std::vector<caf::actor> clients(caf::actor_system& system, const caf::actor& server) {
  return {system.spawn(client, server, job{1, "one"}), system.spawn(client, server, job{2, "two"})};
}

void lost_response(caf::actor_system& system) { clients(system, system.spawn(forgetful)); }

/// A client ends with an error that it does not handle, and whoever watches it learns the reason.
void unhandled_error(caf::actor_system& system) {
  const caf::actor watched = clients(system, system.spawn(strict)).front();
  system.spawn([=](caf::stateful_actor<watcher_state>* self) -> caf::behavior {
    self->monitor(watched);
    self->set_down_handler([=](caf::down_msg& down) {
      if (down.reason == caf::sec::invalid_argument) throw std::runtime_error("a client failed");
    });
    return {[](int) {}};
  });
}

/// A blocking actor expects the jobs in their order and leaves the rest in its mailbox.
void blocked_actor(caf::actor_system& system) {
  const caf::actor target = system.spawn([](caf::blocking_actor* self) {
    for (int next = 1; next <= 2; ++next) {
      bool taken = false;
      self->receive_while([&] { return !taken; })([&](const job& x) { taken = x.number >= next; });
    }
  });
  for (const job& x : {job{1, "one"}, job{2, "two"}}) {
    system.spawn([=](caf::event_based_actor* self) { self->send(target, x); });
  }
}

}  // namespace

int main(int, char** words) {
  const std::map<std::string, void (*)(caf::actor_system&)> ways = {
      {"lost_response", lost_response},
      {"unhandled_error", unhandled_error},
      {"blocked_actor", blocked_actor}};
  config with_jobs;
  caf::actor_system system{with_jobs};
  ways.at(words[1])(system);
}
