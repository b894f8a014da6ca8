// Compares `optimal` with `exhaustive` on random programs.
#include "random_comparison.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/given.hpp"

namespace harrier::caf_tests {

namespace {

// A program with more executions than this is not compared; one of three has fewer.
constexpr std::uint64_t executions_max = 1'000;

}  // namespace

bool compare(const ProgramFactory& make, const std::function<std::string()>& outcome) {
  CheckOptions bounded = with("exhaustive");
  bounded.executions_max = executions_max;
  const Explored all = explore(make, bounded, outcome);
  if (!all.result.complete) return false;
  const Explored once = explore(make, with("optimal"), outcome);
  EXPECT_TRUE(once.result.complete) << once.result.incomplete_reason();
  EXPECT_EQ(once.result.executions, once.classes.size()) << "some class was met twice";
  EXPECT_EQ(once.result.blocked, 0U);
  EXPECT_EQ(once.classes.size(), all.classes.size());
  for (const auto& [name, seen] : all.outcomes) EXPECT_EQ(seen.size(), 1U) << *seen.begin();
  EXPECT_EQ(once.all_outcomes, all.all_outcomes);
  for (const Violation& violation : all.result.violations)
    EXPECT_NE(violation.kind(), ViolationKind::misuse) << violation.message();
  return true;
}

bool compare(unsigned seed, Deeds deeds, const caf::Options& how) {
  const Script script = random_script(seed, deeds);
  Log log;
  const caf::Test test = [&](::caf::actor_system& system) { run_script(system, script, log); };
  return compare(caf::program(test, how),
                 [&] { return deeds == Deeds::with_fields ? log.in_any_order() : log.in_order(); });
}

void compare_seeds(const std::function<bool(unsigned seed)>& compare) {
  const auto programs = static_cast<unsigned>(testing::number_given("HARRIER_RANDOM_PROGRAMS", 60));
  const auto first = static_cast<unsigned>(testing::number_given("HARRIER_RANDOM_SEED", 1));
  unsigned compared = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (compare(seed)) ++compared;
  }
  EXPECT_GT(compared, programs / 10);  // about a third, of programs that each commit chooses
}

void compare_all(Deeds deeds, caf::Options how) {
  how.lost_responses = false;
  compare_seeds([&](unsigned seed) { return compare(seed, deeds, how); });
}

}  // namespace harrier::caf_tests
