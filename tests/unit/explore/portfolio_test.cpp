// Several searches that make up one exploration: what they found counts as if one had found it.
#include "explore/portfolio.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"

namespace harrier::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using Why = Incomplete::Why;

/// Tells what some searches establish, one after the other, without a program.
class Scripted {
 public:
  explicit Scripted(std::vector<CheckResult> results) : results_(std::move(results)) {}

  CheckResult run(const CheckOptions& options) {
    const CheckResult result = run_searches(
        options,
        {.explore = [this](const CheckOptions&, std::unique_ptr<Reduction>,
                           const Search::Observer&) { return next(); },
         .draw = [this](const CheckOptions&, std::unique_ptr<Sampled>) { return next(); }});
    EXPECT_EQ(next_, results_.size());
    return result;
  }

 private:
  CheckResult next() { return results_.at(next_++); }

  std::vector<CheckResult> results_;
  std::size_t next_ = 0;
};

/// A check of the server that failed in this step, in so many executions.
Violation failed_at(std::size_t step, std::uint64_t count,
                    const std::string& text = "reads agree") {
  Violation violation;
  violation.finding = FailedStep{.failure = {.text = text},
                                 .actor = "server",
                                 .message = "Get{" + std::to_string(step) + "}",
                                 .number = step};
  violation.schedule.steps.resize(step);
  violation.count = count;
  return violation;
}

Violation undelivered_to(const std::string& actor, std::uint64_t count) {
  Violation violation;
  violation.finding = UndeliveredMessage{.message = "Go{}", .from = "set-up", .to = actor};
  violation.count = count;
  return violation;
}

/// What a search establishes that stops for some reason, or does not.
CheckResult found(Why why, std::uint64_t executions, std::vector<Violation> violations,
                  std::vector<Violation> warnings = {}) {
  CheckResult result;
  result.complete = why == Why::none;
  result.incomplete.why = why;
  result.executions = executions;
  result.verdict = !violations.empty() ? Verdict::violation
                   : result.complete   ? Verdict::ok
                                       : Verdict::incomplete;
  result.violations = std::move(violations);
  result.warnings = std::move(warnings);
  return result;
}

/// The same of the probes: there are so few classes that all can be explored.
CheckResult probed(std::vector<Violation> violations, std::vector<Violation> warnings = {}) {
  CheckResult result = found(Why::seconds_max, 100, std::move(violations), std::move(warnings));
  result.seconds = 0.5;
  result.estimate = Estimate{.classes = 10};
  return result;
}

CheckOptions bounds(std::vector<std::uint64_t> bounds) {
  CheckOptions options;
  options.search = "delay";
  options.bounds = std::move(bounds);
  options.keep_going = true;
  return options;
}

CheckOptions portfolio() {
  CheckOptions options;
  options.search = "portfolio";
  options.seconds_max = 10;
  options.keep_going = true;
  return options;
}

TEST(Bounds, FindOneCheckOnceWhereverItFails) {
  const CheckResult result = Scripted({found(Why::covers_part, 4, {failed_at(7, 2)}),
                                       found(Why::covers_part, 6, {failed_at(5, 3)})})
                                 .run(bounds({0, 1}));
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.executions, 10U);
  ASSERT_THAT(result.violations, SizeIs(1));
  EXPECT_EQ(result.violations[0].finding, failed_at(5, 3).finding);  // the shorter one
  EXPECT_THAT(result.violations[0].schedule.steps, SizeIs(5));
  EXPECT_EQ(result.violations[0].count, 5U);  // 2 + 3
}

TEST(Bounds, KeepTheWarningsOfAll) {
  const CheckResult result =
      Scripted({found(Why::covers_part, 4, {}, {undelivered_to("first", 1)}),
                found(Why::covers_part, 6, {},
                      {undelivered_to("second", 2), undelivered_to("first", 3)})})
          .run(bounds({0, 1}));
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  ASSERT_THAT(result.warnings, SizeIs(2));
  EXPECT_EQ(result.warnings[0].finding, undelivered_to("first", 1).finding);
  EXPECT_EQ(result.warnings[0].count, 4U);  // 1 + 3
  EXPECT_EQ(result.warnings[1].finding, undelivered_to("second", 2).finding);
  EXPECT_EQ(result.warnings[1].count, 2U);
}

TEST(Bounds, AreNotOkWhereOneBeforeTheLastFoundSomething) {
  const CheckResult result = Scripted({found(Why::covers_part, 4, {failed_at(7, 2)}),  //
                                       found(Why::none, 6, {})})
                                 .run(bounds({0, 1}));
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_THAT(result.violations, SizeIs(1));
}

TEST(Bounds, NameTheViolationThatDoesNotShowAgain) {
  CheckResult differs = found(Why::not_confirmed, 6, {failed_at(6, 1, "sum"), failed_at(7, 2)});
  differs.verdict = Verdict::nondeterminism;
  differs.incomplete.violation = 0;  // the sum
  const CheckResult result =
      Scripted({found(Why::covers_part, 4, {failed_at(7, 2)}), differs}).run(bounds({0, 1, 2}));
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
  ASSERT_THAT(result.violations, SizeIs(2));
  EXPECT_EQ(result.incomplete.violation, 1U);
  EXPECT_EQ(result.violations[1].finding, failed_at(6, 1, "sum").finding);
  EXPECT_THAT(result.incomplete_reason(), HasSubstr("sum"));
}

TEST(Portfolio, KeepsWhatTheProbesFoundWhereThereWasNoTimeToExploreAll) {
  const CheckResult result =
      Scripted({probed({failed_at(5, 40)}, {undelivered_to("first", 30)}),
                found(Why::seconds_max, 3, {}, {undelivered_to("second", 2)})})
          .run(portfolio());
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.executions, 3U);  // the probes are not counted
  ASSERT_THAT(result.parts, SizeIs(1));
  EXPECT_EQ(result.parts[0].search, "optimal");
  ASSERT_THAT(result.violations, SizeIs(1));
  EXPECT_EQ(result.violations[0].finding, failed_at(5, 40).finding);
  EXPECT_EQ(result.violations[0].count, 1U);  // in none of the three
  ASSERT_THAT(result.warnings, SizeIs(2));
  EXPECT_EQ(result.warnings[0].count, 2U);
  EXPECT_EQ(result.warnings[1].finding, undelivered_to("first", 30).finding);
  EXPECT_EQ(result.warnings[1].count, 1U);
}

TEST(Portfolio, CountsTheExecutionsOfTheExplorationAlone) {
  const CheckResult result =
      Scripted({probed({failed_at(5, 40)}), found(Why::seconds_max, 3, {failed_at(6, 2)})})
          .run(portfolio());
  ASSERT_THAT(result.violations, SizeIs(1));
  EXPECT_EQ(result.violations[0].count, 2U);
  EXPECT_THAT(result.violations[0].schedule.steps, SizeIs(5));  // that of the probes is shorter
}

TEST(Portfolio, ShowsWhatACompleteExplorationFoundWhateverTheProbesMet) {
  const CheckResult result =
      Scripted({probed({failed_at(5, 40)}, {undelivered_to("first", 30)}),
                found(Why::none, 8, {failed_at(6, 2)}, {undelivered_to("first", 1)})})
          .run(portfolio());
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_TRUE(result.complete);
  ASSERT_THAT(result.violations, SizeIs(1));
  EXPECT_EQ(result.violations[0].count, 2U);
  EXPECT_THAT(result.violations[0].schedule.steps, SizeIs(6));
  ASSERT_THAT(result.warnings, SizeIs(1));
  EXPECT_EQ(result.warnings[0].count, 1U);
}

struct Put {
  int value;
};

class Cell : public Actor<Cell> {
 public:
  void on(Put m) {
    check(!(value_ == 3 && m.value == 1), "1 does not follow 3");
    value_ = m.value;
  }

 private:
  Tracked<int> value_{"value", 0};
};

TEST(Bounds, OfAProgramShowTheShortestExecution) {
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        for (const int value : {1, 2, 3}) system.send(cell, Put{value});
      },
      bounds({1, 2, 3}));
  EXPECT_EQ(result.verdict, Verdict::violation);
  ASSERT_THAT(result.violations, SizeIs(1));                    // of 2 3 1 and 3 1 2
  EXPECT_THAT(result.violations[0].schedule.steps, SizeIs(2));  // 3 1
}

}  // namespace
}  // namespace harrier::testing
