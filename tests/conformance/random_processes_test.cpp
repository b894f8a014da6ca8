// Every reduction on random programs of processes: the classes that `exhaustive` finds, no more and
// no fewer; each once, and none abandoned, where that is promised.
#include "tests/support/random_processes.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/classes.hpp"
#include "explore/search.hpp"
#include "harrier/process.hpp"

namespace harrier {
namespace {

struct Explored {
  std::map<ClassName, std::uint64_t> classes;  ///< how often each
  CheckResult result;
};

Explored explore(const testing::RandomProcesses& program, CheckOptions options) {
  options.keep_going = true;
  options.executions_max = 20'000;
  const ProgramFactory make = [&](const ProgramOptions& how) {
    return make_program([&](ProcessSystem& system) { program.set_up(system); }, how);
  };
  Explored explored;
  Search search(make, options);
  search.observe([&](const State& state) { ++explored.classes[class_of(state.trace)]; });
  explored.result = search.run();
  return explored;
}

/// One way to explore and what it promises beyond finding every class.
struct Way {
  const char* reduction;
  std::uint64_t k = 0;
  bool sleep = false;
  bool once = true;
  bool none_blocked = false;

  std::string text() const {
    return std::string(reduction) + " k=" + std::to_string(k) + (sleep ? " --sleep" : "");
  }
};

constexpr Way ways[] = {
    {.reduction = "persistent", .once = false},
    {.reduction = "persistent", .sleep = true},
    {.reduction = "source"},
    {.reduction = "optimal", .none_blocked = true},
    {.reduction = "udpor", .k = 1},
    {.reduction = "udpor", .k = 2},
    {.reduction = "udpor", .k = 3},
    {.reduction = "udpor", .none_blocked = true},
};

void expect_same_classes(const Explored& found, const Explored& all, const Way& way) {
  ASSERT_TRUE(found.result.complete) << found.result.incomplete_reason();
  ASSERT_EQ(found.classes.size(), all.classes.size());
  for (const auto& [name, times] : found.classes) {
    ASSERT_TRUE(all.classes.contains(name));
    ASSERT_TRUE(!way.once || times == 1) << times << " times";
  }
  ASSERT_EQ(found.result.verdict, all.result.verdict);
  ASSERT_TRUE(!way.none_blocked || found.result.blocked == 0) << found.result.blocked;
}

class RandomProcessesTest : public ::testing::TestWithParam<bool> {};

TEST_P(RandomProcessesTest, EveryReductionFindsTheSameClasses) {
  std::uint64_t programs = 0;
  std::uint64_t classes = 0;
  // Seed 105: source sets must examine the races of the executions that they abandon.
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const auto program =
        testing::random_processes(seed, {.processes_max = 4, .ops_max = 4, .choices = GetParam()});
    const Explored all = explore(program, {.reduction = "exhaustive"});
    if (!all.result.complete) continue;
    ++programs;
    classes += all.classes.size();
    for (const Way& way : ways) {
      SCOPED_TRACE(way.text() + ", seed " + std::to_string(seed) + ": " + program.text());
      CheckOptions options{.reduction = way.reduction, .sleep = way.sleep};
      if (way.k != 0) options.parameters["k"] = way.k;
      const Explored found = explore(program, options);
      ASSERT_NO_FATAL_FAILURE(expect_same_classes(found, all, way));
    }
  }
  EXPECT_GT(programs, 800U);
  EXPECT_GT(classes, 10'000U);
}

INSTANTIATE_TEST_SUITE_P(Choices, RandomProcessesTest, ::testing::Values(false, true),
                         [](const auto& one) { return one.param ? "Made" : "None"; });

TEST(RandomProcesses, AreExploredAlikeByUndoAndByReplay) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto program = testing::random_processes(seed, {.processes_max = 3, .ops_max = 4});
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + program.text());
    const Explored undo = explore(program, {.reduction = "udpor", .audit = true});
    const Explored replay =
        explore(program, {.reduction = "udpor", .backtrack = Backtrack::replay});
    ASSERT_EQ(undo.classes, replay.classes);
    ASSERT_EQ(undo.result.steps, replay.result.steps);
    ASSERT_EQ(undo.result.verdict, replay.result.verdict);
  }
}

}  // namespace
}  // namespace harrier
