// Programs with every kind of actor: `optimal` meets each class of `exhaustive` once.
#include <gtest/gtest.h>

#include <caf/all.hpp>
#include <vector>

#include "exactness.hpp"
#include "senders.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using caf::scoped_actor;
using harrier::caf::Timers;
using harrier::caf_tests::expect_exact;
using harrier::caf_tests::sender;

using go_atom = caf::atom_constant<caf::atom("go")>;

TEST(CafReduction, IsExactWithEveryKindOfActor) {
  // Blocking actors, links, monitors, ends, promises and waits.
  expect_exact(
      [](actor_system& system) {
        const actor target = system.spawn([](caf::blocking_actor* self) {
          self->receive([](int) {});
          self->receive([](int) {});
        });
        for (int i = 0; i < 2; ++i) caf::anon_send(target, i);
        sender(system, target, 7);
      },
      3);
  expect_exact(
      [](actor_system& system) {
        const actor quits = system.spawn(
            [](event_based_actor* self) -> behavior { return {[=](int) { self->quit(); }}; });
        for (int i = 0; i < 3; ++i) sender(system, quits, 1);
        scoped_actor self{system};
        self->wait_for(quits);
      },
      3);  // the first to arrive ends it; the rest is dropped, in no order
}

TEST(CafReduction, IsExactWhenMainWaitsForAllActors) {
  expect_exact(
      [](actor_system& system) {
        for (int i = 0; i < 2; ++i) {
          system.spawn([](event_based_actor* self) -> behavior {
            self->send(self, 1);
            return {[=](int) { self->quit(); }};
          });
        }
        system.await_all_actors_done();
      },
      1);
}

TEST(CafReduction, IsExactWhenMonitoringRacesWithTheEnd) {
  expect_exact(
      [](actor_system& system) {
        const actor quits = system.spawn(
            [](event_based_actor* self) -> behavior { return {[=](int) { self->quit(); }}; });
        std::vector<actor> watchers;  // which would end if nobody could send to them
        for (int i = 0; i < 2; ++i) {
          watchers.push_back(system.spawn([quits](event_based_actor* self) -> behavior {
            self->set_down_handler([=](caf::down_msg&) { self->quit(); });
            return {[=](go_atom) { self->monitor(quits); }};
          }));
          sender(system, watchers.back(), go_atom::value);
        }
        sender(system, quits, 1);
        system.await_all_actors_done();
      },
      6);  // the orders of two monitors and the end
}

TEST(CafReduction, IsExactWithActorPools) {
  expect_exact(
      [](actor_system& system) {
        caf::scoped_execution_unit unit{&system};
        const auto worker = [&] {
          return system.spawn([](event_based_actor*) -> behavior { return {[](int) {}}; });
        };
        const actor pool = caf::actor_pool::make(&unit, 2, worker, caf::actor_pool::round_robin());
        for (int i = 0; i < 2; ++i) sender(system, pool, i);
      },
      2);  // which worker gets which message
}

TEST(CafReduction, IsExactWithTimers) {
  const auto test = [](actor_system& system) {
    const actor target = system.spawn([](event_based_actor* self) -> behavior {
      self->delayed_send(self, std::chrono::seconds(1), 1);
      return {[](int) {}};
    });
    caf::anon_send(target, 2);
  };
  expect_exact(test, 1, {.timers = Timers::quiescent});
  expect_exact(test, 2, {.timers = Timers::any});
}

}  // namespace
