// What does not return, wherever it is, and what ends it.
#include <signal.h>

#include <random>

#include "tests/hostile/hostile.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string rest = " has not returned after 0.3 s; ";

TEST(Endless, WhateverTheProgramRunsIsNoticed) {
  for (const auto& [program, what] : std::vector<std::pair<std::string, std::string>>{
           {"endless-guard", "a constraint or an awaited condition, asked for after these steps,"},
           {"endless-condition", "a constraint or an awaited condition, asked for after these"},
           {"endless-end", "the check of the end state"},
           {"endless-describe", "what shows the actors and messages"},
           {"endless-copy", "the copy or the destructor of an actor"},
           {"endless-handler", "the handler of Go{} in endless-handler"}}) {
    const Outcome outcome =
        hostile_run({"check", program, "--order", "fifo", "--step-seconds-max", "0.3"});
    EXPECT_EQ(outcome.status, 1) << program;
    EXPECT_THAT(outcome.out, StartsWith("violation: " + what)) << program;
    EXPECT_THAT(outcome.out, HasSubstr(rest)) << program;
    EXPECT_THAT(outcome.out, HasSubstr("\nreplay: ./hostile replay " + program)) << program;
  }
}

TEST(Endless, AViolationWhoseActorsCannotBeShownIsReportedToo) {
  const Outcome outcome = hostile_run({"check", "endless-describe", "--step-seconds-max", "0.3"});
  EXPECT_THAT(outcome.out, HasSubstr("violation: check failed: nothing arrives "));
}

TEST(Endless, ReplayNoticesToo) {
  const Outcome outcome =
      hostile_run({"replay", "endless-guard", "--step-seconds-max", "0.3", "--schedule", "0"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: a constraint or an awaited condition"));
}

TEST(Endless, OtherExplorationsNoticeToo) {
  const Outcome compared = hostile_run({"compare", "endless-guard", "--step-seconds-max", "0.3"});
  EXPECT_EQ(compared.status, 1);
  EXPECT_THAT(compared.out, StartsWith("violation: a constraint or an awaited condition"));
  const TemporaryFolder folder;
  // Ten seconds, there is no option for it.
  const Outcome unfolded = hostile_run({"unfold", "endless-handler", "-o", folder.path("x.dot")});
  EXPECT_EQ(unfolded.status, 1);
  EXPECT_THAT(unfolded.out, StartsWith("violation: the handler of Go{} in endless-handler has not "
                                       "returned after 10 s; "));
}

// A sanitizer reports crashes itself.
#ifndef HARRIER_SANITIZED
TEST(Endless, OtherExplorationsReportCrashesToo) {
  const TemporaryFolder folder;
  const std::vector<std::vector<std::string>> commands = {
      {"compare", "raising", "signal=11"},
      {"unfold", "raising", "signal=11", "-o", folder.path("x.dot")}};
  for (const std::vector<std::string>& command : commands) {
    const Outcome outcome = hostile_run(command);
    EXPECT_EQ(outcome.status, 1) << command[0];
    EXPECT_THAT(outcome.out, StartsWith("violation: the program crashed: SIGSEGV, ")) << command[0];
    EXPECT_THAT(outcome.out, HasSubstr("replay: ./hostile replay raising signal=11 --schedule 0\n"))
        << command[0];
  }
}
#endif

// A pause, so that the process is where it stays.
void wait_ms(long ms) {
  const timespec pause = {ms / 1000, ms % 1000 * 1'000'000};
  nanosleep(&pause, nullptr);
}

// The thread sanitizer keeps a signal back until its thread calls something, which a loop need not.
#ifndef HARRIER_THREAD_SANITIZED
TEST(Endless, AnInterruptionEndsWithASummaryWhateverRuns) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::vector<std::string>, std::string>> commands = {
      {{"check", "endless-handler", "--step-seconds-max", "0"},
       "incomplete: interrupted; no violation so far, others were not explored\n"},
      {{"check", "endless-guard", "--step-seconds-max", "0"}, "incomplete: interrupted; "},
      {{"compare", "endless-end", "--step-seconds-max", "0"}, "endless-end, dependence by actor\n"},
      {{"unfold", "endless-handler", "-o", folder.path("x.dot")},
       "incomplete: interrupted; nothing was drawn\n"}};
  for (const auto& [arguments, begin] : commands) {
    Running running(hostile_command(arguments));
    running.wait_until_it_catches(SIGINT);
    wait_ms(300);
    running.send_signal(SIGINT);
    const Outcome outcome = running.finish();
    EXPECT_EQ(outcome.status, 3) << arguments[0] << ' ' << arguments[1];
    EXPECT_THAT(outcome.out, StartsWith(begin));
  }
  EXPECT_THAT(folder.files(), ::testing::IsEmpty());
}
#endif

TEST(Endless, AnInterruptionAtAnyMomentEndsWithASummary) {
  auto [count, random] = Rounds(10);
  for (int i = 0; i < count; ++i) {
    Running running(hostile_command({"check", "undelivered", "n=10", "--reduction", "exhaustive"}));
    wait_ms(static_cast<long>(random() % 150));
    running.send_signal(i % 2 == 0 ? SIGINT : SIGTERM);
    const Outcome outcome = running.finish();
    // Before main() nobody can answer.
    if (outcome.out.empty()) {
      EXPECT_EQ(outcome.status, 128 + (i % 2 == 0 ? SIGINT : SIGTERM));
      continue;
    }
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.out, StartsWith("incomplete: interrupted; no violation "));
  }
}

}  // namespace
}  // namespace harrier::testing_support
