// Random programs with a group: `optimal` meets every class of `exhaustive` once, and every
// outcome.
#include <gtest/gtest.h>

#include <array>
#include <caf/all.hpp>
#include <random>
#include <string>
#include <vector>

#include "random_comparison.hpp"
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
struct GroupScript {
  std::array<std::array<Action, rounds>, actor_count> actions;
  std::array<std::array<unsigned, rounds>, actor_count> receivers;
  std::array<bool, actor_count> begins_as_member;
  std::array<unsigned, 3> first_receivers;
};

GroupScript random_group_script(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  GroupScript script = {};
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

using GroupLog = std::array<std::string, actor_count>;

behavior player(event_based_actor* self, unsigned number, const GroupScript& script,
                const group& all, const std::shared_ptr<std::vector<actor>>& actors,
                GroupLog* log) {
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

void play(actor_system& system, const GroupScript& script, GroupLog* log) {
  const group all = system.groups().anonymous();
  const auto actors = std::make_shared<std::vector<actor>>();
  for (unsigned i = 0; i < actor_count; ++i) {
    actors->push_back(system.spawn(player, i, script, all, actors, log));
  }
  for (const unsigned receiver : script.first_receivers) sender(system, (*actors)[receiver], 0U);
}

void compare_groups(const caf::Options& how) {
  compare_seeds([&](unsigned seed) {
    const GroupScript script = random_group_script(seed);
    GroupLog log;
    const auto test = [&](actor_system& system) {
      log = {};
      play(system, script, &log);
    };
    return compare(caf::program(test, how), [&] { return log[0] + "/" + log[1] + "/" + log[2]; });
  });
}

TEST(CafGroups, RandomProgramsAreExactInMailboxOrder) { compare_groups({}); }
TEST(CafGroups, RandomProgramsAreExactInFifoOrder) { compare_groups({.order = caf::Order::fifo}); }

}  // namespace
}  // namespace harrier::caf_tests
