// Programs that are large in one way each stay within the memory that docs/limits.md states.
#include "tests/hostile/hostile.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// A sanitizer needs more than any of these.
#ifndef HARRIER_SANITIZED

/// A row of the table.
struct Large {
  std::string arguments;
  int megabytes_max;
  int status;
  std::string begins;
};

void expect_within(const Large& large) {
  const Outcome outcome =
      limited_run("-d " + std::to_string(large.megabytes_max * 1024), "check " + large.arguments);
  EXPECT_EQ(outcome.status, large.status) << large.arguments << '\n' << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith(large.begins)) << large.arguments;
}

TEST(Large, ProgramsStayWithinTheStatedMemory) {
  expect_within({"crowd actors=20000", 150, 1, "violation: check failed: somebody is next"});
  expect_within(
      {"generations depth=10000", 100, 1, "violation: check failed: there is another generation"});
  expect_within({"nest depth=100000", 50, 1, "violation: check failed: the bottom is never"});
  expect_within({"forever limit=100000 --reduction exhaustive", 150, 1,
                 "violation: check failed: the end is never reached"});
  expect_within({"sources actors=2000 --delivery causal", 250, 0, "ok: no violation"});
  expect_within({"letter length=10000000", 300, 1, "violation: check failed: nothing is written"});
}

TEST(Large, AnActorThatIsDearToCopyIsRunThroughItsPastInstead) {
  // Ten copies would take 640 MB; the first few show what they cost.
  expect_within(
      {"heavy n=10 --executions-max 50", 500, 3, "incomplete: the bound of 50 executions"});
}

TEST(Large, EndlessExecutionsEndWithinTheStatedMemory) {
  const std::string ending = " steps; if it never ends, --depth-max cuts such executions; ";
  expect_within({"forever --reduction exhaustive", 400, 3,
                 "incomplete: an execution goes on beyond 1,000,000" + ending});
  expect_within({"forever", 1'700, 3, "incomplete: an execution goes on beyond 120,000" + ending});
}

TEST(Large, TooLittleMemoryIsNoInternalError) {
  const Outcome outcome = limited_run("-d 65536", "check forever");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, StartsWith("incomplete: there is no more memory; --depth-max, "));
}

TEST(Large, LittleMemoryLosesNoViolationThatWasFound) {
  for (int megabytes = 16; megabytes <= 64; megabytes += 8) {
    const Outcome outcome = limited_run("-d " + std::to_string(megabytes * 1024),
                                        "check sums n=8 --keep-going --reduction exhaustive");
    EXPECT_EQ(outcome.status, 1) << megabytes << ' ' << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("violation: check failed: the sum "));
  }
}

TEST(Large, TooLittleMemoryForTheReportLeavesTheViolation) {
  // The text is 20 MB, and the report holds it several times.
  const Outcome outcome = limited_run("-d 98304", "check letter length=20000000");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: check failed: nothing is written"));
}

#endif

TEST(Large, ADepthThatNoScheduleReachesIsRefused) {
  const Outcome outcome = hostile_run({"check", "forever", "--depth-max", "2000000"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "error: a depth of 2000000 is too much: a schedule has at most 1000000 steps\n");
}

TEST(Large, TheLongestExecutionHasAScheduleThatCanBeRead) {
  const Outcome found =
      hostile_run({"check", "forever", "limit=1000000", "--reduction", "exhaustive"});
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.out, HasSubstr("replay: ./hostile replay forever limit=1000000 --schedule "
                                   "0-999999\n"));
  // Another program: it is read, and does not fit.
  EXPECT_THAT(hostile_run({"replay", "crowd", "actors=1", "--schedule", "0-999999"}).err,
              StartsWith("error: the schedule does not fit the program at its step 2: "));
}

}  // namespace
}  // namespace harrier::testing_support
