// Ctrl-C and the progress line.
#include <signal.h>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// 12! orders: nobody waits for their end.
const std::vector<std::string> long_run = {"check", "many", "--reduction", "exhaustive"};

Command long_command(std::vector<std::string> more) {
  std::vector<std::string> arguments = long_run;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {.binary = HARRIER_PROGRAMS_BINARY,
          .arguments = std::move(arguments),
          .invoked_as = {},
          .environment = {},
          .folder = {}};
}

class Interrupt : public ::testing::TestWithParam<int> {};

TEST_P(Interrupt, EndsTheExplorationWithWhatItHas) {
  Running running(long_command({"--progress"}));
  ASSERT_TRUE(running.wait_for("executions"));  // it is under way
  running.send_signal(GetParam());
  const Outcome outcome = running.finish();
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, StartsWith("incomplete: interrupted; no violation in "));
  EXPECT_THAT(outcome.out, HasSubstr(" executions of many, others were not explored\n"));
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, ::testing::Values(SIGINT, SIGTERM),
                         [](const auto& signal) {
                           return signal.param == SIGINT ? "Int" : "Term";
                         });

TEST(Interrupts, TheSecondOneKills) {
  // The set-up never returns, so the first one cannot be answered.
  Running running({.binary = HARRIER_PROGRAMS_BINARY,
                   .arguments = {"check", "endless-setup", "--step-seconds-max", "0"},
                   .invoked_as = {},
                   .environment = {},
                   .folder = {}});
  // Signals may come before the handlers are there; then the first one kills, as it should.
  for (int i = 0; i < 200; ++i) {
    running.send_signal(SIGINT);
    const timespec pause = {0, 10'000'000};
    nanosleep(&pause, nullptr);
  }
  EXPECT_EQ(running.finish().status, 128 + SIGINT);
}

TEST(ProgressLines, AreOffWhereStderrIsNoTerminal) {
  EXPECT_EQ(run(long_command({"--seconds-max", "0.5"})).err, "");
}

TEST(ProgressLines, ComeOnceASecondWhereTheyAreAskedForWithoutATerminal) {
  const Outcome outcome = run(long_command({"--seconds-max", "0.5", "--progress"}));
  EXPECT_THAT(outcome.err, HasSubstr("executions, "));
  EXPECT_THAT(outcome.err, HasSubstr("0:01 left of --seconds-max\n"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
}

TEST(ProgressLines, AreRewrittenAndClearedOnATerminal) {
  Command command = long_command({"--seconds-max", "0.6"});
  command.environment = {{"TERM", "xterm"}, {"NO_COLOR", "1"}};
  const Outcome outcome = run_on_terminal(command);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, StartsWith("\r"));
  EXPECT_THAT(outcome.out, HasSubstr("/s, depth "));
  // Cleared, and then the report.
  EXPECT_THAT(outcome.out, HasSubstr("\r\x1b[Kincomplete: the time bound was reached; "));

  command.arguments.push_back("--no-progress");
  EXPECT_THAT(run_on_terminal(command).out, StartsWith("incomplete: "));
}

TEST(ProgressLines, TellHowMuchOfTheExecutionsIsDone) {
  const Outcome outcome =
      run(long_command({"--seconds-max", "0.5", "--executions-max", "400000000", "--progress"}));
  EXPECT_THAT(outcome.err, HasSubstr("% of --executions-max"));
}

TEST(LongRuns, TellHowManyClassesThereAreLikelyToBeWhereverTheyEnd) {
  const Outcome outcome = run(long_command({"--seconds-max", "4"}));
  EXPECT_THAT(outcome.out, HasSubstr("\n  estimate: 4.")) << "12! is 4.8 x 10^8";
  EXPECT_THAT(outcome.out, HasSubstr(" x 10^8 classes ("));
}

TEST(Terminals, GetColoursUnlessTheyAreNotWanted) {
  Command command = {.binary = HARRIER_PROGRAMS_BINARY,
                     .arguments = {"check", "many", "n=2"},
                     .invoked_as = {},
                     .environment = {{"TERM", "xterm"}},
                     .folder = {}};
  EXPECT_THAT(run_on_terminal(command).out, HasSubstr("\x1b[1;32mok:\x1b[0m no violation"));
  command.arguments.push_back("--color=never");
  EXPECT_THAT(run_on_terminal(command).out, StartsWith("ok: no violation"));
  command.arguments.back() = "--color=always";
  EXPECT_THAT(run(command).out, StartsWith("\x1b[1;32mok:"));
}

}  // namespace
}  // namespace harrier::testing_support
