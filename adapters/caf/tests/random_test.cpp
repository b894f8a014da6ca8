// Random programs: `optimal` meets every class of `exhaustive` once, and every outcome.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "exactness.hpp"
#include "random_program.hpp"

namespace harrier::caf_tests {
namespace {

/// Returns a number given in the environment, as for the other random programs.
unsigned given(const char* variable, unsigned otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

// A program with more executions than this is not compared; one of three has fewer.
constexpr std::uint64_t executions_max = 1'000;

std::string joined(const Log& log) {
  std::string text;
  for (const std::string& line : log) text += line + "/";
  return text;
}

/// Compares the two on one program; tells whether it was small enough for that.
bool compare(unsigned seed, const caf::Options& how) {
  const Script script = random_script(seed);
  Log log;
  const caf::Test test = [&](::caf::actor_system& system) { run_script(system, script, log); };
  const ProgramFactory make = caf::program(test, how);
  const auto outcome = [&] { return joined(log); };
  CheckOptions bounded = with("exhaustive");
  bounded.executions_max = executions_max;
  const Explored all = explore(make, bounded, outcome);
  if (!all.result.complete) return false;
  const Explored once = explore(make, with("optimal"), outcome);
  EXPECT_TRUE(once.result.complete) << once.result.incomplete_reason;
  EXPECT_EQ(once.result.executions, once.classes.size()) << "some class was met twice";
  EXPECT_EQ(once.result.blocked, 0U);
  EXPECT_EQ(once.classes.size(), all.classes.size());
  for (const auto& [name, seen] : all.outcomes) EXPECT_EQ(seen.size(), 1U) << *seen.begin();
  EXPECT_EQ(once.all_outcomes, all.all_outcomes);
  return true;
}

void compare_all(caf::Options how) {
  how.lost_responses = false;
  const unsigned programs = given("HARRIER_RANDOM_PROGRAMS", 60);
  const unsigned first = given("HARRIER_RANDOM_SEED", 1);
  unsigned compared = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (compare(seed, how)) ++compared;
  }
  EXPECT_GT(compared, programs / 5);
}

TEST(CafRandom, OptimalIsExactInMailboxOrder) { compare_all({}); }
TEST(CafRandom, OptimalIsExactInFifoOrder) { compare_all({.order = caf::Order::fifo}); }
TEST(CafRandom, OptimalIsExactInAnyOrder) { compare_all({.order = caf::Order::bag}); }
TEST(CafRandom, OptimalIsExactWhenTimersFireAnyTime) { compare_all({.timers = caf::Timers::any}); }

// A step that touched a weak reference in one order only: a class was missed.
TEST(CafRandom, OptimalIsExactWhereAnOrderDecidesWhatAStepTouches) {
  EXPECT_TRUE(compare(1270, {.order = caf::Order::fifo, .lost_responses = false}));
}

// A timer that is set only in the other order does not hold one back: a class was missed.
TEST(CafRandom, OptimalIsExactWhereAnOrderDecidesWhichTimersAreSet) {
  EXPECT_TRUE(compare(5487, {.timers = caf::Timers::any, .lost_responses = false}));
}

}  // namespace
}  // namespace harrier::caf_tests
