// What fails while something else fails too: the violation is still reported.
#include <signal.h>

#include "tests/hostile/hostile.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Failing, AnExceptionWithoutATextIsAViolation) {
  const Outcome outcome = hostile_run({"check", "null-what"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: exception: an exception whose what() is null "
                                      "(throws-unspoken on Go{}, step 1)\n"));
}

TEST(Failing, AMessageThatCannotBeShownIsNamedByTheReason) {
  const Outcome outcome = hostile_run({"check", "throwing-message"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: check failed: nothing arrives (takes-unshowable "
                                      "on {cannot be shown: cannot be shown}, step 1)\n"));
  EXPECT_EQ(hostile_run({"replay", "throwing-message", "--schedule", "0"}).status, 1);
}

TEST(Failing, AStateThatCannotBeShownIsNamedByTheReason) {
  const Outcome outcome = hostile_run({"check", "throwing-state"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: check failed: nothing arrives "));
  EXPECT_THAT(outcome.out, HasSubstr("state {cannot be shown: std::bad_alloc}"));
}

TEST(Failing, AThreadThatExitsIsAViolationToo) {
  const Outcome outcome = hostile_run({"check", "exit-in-thread"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "violation: a thread of the explored program called exit(0)\n");
}

TEST(Failing, SignalsAreNamed) {
  for (const auto& [number, text] : std::vector<std::pair<int, std::string>>{
           {SIGALRM, "SIGALRM, an alarm that nobody handles"},
           {SIGUSR1, "SIGUSR1, which nobody handles"},
           {SIGPIPE, "SIGPIPE, a write where nobody reads"},
           {SIGXCPU, "SIGXCPU, more processor time than is allowed"},
           {SIGTRAP, "SIGTRAP, a breakpoint"}}) {
    const Outcome outcome = hostile_run({"check", "raising", "signal=" + std::to_string(number)});
    EXPECT_EQ(outcome.status, 1) << text;
    EXPECT_THAT(outcome.out, StartsWith("violation: the program crashed: " + text + "\n"));
    EXPECT_THAT(outcome.out, HasSubstr("replay: ./hostile replay raising signal=" +
                                       std::to_string(number) + " --schedule 0\n"));
  }
}

#ifndef HARRIER_SANITIZED
TEST(Failing, AnErrorThatTheProgramIgnoresIsTold) {
  for (const auto& [error, text] : std::vector<std::pair<std::string, std::string>>{
           {"abort", "SIGABRT, a call of abort()"},
           {"null", "SIGSEGV, an invalid memory access or a full stack"}}) {
    const Outcome outcome = hostile_run({"check", "deaf", "error=" + error});
    EXPECT_EQ(outcome.status, 1) << text;
    EXPECT_THAT(outcome.out, StartsWith("violation: the program crashed: " + text + "\n"));
  }
}
#endif

TEST(Failing, ALimitOfFilesDoesNotKeepTheReport) {
  const TemporaryFolder folder;
  for (const std::string how : {"check", "crash"}) {
    const std::string file = folder.path(how);
    const Outcome outcome =
        run({.binary = "/bin/sh",
             .arguments = {"-c",
                           HARRIER_HOSTILE_BINARY " check limits-files how=" + how + " > " + file},
             .invoked_as = {},
             .environment = {},
             .folder = {}});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(contents_of(file), StartsWith("violation: "));
  }
}

// There is one order in which it fails, which none of the first executions is.
TEST(Failing, OneOfSeveralThreadsIsReportedThatHangs) {
  const Outcome outcome = hostile_run(
      {"check", "late-failure", "how=hang", "--jobs", "3", "--step-seconds-max", "0.3"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: the handler of Part{0} in fails-late has "
                                      "not returned after 0.3 s; "));
  EXPECT_THAT(outcome.out, HasSubstr("\nreplay: ./hostile replay late-failure how=hang "));
}

// A sanitizer reports crashes itself.
#ifndef HARRIER_SANITIZED
TEST(Failing, OneOfSeveralThreadsIsReportedThatCrashes) {
  const Outcome outcome = hostile_run({"check", "late-failure", "--jobs", "3"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: the program crashed: SIGSEGV, "));
  EXPECT_THAT(outcome.out, HasSubstr("\nreplay: ./hostile replay late-failure --schedule 6"));
}
#endif

}  // namespace
}  // namespace harrier::testing_support
