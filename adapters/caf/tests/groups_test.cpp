// Groups: who gets what is sent to them, while members come and go.
#include <gtest/gtest.h>

#include <caf/all.hpp>
#include <string>
#include <vector>

#include "exactness.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using caf::group;
using caf::scoped_actor;
using harrier::caf::Timers;
using harrier::caf_tests::expect_outcomes;

using join_atom = caf::atom_constant<caf::atom("join")>;
using leave_atom = caf::atom_constant<caf::atom("leave")>;

/// Makes an actor that notes the numbers it gets, and joins and leaves when it is told to.
actor listener(actor_system& system, const group& heard, std::string& seen) {
  return system.spawn([=, &seen](event_based_actor* self) -> behavior {
    return {[=, &seen](int i) { seen += std::to_string(i); }, [=](join_atom) { self->join(heard); },
            [=](leave_atom) { self->leave(heard); }};
  });
}

/// Makes an actor that sends one message in a step, so that the sending races with all others.
template <class Target, class Value>
void sender(actor_system& system, const Target& target, Value value) {
  system.spawn([=](event_based_actor* self) -> behavior {
    self->send(self, 'x');
    return {[=](char) { self->send(target, value); }};
  });
}

/// Waits until nothing else can happen.
void wait(scoped_actor& self) {
  self->receive([](int) {}, caf::after(std::chrono::seconds(1)) >> [] {});
}

TEST(CafGroups, AMemberMayActBeforeAnotherHasTheMessage) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const group heard = system.groups().get_local("heard");
        const actor second = listener(system, heard, seen);
        const actor first = system.spawn_in_group(heard, [=](event_based_actor* self) -> behavior {
          return {[=](int i) { self->send(second, i + 1); }};
        });
        scoped_actor self{system};
        self->send(second, join_atom::value);
        wait(self);
        self->send(heard, 1);
        wait(self);
      },
      2, {"12", "21"});
}

TEST(CafGroups, WhatIsSentAfterwardsArrivesAfterwards) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const group heard = system.groups().anonymous();
        const actor member = listener(system, heard, seen);
        const actor relay = system.spawn([=](event_based_actor* self) -> behavior {
          self->join(heard);
          return {[=](char) { self->send(member, 2); }, [](int) {}};
        });
        scoped_actor self{system};
        self->send(member, join_atom::value);
        wait(self);
        self->send(heard, 1);
        self->send(relay, 'x');
        wait(self);
      },
      1, {"12"});  // every mailbox has the first before any has the second
}

TEST(CafGroups, JoiningRacesWithSending) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const group heard = system.groups().anonymous();
        const actor member = listener(system, heard, seen);
        sender(system, member, join_atom::value);
        sender(system, heard, 1);
        scoped_actor self{system};
        wait(self);
      },
      2, {"", "1"});
}

TEST(CafGroups, LeavingRacesWithSending) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const group heard = system.groups().anonymous();
        const actor member = listener(system, heard, seen);
        scoped_actor self{system};
        self->send(member, join_atom::value);
        wait(self);
        sender(system, member, leave_atom::value);
        sender(system, heard, 1);
        wait(self);
      },
      3, {"", "1"});  // what was sent before the member left comes before or after that
}

TEST(CafGroups, JoiningDoesNotDependOnJoining) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const group heard = system.groups().anonymous();
        std::vector<actor> members;
        for (int i = 0; i < 3; ++i) {
          members.push_back(listener(system, heard, seen));
          sender(system, members.back(), join_atom::value);
        }
        scoped_actor self{system};
        wait(self);
        self->send(heard, 1);
        wait(self);
      },
      1, {"111"});
}

TEST(CafGroups, AMemberThatEndsLeaves) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const group heard = system.groups().anonymous();
        const actor member = system.spawn_in_group(heard, [&](event_based_actor* self) -> behavior {
          return {[=, &seen](int i) {
            seen += std::to_string(i);
            self->quit();
          }};
        });
        sender(system, heard, 1);
        sender(system, heard, 2);
        system.await_all_actors_done();
      },
      4, {"1", "2"});  // each is the first, and the other is sent before or after the end
}

TEST(CafGroups, ADelayedMessageGoesToTheMembersOfItsTime) {
  const auto test = [](actor_system& system, std::string& seen) {
    const group heard = system.groups().anonymous();
    const actor member = listener(system, heard, seen);
    scoped_actor self{system};
    self->delayed_send(heard, std::chrono::seconds(1), 1);
    self->send(member, join_atom::value);
    self->receive([](int) {}, caf::after(std::chrono::seconds(2)) >> [] {});
  };
  expect_outcomes(test, 1, {"1"});
  expect_outcomes(test, 2, {"", "1"}, {.timers = Timers::any});
}

}  // namespace
