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

/// The same without what depends on the order in which executions are abandoned.
std::string totals_but_blocked(CheckResult result) {
  result.blocked = 0;
  return totals(result);
}

class SharedSource : public ::testing::TestWithParam<std::string> {};

TEST_P(SharedSource, HasTheClassesOfOneThreadAndRepeats) {
  const CheckResult alone = explore(GetParam(), 1, "source");
  const CheckResult two = explore(GetParam(), 2, "source");
  EXPECT_GT(alone.steps, 4'000U) << "too small to be shared";
  EXPECT_EQ(totals_but_blocked(two), totals_but_blocked(alone));
  EXPECT_EQ(details(explore(GetParam(), 5, "source")), details(two));
}

INSTANTIATE_TEST_SUITE_P(Of, SharedSource,
                         ::testing::Values("fanin senders=7", "last-zero n=7", "mpat k=5",
                                           "chameneos meetings=4",
                                           "dispatcher servers=4 requests=3", "philosophers n=3",
                                           "poke threads=4", "readers n=11", "le-erlang n=4",
                                           "twopc participants=8"),
                         [](const auto& one) { return as_test_name(one.param); });

TEST(Jobs, SharePersistentSetsOfActors) {
  CheckOptions options;
  options.reduction = "persistent";
  options.dependence = Dependence::actor;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  for (const std::string program : {"fanin senders=7", "pi workers=7", "twopc participants=5"}) {
    const CheckResult alone = check(subject(program), options);
    EXPECT_GT(alone.steps, 4'000U) << program;
    const CheckResult two = check(subject(program), options, Jobs{.count = 2, .on_worker = {}});
    EXPECT_EQ(totals(two), totals(alone)) << program;
    EXPECT_EQ(details(check(subject(program), options, Jobs{.count = 5, .on_worker = {}})),
              details(two))
        << program;
  }
}

// Of several messages that would do, the one that is planned depends on what was planned before.
TEST(Jobs, SharePersistentSetsOfMessages) {
  CheckOptions options;
  options.reduction = "persistent";
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  for (const std::string program : {"fanin senders=7", "pi workers=7", "last-zero n=4"}) {
    const CheckResult two = check(subject(program), options, Jobs{.count = 2, .on_worker = {}});
    EXPECT_EQ(two.verdict, check(subject(program), options).verdict) << program;
    EXPECT_TRUE(two.complete) << program;
    EXPECT_EQ(details(check(subject(program), options, Jobs{.count = 5, .on_worker = {}})),
              details(two))
        << program;
    options.sleep = true;
    EXPECT_EQ(
        totals_but_blocked(check(subject(program), options, Jobs{.count = 3, .on_worker = {}})),
        totals_but_blocked(check(subject(program), options)))
        << program;
    options.sleep = false;
  }
}

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
  expect_equal("twopc participants=9", "optimal");
}

/// All that executions drawn at random come to.
std::string drawn(const std::string& program, CheckOptions options, std::uint64_t threads) {
  std::uint64_t saved = 0;
  options.undelivered = Undelivered::ignore;
  options.on_execution = [&](const Execution& one) { saved = 31 * saved + one.class_name; };
  const CheckResult result =
      check(subject(program), options, Jobs{.count = threads, .on_worker = {}});
  const SeenClasses& seen = result.seen.value();
  return details(result) + ", " + std::to_string(seen.drawn) + " drawn, " +
         std::to_string(seen.distinct) + " distinct, " + std::to_string(seen.once) + " once, " +
         (result.estimate ? std::to_string(result.estimate->classes) : "no") + " estimated, " +
         result.parts.front().guarantee + ", saved " + std::to_string(saved) + ", " +
         result.incomplete_reason();
}

class Drawn : public ::testing::TestWithParam<std::string> {};

TEST_P(Drawn, IsWhatOneThreadDraws) {
  CheckOptions options;
  options.search = GetParam();
  options.keep_going = true;
  options.executions_max = 5'000;
  // The second chooses; what is sent in the others, and what races, depends on the order, so pct
  // and tapct learn late and draw again.
  for (const std::string program :
       {"fanin senders=7", "twopc participants=3", "raft nodes=5 timeouts=6", "philosophers n=4"}) {
    const std::string alone = drawn(program, options, 1);
    EXPECT_EQ(drawn(program, options, 2), alone) << program;
    EXPECT_EQ(drawn(program, options, 5), alone) << program;
  }
}

TEST_P(Drawn, StopsAtTheViolationThatComesFirst) {
  CheckOptions options;
  options.search = GetParam();
  options.executions_max = 5'000;
  for (const std::string program : {"pipeline stages=9", "pipeline stages=20 depth=4"}) {
    const std::string alone = drawn(program, options, 1);
    EXPECT_EQ(drawn(program, options, 2), alone) << program;
    EXPECT_EQ(drawn(program, options, 5), alone) << program;
  }
}

INSTANTIATE_TEST_SUITE_P(By, Drawn, ::testing::Values("random", "actors", "pos", "pct", "tapct"),
                         [](const auto& one) { return std::string(one.param); });

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
  EXPECT_EQ(complaint({.search = "urw", .executions_max = 5}),
            "only one thread can explore this: urw learns from every execution what the next one "
            "draws; random, actors, pos, pct and tapct draw with several threads");
  EXPECT_EQ(complaint({.search = "delay"}),
            "only one thread can explore this: --search delay is one walk");
  EXPECT_EQ(
      complaint({.reduction = "persistent", .dependence = Dependence::actor, .sleep = true}),
      "only one thread can explore this: persistent by actor with --sleep keeps what sleeps for "
      "one walk; without --sleep several threads can explore it, and so they can with source");
  EXPECT_EQ(complaint({.executions_max = 5}),
            "only one thread can explore this: --executions-max counts the executions of one walk");
}

}  // namespace
}  // namespace harrier::testing
