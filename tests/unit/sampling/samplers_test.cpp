// What the samplers draw: the same for the same seed, with the chances that they promise.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "harrier/harrier.hpp"

namespace harrier::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

struct Late {};
struct Pass {
  int left;
};
struct Toss {};

class Cell : public Actor<Cell> {
 public:
  void on(Late) { check(!passed_, "late comes before the last pass"); }
  void on(Pass m) {
    if (m.left > 0) return send(self(), Pass{m.left - 1});
    passed_ = true;
  }
  void on(Toss) {
    passed_ = true;
    check(choose(3) != 2, "the third side");
  }

 private:
  Tracked<bool> passed_ = false;
};

/// One message against a chain of others: the violation needs one ordering, and twenty even draws.
void race_with_chain(System& system) {
  const auto cell = system.spawn<Cell>();
  system.send(cell, Late{});
  system.send(cell, Pass{20});
}

CheckOptions sampling(const std::string& search, std::uint64_t executions, std::uint64_t seed = 0) {
  CheckOptions options;
  options.search = search;
  options.executions_max = executions;
  options.seed = seed;
  options.keep_going = true;
  return options;
}

std::vector<std::string> schedules(CheckOptions options) {
  std::vector<std::string> all;
  options.on_execution = [&](const Execution& one) { all.push_back(one.schedule.text()); };
  check(race_with_chain, options);
  return all;
}

class Samplers : public ::testing::TestWithParam<const char*> {};

TEST_P(Samplers, DrawTheSameForTheSameSeed) {
  const std::vector<std::string> drawn = schedules(sampling(GetParam(), 30, 5));
  EXPECT_THAT(drawn, SizeIs(30));
  EXPECT_EQ(schedules(sampling(GetParam(), 30, 5)), drawn);
  EXPECT_NE(schedules(sampling(GetParam(), 30, 6)), drawn);
}

TEST_P(Samplers, DrawTheValuesOfChoices) {
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        system.send(cell, Toss{});
        system.send(cell, Toss{});
      },
      sampling(GetParam(), 300));
  ASSERT_THAT(result.violations, SizeIs(1));
  // Each of the two tosses fails in a third of the executions; only the first failure counts.
  EXPECT_GT(result.violations[0].count, 300 * 5 / 9 - 60U);
  EXPECT_LT(result.violations[0].count, 300 * 5 / 9 + 60U);
  // In two orders: the first one fails, and the actor takes no more, or else has one of two values,
  // and the other one any of three.
  EXPECT_EQ(result.seen->distinct, 2 * (1 + 2 * 3U));
}

TEST_P(Samplers, NeverClaimThatAllWasExplored) {
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        system.send(cell, Pass{0});
        system.send(cell, Pass{0});
      },
      sampling(GetParam(), 50));
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.executions, 50U);
  EXPECT_EQ(result.incomplete_reason(), "the bound of 50 executions was reached");
}

TEST_P(Samplers, StopWhereThereIsNothingToDraw) {
  const CheckResult result = check(
      [](System& system) { system.send(system.spawn<Cell>(), Pass{4}); }, sampling(GetParam(), 50));
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.executions, 1U);
}

TEST_P(Samplers, CutWhatNeverEnds) {
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        for (int i = 0; i < 2; ++i) system.send(cell, Pass{1'000'000'000});
      },
      sampling(GetParam(), 3));
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.depth_max, 10'000U);
  EXPECT_THAT(result.incomplete_reason(), HasSubstr("10,000 steps were cut"));
}

TEST_P(Samplers, WantToBeToldWhenToStop) {
  EXPECT_THROW(check(race_with_chain, sampling(GetParam(), 0)), UsageError);
}

TEST_P(Samplers, ShowViolationsThatReplay) {
  CheckOptions options = sampling(GetParam(), 3'000, 1);
  options.keep_going = false;
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        system.send(cell, Late{});
        system.send(cell, Pass{1});
      },
      options);
  ASSERT_THAT(result.violations, SizeIs(1));
  EXPECT_EQ(result.verdict, Verdict::violation);  // confirmed by a replay
  EXPECT_THAT(result.violations[0].steps, SizeIs(3));
}

INSTANTIATE_TEST_SUITE_P(All, Samplers,
                         ::testing::Values("random", "actors", "pos", "pct", "tapct", "urw"),
                         [](const auto& name) { return std::string(name.param); });

std::uint64_t violations_of(const std::string& search, std::uint64_t executions) {
  const CheckResult result = check(race_with_chain, sampling(search, executions));
  return result.violations.empty() ? 0 : result.violations[0].count;
}

TEST(Pct, FindsAnOrderingOfAChainAsOftenAsItPromises) {
  // Two chains: one in two of the executions with depth 1, whatever the length of the other chain.
  EXPECT_GT(violations_of("pct", 300), 35U);
  EXPECT_GT(violations_of("tapct", 300), 35U);
  EXPECT_EQ(violations_of("random", 300), 0U);  // 2^-21 each
}

TEST(Pct, SaysWhatItPromises) {
  const CheckResult result = check(race_with_chain, sampling("pct", 301));
  ASSERT_THAT(result.parts, SizeIs(1));
  EXPECT_THAT(result.parts[0].guarantee,
              HasSubstr("a violation of depth 1, 2, 3 would have been found with a chance of at "
                        "least 99.99%, 8"));
  EXPECT_THAT(result.parts[0].guarantee, HasSubstr("more than 2 chains and 22 messages"));
}

TEST(Searches, RefuseWhatContradictsThem) {
  const auto refused = [](auto change) {
    CheckOptions options;
    change(options);
    EXPECT_THROW(check(race_with_chain, options), UsageError);
  };
  refused([](CheckOptions& o) { o.search = "rnadom"; });
  refused([](CheckOptions& o) { o.bounds = {1}; });
  refused([](CheckOptions& o) { o.search = "pos", o.executions_max = 9, o.bounds = {1}; });
  refused([](CheckOptions& o) { o.search = "depth", o.bounds = {0}; });
  refused([](CheckOptions& o) { o.search = "depth", o.depth_max = 9; });
  refused([](CheckOptions& o) { o.search = "portfolio"; });
  refused([](CheckOptions& o) { o.search = "portfolio", o.seconds_max = 1, o.executions_max = 1; });
  refused([](CheckOptions& o) { o.search = "pct", o.executions_max = 9, o.bug_depth = 0; });
}

TEST(Searches, GoFromBoundToBound) {
  CheckOptions options;
  options.search = "delay";
  options.bounds = {0, 1};
  options.keep_going = true;
  const CheckResult result = check(race_with_chain, options);
  ASSERT_THAT(result.parts, SizeIs(2));
  EXPECT_EQ(result.parts[0].executions, 1U);
  EXPECT_TRUE(result.parts[0].ended);
  EXPECT_EQ(result.parts[1].bound, 1U);
  EXPECT_EQ(result.executions, result.parts[0].executions + result.parts[1].executions);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_THAT(result.incomplete_reason(), HasSubstr("at most 1 delay"));
}

TEST(Searches, SayOkWhereTheBoundLeavesNothingOut) {
  const auto two_passes = [](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Pass{0});
    system.send(cell, Pass{0});
  };
  CheckOptions options;
  options.search = "delay";
  EXPECT_EQ(check(two_passes, options).verdict, Verdict::ok);  // bounds 0 and 1
  options.bounds = {0};
  EXPECT_EQ(check(two_passes, options).verdict, Verdict::incomplete);
  options.search = "depth";
  options.bounds = {1};
  EXPECT_EQ(check(two_passes, options).verdict, Verdict::incomplete);
  options.bounds = {1, 2};
  EXPECT_EQ(check(two_passes, options).verdict, Verdict::ok);
}

}  // namespace
}  // namespace harrier::testing
