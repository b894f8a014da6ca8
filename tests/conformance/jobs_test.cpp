// Several threads explore what one does, and the same each time.
#include "harrier/jobs.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harrier/usage_error.hpp"
#include "tests/support/subjects.hpp"

namespace harrier::testing {
namespace {

CheckResult explore(const std::string& program, std::uint64_t threads,
                    const std::string& reduction = "optimal", bool keep_going = true) {
  CheckOptions options;
  options.reduction = reduction;
  options.keep_going = keep_going;
  options.undelivered = Undelivered::ignore;
  return check(subject(program), options, Jobs{.count = threads, .on_worker = {}});
}

/// What must be equal however many threads explore.
std::string totals(const CheckResult& result) {
  std::string text = std::to_string(result.executions) + " executions, " +
                     std::to_string(result.blocked) + " blocked, depth " +
                     std::to_string(result.depth_max) + (result.complete ? ", complete" : "");
  for (const Violation& violation : result.violations) {
    text += ", " + std::to_string(violation.count) + " x " +
            std::to_string(static_cast<int>(violation.kind()));
  }
  return text;
}

/// What must be equal in each run by several threads.
std::string details(const CheckResult& result) {
  std::string text = totals(result) + ", " + std::to_string(result.steps) + " steps";
  for (const Violation& violation : result.violations) {
    text += ", " + violation.message() + " " + violation.schedule.text();
  }
  return text;
}

class Shared : public ::testing::TestWithParam<std::string> {};

TEST_P(Shared, HasTheTotalsOfOneThreadAndRepeats) {
  const CheckResult alone = explore(GetParam(), 1);
  const CheckResult two = explore(GetParam(), 2);
  EXPECT_GT(alone.steps, 4'000U) << "too small to be shared";
  EXPECT_EQ(totals(two), totals(alone));
  EXPECT_EQ(details(explore(GetParam(), 5)), details(two));
}

INSTANTIATE_TEST_SUITE_P(Of, Shared,
                         ::testing::Values("fanin senders=7", "last-zero n=9", "mpat k=5",
                                           "chameneos meetings=4",
                                           "dispatcher servers=5 requests=3",
                                           "multipc producers=3 workers=3", "philosophers n=3",
                                           "poke threads=5", "readers n=11", "le-erlang n=4",
                                           "raft nodes=3 timeouts=3 flaw=forgets"),
                         [](const auto& one) { return as_test_name(one.param); });

TEST(Jobs, ShareWhatIsExploredWithoutReduction) {
  const CheckResult alone = explore("pi workers=4", 1, "exhaustive");
  EXPECT_GT(alone.steps, 4'000U);
  EXPECT_EQ(totals(explore("pi workers=4", 3, "exhaustive")), totals(alone));
}

// Which steps choose is known only when they run, so their values stay with one search.
TEST(Jobs, ShareStepsThatChoose) {
  const auto expect_equal = [](const std::string& program, const std::string& reduction) {
    const CheckResult alone = explore(program, 1, reduction);
    EXPECT_GT(alone.steps, 4'000U);
    EXPECT_EQ(totals(explore(program, 3, reduction)), totals(alone));
  };
  expect_equal("twopc participants=3", "exhaustive");
  expect_equal("twopc participants=8", "optimal");
}

TEST(Jobs, FindTheSameViolationFirst) {
  const std::string program = "le-erlang n=6";
  const CheckResult two = explore(program, 2, "optimal", false);
  ASSERT_EQ(two.violations.size(), 1U);
  EXPECT_EQ(two.verdict, Verdict::violation);
  for (const std::uint64_t threads : {2, 3, 8}) {
    EXPECT_EQ(details(explore(program, threads, "optimal", false)), details(two));
  }
}

TEST(Jobs, StopWhereTheyAreAsked) {
  std::atomic<bool> interrupt = true;
  CheckOptions options;
  options.interrupt = &interrupt;
  const CheckResult result =
      check(subject("fanin senders=9"), options, Jobs{.count = 2, .on_worker = {}});
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.incomplete.why, Incomplete::Why::interrupted);
}

TEST(Jobs, ShowEveryExecution) {
  CheckOptions options;
  std::vector<std::uint64_t> classes;
  options.on_execution = [&](const Execution& one) { classes.push_back(one.class_name); };
  const CheckResult result =
      check(subject("fanin senders=7"), options, Jobs{.count = 3, .on_worker = {}});
  std::ranges::sort(classes);
  EXPECT_EQ(std::ranges::adjacent_find(classes), classes.end());
  EXPECT_EQ(classes.size(), result.executions);
  EXPECT_EQ(classes.size(), 5040U);  // 7! orders at one receiver
}

TEST(Jobs, AreRefusedWithTheReason) {
  const auto complaint = [](CheckOptions options) -> std::string {
    try {
      check(subject("server"), options, Jobs{.count = 2, .on_worker = {}});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(complaint({.reduction = "udpor"}),
            "only one thread can explore this: udpor finds out what is left from what it has "
            "unfolded before");
  EXPECT_EQ(complaint({.reduction = "dcute", .dependence = Dependence::actor}),
            "only one thread can explore this: dcute explores one actor after the other, and what "
            "it finds about one decides about the next");
  EXPECT_EQ(complaint({.reduction = "transdpor", .dependence = Dependence::actor}),
            "only one thread can explore this: transdpor adds to a state while one step from there "
            "is explored, so there is one such step at a time");
  EXPECT_EQ(complaint({.executions_max = 5}),
            "only one thread can explore this: --executions-max counts the executions of one walk");
}

}  // namespace
}  // namespace harrier::testing
