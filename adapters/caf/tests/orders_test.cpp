// In which orders messages arrive, and that each is explored once.
#include <gtest/gtest.h>

#include <caf/all.hpp>
#include <set>
#include <string>

#include "exactness.hpp"
#include "senders.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using caf::infinite;
using caf::stateful_actor;
using harrier::caf::Order;
using harrier::caf_tests::expect_exact;
using harrier::caf_tests::expect_outcomes;
using harrier::caf_tests::sender;

using get_atom = caf::atom_constant<caf::atom("get")>;
using put_atom = caf::atom_constant<caf::atom("put")>;
using go_atom = caf::atom_constant<caf::atom("go")>;

struct ServerState {
  int value = 0;
  static constexpr const char* name = "server";
};

behavior server(stateful_actor<ServerState>* self) {
  return {[=](get_atom) { return self->state.value; },
          [=](put_atom, int value) { self->state.value = value; }};
}

void incrementer(event_based_actor* self, const actor& target) {
  self->request(target, infinite, get_atom::value).then([=](int value) {
    self->send(target, put_atom::value, value + 1);
  });
}

void lost_update(actor_system& system) {
  const actor target = system.spawn(server);
  for (int i = 0; i < 3; ++i) system.spawn(incrementer, target);
}

TEST(CafOrder, EveryOrderAtTheServerIsExploredOnce) {
  // 6! / 2^3 orders of three gets and three puts, each put behind its get.
  expect_exact(lost_update, 90);
  expect_exact(lost_update, 90, {.order = Order::fifo});
}

// A sends 1 to C and then makes B send 3 to C; D sends 2 to C.
void relayed(actor_system& system, std::string& outcome) {
  std::string* const out = &outcome;
  const actor c =
      system.spawn([out]() -> behavior { return {[out](int i) { *out += std::to_string(i); }}; });
  const actor b = system.spawn(
      [c](event_based_actor* self) -> behavior { return {[=](go_atom) { self->send(c, 3); }}; });
  system.spawn([b, c](event_based_actor* self) {
    self->send(c, 1);
    self->send(b, go_atom::value);
  });
  sender(system, c, 2);
}

// A sends a to C and then to D; B sends b to D and then to C.
void crossing(actor_system& system, std::string& outcome) {
  outcome = "../..";
  std::string* const out = &outcome;
  const auto collector = [out](std::size_t at) {
    return [out, at](event_based_actor*) -> behavior {
      return {[out, next = at](char c) mutable { (*out)[next++] = c; }};
    };
  };
  const actor c = system.spawn(collector(0));
  const actor d = system.spawn(collector(3));
  system.spawn([=](event_based_actor* self) {
    self->send(c, 'a');
    self->send(d, 'a');
  });
  system.spawn([=](event_based_actor* self) {
    self->send(d, 'b');
    self->send(c, 'b');
  });
}

TEST(CafOrder, MailboxOrderIsWhatOneProcessCanDo) {
  // The outcomes of 400 native runs each.
  expect_outcomes(relayed, 3, {"123", "132", "213"});
  expect_outcomes(crossing, 3, {"ab/ab", "ab/ba", "ba/ba"});
}

TEST(CafOrder, FifoOrderIsWhatANetworkCanDo) {
  expect_outcomes(relayed, 6, {"123", "132", "213", "231", "312", "321"}, {.order = Order::fifo});
  expect_outcomes(crossing, 4, {"ab/ab", "ab/ba", "ba/ab", "ba/ba"}, {.order = Order::fifo});
}

TEST(CafChoice, EveryValueIsExplored) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor target = system.spawn([&]() -> behavior {
          return {[&](int) { seen = std::to_string(harrier::caf::choose(3)); }};
        });
        caf::anon_send(target, 1);
      },
      3, {"0", "1", "2"});
}

}  // namespace
