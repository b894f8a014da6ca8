// Waits for all actors to end that a new actor makes impossible again: `optimal` meets each class.
#include <gtest/gtest.h>

#include <caf/all.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "exactness.hpp"
#include "random_comparison.hpp"
#include "senders.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using caf::scoped_actor;
using harrier::caf::Order;
using harrier::caf_tests::compare;
using harrier::caf_tests::compare_seeds;
using harrier::caf_tests::expect_exact;
using harrier::caf_tests::sender;

/// Makes an actor that ends on a number.
actor mortal(actor_system& system) {
  return system.spawn(
      [](event_based_actor* self) -> behavior { return {[=](int) { self->quit(); }}; });
}

/// Makes an actor that does not count as running, and spawns one that does for each number: one
/// that ends on a message, which it is sent if the number is not 0.
actor maker(actor_system& system) {
  return system.spawn<caf::hidden>([](event_based_actor* self) -> behavior {
    const auto kept = std::make_shared<std::vector<actor>>();
    return {[=](int number) {
      kept->push_back(mortal(self->system()));
      if (number != 0) self->send(kept->back(), number);
    }};
  });
}

TEST(CafWaits, AreExploredWhileTheyAreOpen) {
  const auto test = [](actor_system& system) {
    const actor ends = mortal(system);
    const actor spawns = maker(system);
    caf::anon_send(ends, 1);
    caf::anon_send(spawns, 0);
    system.await_all_actors_done();
  };
  // Main goes on between the end of the one and the start of the other, or waits for ever.
  expect_exact(test, 2, {.order = Order::mailbox});
  expect_exact(test, 2, {.order = Order::bag});
}

TEST(CafWaits, AreExploredWhereTheyOpenAgain) {
  const auto test = [](actor_system& system) {
    const actor ends = mortal(system);
    const actor spawns = maker(system);
    caf::anon_send(ends, 1);
    caf::anon_send(spawns, 1);
    system.await_all_actors_done();
  };
  // Main goes on before the second is there, or when it is gone.
  expect_exact(test, 2, {.order = Order::mailbox});
  expect_exact(test, 2, {.order = Order::bag});
}

TEST(CafWaits, AreExploredWhereTheyNeverCloseInTheFirstExecution) {
  // The one that spawns is sent its message first.
  expect_exact(
      [](actor_system& system) {
        const actor ends = mortal(system);
        const actor spawns = maker(system);
        caf::anon_send(spawns, 1);
        caf::anon_send(ends, 1);
        system.await_all_actors_done();
      },
      2, {.order = Order::bag});
}

TEST(CafWaits, AreExploredBetweenAllThatIsSpawned) {
  const auto test = [](actor_system& system) {
    const actor ends = mortal(system);
    const actor spawns = maker(system);
    const actor spawns_too = maker(system);
    caf::anon_send(spawns, 1);
    caf::anon_send(spawns_too, 1);
    caf::anon_send(ends, 1);
    system.await_all_actors_done();
  };
  // Main goes on beside none, one of the two, the other, or both.
  expect_exact(test, 4, {.order = Order::bag});
}

TEST(CafWaits, AreExploredWhereAHandleKeepsAnActor) {
  // Whichever of two messages is the last to give up its handle ends the actor.
  const auto test = [](actor_system& system) {
    const actor spawns = maker(system);
    const auto forward = [&] {
      return system.spawn<caf::hidden>(
          [](event_based_actor*) -> behavior { return {[](const actor&) {}}; });
    };
    const actor first = forward();
    const actor second = forward();
    {
      const actor target = mortal(system);
      caf::anon_send(first, target);
      caf::anon_send(second, target);
    }
    caf::anon_send(spawns, 1);
    system.await_all_actors_done();
  };
  // Main goes on before or after what is spawned was there.
  expect_exact(test, 2, {.order = Order::bag});
}

TEST(CafWaits, ForSomeActorsAreExploredOnTheWayUpAndDown) {
  const auto test = [](actor_system& system) {
    const actor ends = mortal(system);
    const actor spawns = maker(system);
    caf::anon_send(spawns, 0);
    caf::anon_send(spawns, 0);
    caf::anon_send(ends, 1);
    system.registry().await_running_count_equal(2);
  };
  // There are two when one was spawned, or all has happened, in either order of the two messages.
  expect_exact(test, 4, {.order = Order::bag});
}

TEST(CafWaits, AreExactInRandomPrograms) {
  compare_seeds([](unsigned seed) {
    const auto test = [seed](actor_system& system) {
      std::mt19937 random(seed);
      std::vector<actor> targets;
      for (int i = 0; i < 4; ++i) targets.push_back(i < 2 ? mortal(system) : maker(system));
      const unsigned count = 3 + random() % 3;
      for (unsigned i = 0; i < count; ++i) {
        const actor target = targets[random() % targets.size()];
        const int number = static_cast<int>(random() % 2);
        if (random() % 2 == 0) {
          caf::anon_send(target, number);
        } else {
          sender(system, target, number);
        }
      }
      system.registry().await_running_count_equal(random() % 4);
      scoped_actor(system)->receive([](const std::string&) {});  // keeps the handles
    };
    const Order order = seed % 2 == 0 ? Order::mailbox : Order::bag;
    return compare(harrier::caf::program(test, {.order = order}), nullptr);
  });
}

}  // namespace
