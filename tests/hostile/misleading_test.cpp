// Violations that are one and look like many, or are taken for something else.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/hostile/hostile.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Misleading, WhatFollowsFromAFailureIsNotReported) {
  const json result = json::parse(
      hostile_run({"check", "consequences", "--keep-going", "--json", "--undelivered", "error"})
          .out);
  ASSERT_EQ(result["violations"].size(), 1U);
  EXPECT_THAT(result["violations"][0]["message"].get<std::string>(),
              StartsWith("check failed: the server can answer"));
  const std::string schedule = result["violations"][0]["schedule"];
  const Outcome replayed = hostile_run({"replay", "consequences", "--schedule", schedule});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_THAT(replayed.out, Not(HasSubstr("deadlock")));
}

TEST(Misleading, OnePropertyIsOneViolationShownByItsShortestExecution) {
  const json result = json::parse(hostile_run({"check", "sums", "--keep-going", "--json"}).out);
  ASSERT_EQ(result["violations"].size(), 1U);
  const json& violation = result["violations"][0];
  EXPECT_EQ(violation["message"],
            "check failed: the sum 14 is no multiple of 7 (sum on Put{4}, step 2)");
  EXPECT_GT(violation["count"], 10);
  EXPECT_EQ(violation["steps"].size(), 2U);
}

TEST(Misleading, ChecksAtTwoPlacesAreTwoViolationsWhateverTheirNumbers) {
  const json result = json::parse(hostile_run({"check", "rules", "--keep-going", "--json"}).out);
  EXPECT_EQ(result["violations"].size(), 2U);
}

TEST(Misleading, CountsThatStopSaySo) {
  const Outcome outcome = hostile_run({"check", "undelivered", "n=7", "--reduction", "exhaustive"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("; in at least 10,000 executions\n"));
}

TEST(Misleading, SeveralViolationsOfOneEndAreConfirmed) {
  const Outcome outcome = hostile_run(
      {"check", "left", "--environment", "empty", "--undelivered", "error", "--keep-going"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: "));
}

TEST(Misleading, AScheduleThatDoesNotFitAgainIsNondeterminism) {
  const Outcome outcome = hostile_run({"check", "global"});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.out, StartsWith("nondeterminism: the violation does not show again when its "
                                      "schedule is replayed: check failed: nothing is put"));
  EXPECT_EQ(outcome.err, "");
}

TEST(Misleading, RolesMayBeMadeOnTheSpot) {
  const Outcome outcome = hostile_run({"check", "named"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              StartsWith("violation: check failed: the total stays small (an actor with a long "
                         "role, number 2 on Put{1}, step "));
}

TEST(Misleading, TheStateOfTheActorThatFailedIsShown) {
  EXPECT_THAT(
      hostile_run({"check", "named"}).out,
      HasSubstr("\n  an actor with a long role, number 2 has failed, state 3, mailbox []\n"));
}

TEST(Misleading, NothingIsCutWhereNobodyLooks) {
  const Outcome outcome = hostile_run({"check", "letter"});
  EXPECT_THAT(outcome.out, HasSubstr("xEND\""));
  EXPECT_THAT(outcome.out, Not(HasSubstr("…")));
  Command on_terminal = hostile_command({"check", "letter"});
  EXPECT_THAT(run_on_terminal(on_terminal).out, HasSubstr("x…x"));
}

TEST(Misleading, WhatIsLearnedLateIsKnownFromTheBeginning) {
  const TemporaryFolder folder;
  const std::string executions = folder.path("executions");
  EXPECT_THAT(hostile_run({"check", "padded", "--save-executions", executions}).out,
              HasSubstr("every class of executions was explored, in 2 executions"));
  EXPECT_EQ(std::ranges::count(contents_of(executions), '\n'), 2);
  EXPECT_THAT(hostile_run({"outcomes", "padded"}).out, StartsWith("2 end states in 2 classes"));
  EXPECT_THAT(hostile_run({"unfold", "padded", "-o", folder.path("graph.dot")}).out,
              HasSubstr("2 maximal configurations"));
  EXPECT_THAT(hostile_run({"estimate", "padded"}).out, HasSubstr("2 classes"));
}

TEST(Misleading, GraphsAndPagesHoldNoBrokenText) {
  const TemporaryFolder folder;
  for (const char* name : {"graph.dot", "page.html"}) {
    const std::string file = folder.path(name);
    EXPECT_EQ(hostile_run({"unfold", "letter", "bytes=1", "-o", file}).status, 0);
    const std::string text = contents_of(file);
    EXPECT_EQ(text.find('\0'), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
    EXPECT_THAT(text, HasSubstr("00b"));  // the NUL is named
  }
}

TEST(Misleading, FilesCannotSpeakToTheTerminal) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  write_file(file, R"({"schema": "\u001b[31mred"})");
  const Outcome outcome = hostile_run({"replay", file});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
  EXPECT_THAT(outcome.err, HasSubstr("its schema is '\\x1b[31mred'"));
}

}  // namespace
}  // namespace harrier::testing_support
