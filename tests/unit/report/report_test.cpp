// Tests what is said about explorations and replays, and what is not.
#include "harrier/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace harrier {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

CheckResult result_of(Verdict verdict) {
  CheckResult result;
  result.verdict = verdict;
  result.complete = verdict == Verdict::ok;
  result.executions = 6;
  result.steps = 1500;
  result.seconds = 0.126;
  return result;
}

CheckOptions with_reduction(const char* reduction) {
  CheckOptions options;
  options.reduction = reduction;
  return options;
}

Violation violation_of(const std::string& message) {
  Violation violation;
  violation.finding = FailedProgram{{FailureKind::check, message}};
  violation.actors = {{.name = "server", .mailbox = WaitingMessages()}};
  violation.schedule = Schedule::parse("0-3.5");
  return violation;
}

CheckResult ok_with(Coverage coverage) {
  CheckResult result = result_of(Verdict::ok);
  result.coverage = std::move(coverage);
  return result;
}

TEST(Reports, SayThatAllExecutionsWereExploredOnlyWhereTheyWere) {
  EXPECT_EQ(report(ok_with(Coverage::every_execution()), with_reduction("exhaustive")),
            "ok: no violation in any execution of the program; all 6 were explored\n"
            "6 executions, 1,500 steps, in 0.13 s\n");
  EXPECT_EQ(report(ok_with(Coverage::every_class()), with_reduction("optimal")),
            "ok: no violation in any execution of the program; every class of executions was "
            "explored, in 6 executions\n"
            "6 executions, 1,500 steps, in 0.13 s\n");
}

TEST(Reports, NameTheOptionForMoreThreadsWhereOneTookLong) {
  const std::string tip =
      "tip: one thread explored this; --jobs 4 may be faster, for handlers that touch nothing but "
      "their own actor\n";
  ReportOptions options;
  options.command_line = true;
  options.threads = 4;
  CheckOptions explored = with_reduction("optimal");
  CheckResult result = ok_with(Coverage::every_class());
  EXPECT_THAT(report(result, explored, options), Not(HasSubstr("tip")));
  result.seconds = 10;
  EXPECT_EQ(report(result, explored, options),
            "ok: no violation in any execution of the program; every class of executions was "
            "explored, in 6 executions\n" +
                tip + "6 executions, 1,500 steps, in 10.00 s\n");
  result.verdict = Verdict::incomplete;
  EXPECT_THAT(report(result, explored, options), HasSubstr(tip));
  result.verdict = Verdict::nondeterminism;
  EXPECT_THAT(report(result, explored, options), Not(HasSubstr("--jobs")));
  // Who stops at the first violation has no use for it.
  result.verdict = Verdict::violation;
  EXPECT_THAT(report(result, explored, options), Not(HasSubstr("--jobs")));
  explored.keep_going = true;
  EXPECT_THAT(report(result, explored, options), HasSubstr(tip));
  options.threads = 1;
  EXPECT_THAT(report(result, explored, options), Not(HasSubstr("--jobs")));
}

TEST(Reports, CountWhatWasBlockedAndReplayed) {
  CheckResult result = result_of(Verdict::ok);
  result.blocked = 2;
  result.steps_replayed = 40;
  EXPECT_THAT(report(result, {}),
              HasSubstr("6 executions, 2 blocked, 1,500 steps, 40 replayed, in 0.13 s\n"));
}

TEST(Reports, TellHowManyThreadsExplored) {
  CheckResult result = result_of(Verdict::ok);
  result.threads = 2;
  EXPECT_THAT(report(result, {}),
              HasSubstr("6 executions, 1,500 steps, in 0.13 s with 2 threads\n"));
}

TEST(Reports, NameTheBoundThatWasReached) {
  CheckResult result = result_of(Verdict::incomplete);
  result.incomplete = {.why = Incomplete::Why::executions_max, .bound = 6};
  CheckOptions options;
  options.executions_max = 6;
  options.depth_max = 100;
  ReportOptions command_line;
  command_line.command_line = true;
  command_line.program = "server";
  EXPECT_EQ(report(result, options, command_line),
            "incomplete: the bound of 6 executions was reached; no violation in 6 executions of "
            "server, others were not explored\n"
            "tip: raise --executions-max to explore more\n"
            "6 executions, 1,500 steps, in 0.13 s\n");
  EXPECT_THAT(report(result, options), HasSubstr("tip: raise executions_max to explore more\n"));
}

TEST(Reports, DoNotCallAnInterruptedRunOfNothingAnExecution) {
  CheckResult result = result_of(Verdict::incomplete);
  result.executions = 0;
  result.incomplete.why = Incomplete::Why::interrupted;
  EXPECT_THAT(
      report(result, {}),
      StartsWith("incomplete: interrupted; no violation so far, others were not explored\n"));
}

TEST(Reports, SayWhereThereAreMoreStatesThanClassesOfExecutions) {
  CheckResult result = ok_with(Coverage::every_state());
  result.states = {.distinct = 40'000};
  result.estimate = {.classes = 5'000, .low = 4'000, .high = 6'000, .confidence = 0.95};
  const std::string advice =
      "\ntip: there are about 5,000 classes of executions, fewer than states: explore those, "
      "without states\n";
  EXPECT_THAT(report(result, {}), HasSubstr(advice));
  result.estimate->cut = 1;  // where executions may have no end, states are all there is
  EXPECT_THAT(report(result, {}), Not(HasSubstr("tip: ")));
  result.estimate->cut = 0;
  result.states->distinct = 5'999;
  EXPECT_THAT(report(result, {}), Not(HasSubstr("tip: ")));
}

TEST(Reports, ShowTheViolationItsExecutionAndTheReplay) {
  CheckResult result = result_of(Verdict::violation);
  result.violations = {violation_of("check failed: both reads agree")};
  ReportOptions options;
  options.replay_line = [](const Violation& violation) {
    return "harrier replay server --schedule " + violation.schedule.text();
  };
  EXPECT_EQ(report(result, {}, options),
            "violation: check failed: both reads agree\n"
            "  server is idle, mailbox []\n"
            "replay: harrier replay server --schedule 0-3.5\n"
            "tip: the exploration stopped at this violation; keep_going explores the rest too\n"
            "6 executions, 1,500 steps, in 0.13 s\n");
  EXPECT_THAT(report(result, {}), HasSubstr("schedule: 0-3.5\n"));
}

TEST(Reports, TellHowOftenAViolationWasSeen) {
  CheckResult result = result_of(Verdict::violation);
  result.complete = true;
  result.violations = {violation_of("first"), violation_of("second")};
  result.violations[1].count = 4;
  CheckOptions options;
  options.keep_going = true;
  const std::string text = report(result, options);
  EXPECT_THAT(text, StartsWith("violation: first\n"));
  EXPECT_THAT(text, HasSubstr("\n\nviolation: second; in 4 executions\n"));
  EXPECT_THAT(text, Not(HasSubstr("incomplete")));
  result.complete = false;
  result.incomplete.why = Incomplete::Why::interrupted;
  EXPECT_THAT(report(result, options),
              HasSubstr("\nincomplete: interrupted; other executions were not explored\n"));
}

TEST(Reports, ExplainNondeterminism) {
  CheckResult result = result_of(Verdict::nondeterminism);
  result.incomplete = {
      .why = Incomplete::Why::differs, .step = 2, .what = "server on Get{} did something else"};
  const std::string text = report(result, {});
  EXPECT_THAT(text, StartsWith("nondeterminism: step 2: server on Get{} did something else\n"));
  EXPECT_THAT(text, HasSubstr("tip: audit looks at every execution so"));
}

TEST(Reports, WarnWithoutFailing) {
  CheckResult result = result_of(Verdict::ok);
  result.warnings = {violation_of("Set{5} is never delivered")};
  result.warnings[0].count = 2;
  const std::string text = report(result, {});
  EXPECT_THAT(text, StartsWith("ok: "));
  EXPECT_THAT(text, HasSubstr("\nwarning: Set{5} is never delivered; in 2 executions\n"));
  EXPECT_THAT(text, HasSubstr("\ntip: undelivered = error makes this a violation"));
}

TEST(Reports, OfAReplayClaimOneExecutionOnly) {
  ReplayResult result;
  result.maximal = true;
  EXPECT_EQ(report(result), "ok: no violation in this one execution of 0 steps\n");
  result.maximal = false;
  result.pending = {{"Get{}", "server", Hold::none}};
  EXPECT_EQ(report(result),
            "ok: no violation in these 0 steps, but the execution goes on after them\n"
            "  pending: Get{} to server: deliverable\n");
}

TEST(Reports, ShowEveryStepOfAReplay) {
  ReplayResult result;
  StepText step;
  step.from = "set-up";
  step.to = "a";
  step.text = "Go{}";
  for (std::uint32_t i = 0; i < 80; ++i) {
    step.number = i + 1;
    step.message = MessageId(i);
    result.steps.push_back(step);
  }
  result.violations = {violation_of("bad")};
  const std::string text = report(result);
  EXPECT_THAT(text, HasSubstr("\n40  #39  set-up → a  Go{}\n"));
  EXPECT_THAT(text, HasSubstr("20 steps left out"));  // of the diagram
  EXPECT_THAT(text, HasSubstr("\nviolation: bad\n  server is idle, mailbox []\n"));
}

}  // namespace
}  // namespace harrier
