// Random programs with a group: `optimal` meets every class of `exhaustive` once, and every
// outcome.
#include <gtest/gtest.h>

#include <array>
#include <caf/all.hpp>
#include <random>
#include <string>
#include <vector>

#include "exactness.hpp"
#include "senders.hpp"

namespace harrier::caf_tests {
namespace {

using ::caf::actor;
using ::caf::actor_system;
using ::caf::behavior;
using ::caf::event_based_actor;
using ::caf::group;

constexpr unsigned actor_count = 3;
constexpr unsigned rounds = 2;

enum class Action { nothing, join, leave, send_to_group, send_to_actor, send_to_both, quit };

/// What the actors do at each message, which is the number of a round.
struct Script {
  std::array<std::array<Action, rounds>, actor_count> actions;
  std::array<std::array<unsigned, rounds>, actor_count> receivers;
  std::array<bool, actor_count> begins_as_member;
  std::array<unsigned, 3> first_receivers;
};

Script random_script(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  Script script = {};
  for (unsigned i = 0; i < actor_count; ++i) {
    script.begins_as_member[i] = below(2) == 0;
    for (unsigned round = 0; round < rounds; ++round) {
      script.actions[i][round] = static_cast<Action>(below(7));
      script.receivers[i][round] = below(actor_count);
    }
  }
  for (unsigned& receiver : script.first_receivers) receiver = below(actor_count);
  return script;
}

using Log = std::array<std::string, actor_count>;

behavior player(event_based_actor* self, unsigned number, const Script& script, const group& all,
                const std::shared_ptr<std::vector<actor>>& actors, Log* log) {
  if (script.begins_as_member[number]) self->join(all);
  return {[=](unsigned round) {
    (*log)[number] += std::to_string(round);
    if (round >= rounds) return;
    switch (script.actions[number][round]) {
      case Action::nothing:
        return;
      case Action::join:
        return self->join(all);
      case Action::leave:
        return self->leave(all);
      case Action::send_to_group:
        return self->send(all, round + 1);
      case Action::send_to_actor:
        return self->send((*actors)[script.receivers[number][round]], round + 1);
      case Action::send_to_both:
        self->send(all, round + 1);
        return self->send((*actors)[script.receivers[number][round]], round + 1);
      case Action::quit:
        return self->quit();
    }
  }};
}

void play(actor_system& system, const Script& script, Log* log) {
  const group all = system.groups().anonymous();
  const auto actors = std::make_shared<std::vector<actor>>();
  for (unsigned i = 0; i < actor_count; ++i) {
    actors->push_back(system.spawn(player, i, script, all, actors, log));
  }
  for (const unsigned receiver : script.first_receivers) sender(system, (*actors)[receiver], 0U);
}

void compare(unsigned seed, const caf::Options& how) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Script script = random_script(seed);
  Log log;
  const ProgramFactory make = caf::program(
      [&](actor_system& system) {
        log = {};
        play(system, script, &log);
      },
      how);
  const auto outcome = [&] { return log[0] + "/" + log[1] + "/" + log[2]; };
  CheckOptions bounded = with("exhaustive");
  bounded.executions_max = 2'000;
  const Explored all = explore(make, bounded, outcome);
  if (!all.result.complete) return;
  const Explored once = explore(make, with("optimal"), outcome);
  EXPECT_EQ(once.result.executions, once.classes.size());
  EXPECT_EQ(once.classes.size(), all.classes.size());
  for (const auto& [name, seen] : all.outcomes) EXPECT_EQ(seen.size(), 1U);
  EXPECT_EQ(once.all_outcomes, all.all_outcomes);
}

TEST(CafGroups, RandomProgramsAreExploredExactly) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    compare(seed, {});
    compare(seed, {.order = caf::Order::fifo});
  }
}

}  // namespace
}  // namespace harrier::caf_tests
