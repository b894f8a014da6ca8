// The situation of CAF's issue 1584: a pending await holds back even the message to exit.
#include <caf/all.hpp>

namespace {

using ask_atom = caf::atom_constant<caf::atom("ask")>;
using go_atom = caf::atom_constant<caf::atom("go")>;

struct slow_state {
  caf::response_promise promise;
  static constexpr const char* name = "slow";
};

caf::behavior slow(caf::stateful_actor<slow_state>* self) {
  return {[=](ask_atom) { return self->state.promise = self->make_response_promise(); },
          [=](go_atom) {
            if (self->state.promise.pending()) self->state.promise.deliver(1);
            self->quit();
          }};
}

struct worker_state {
  static constexpr const char* name = "worker";
};

caf::behavior worker(caf::stateful_actor<worker_state>* self, const caf::actor& server) {
  return {
      [=](go_atom) { self->request(server, caf::infinite, ask_atom::value).await([](int) {}); }};
}

void caf_main(caf::actor_system& system) {
  caf::scoped_actor self{system};
  const caf::actor server = system.spawn(slow);
  const caf::actor asking = system.spawn(worker, server);
  system.spawn([=](caf::event_based_actor* starter) { starter->send(asking, go_atom::value); });
  self->send_exit(asking, caf::exit_reason::user_shutdown);
  self->wait_for(asking);
  self->send(server, go_atom::value);
}

}  // namespace

CAF_MAIN()
