// Several processes that one has forked off: for programs that cannot take steps back.
#include <signal.h>

#include <nlohmann/json.hpp>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> check(std::vector<std::string> program, std::vector<std::string> more) {
  std::vector<std::string> arguments{"check"};
  arguments.insert(arguments.end(), program.begin(), program.end());
  arguments.insert(arguments.end(), {"--backtrack", "replay"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Command fanin(const std::string& senders, const std::string& jobs) {
  return {.binary = HARRIER_BINARY,
          .arguments = check({"fanin", senders}, {"--jobs", jobs}),
          .invoked_as = {},
          .environment = {},
          .folder = {}};
}

class Apart : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Apart, ComeToTheTotalsOfOneProcess) {
  const auto totals = [](std::vector<std::string> more) {
    more.push_back("--json");
    const auto json = nlohmann::json::parse(harrier_run(check(GetParam(), std::move(more))).out);
    return std::tuple(json["verdict"], json["complete"], json["executions"], json["blocked"],
                      json["depth_max"]);
  };
  EXPECT_EQ(totals({"--jobs", "3"}), totals({}));
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Apart,
    ::testing::Values(std::vector<std::string>{"fanin", "senders=7"},
                      std::vector<std::string>{"dispatcher", "servers=2", "requests=3"},
                      std::vector<std::string>{"fanin", "senders=3", "--reduction", "exhaustive"},
                      std::vector<std::string>{"poke"}),
    [](const auto& one) { return one.param.front() + std::to_string(one.index); });

TEST(ApartProcesses, MayBeKilled) {
  Running running(fanin("senders=9", "4"));
  std::vector<pid_t> others;
  while (others.size() < 3) others = running.children();
  for (const pid_t other : others) {
    const timespec pause = {0, 50'000'000};
    nanosleep(&pause, nullptr);
    kill(other, SIGKILL);
  }
  const Outcome outcome = running.finish();
  EXPECT_THAT(outcome.out,
              HasSubstr("every class of executions was explored, in 362,880 executions"));
}

TEST(ApartProcesses, EndWithTheFirst) {
  Running running(fanin("senders=12", "2"));
  std::vector<pid_t> others;
  while (others.empty()) others = running.children();
  running.send_signal(SIGKILL);
  running.finish();
  // The kernel ends it, soon.
  for (int i = 0; i < 500 && kill(others.front(), 0) == 0; ++i) {
    const timespec pause = {0, 10'000'000};
    nanosleep(&pause, nullptr);
  }
  EXPECT_NE(kill(others.front(), 0), 0);
}

TEST(ApartProcesses, ReportWhatOneOfThemFinds) {
  const Outcome outcome = harrier_run(check({"server"}, {"--jobs", "2"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: "));
  EXPECT_THAT(outcome.out, HasSubstr("replay: harrier replay server"));
}

// A sanitizer reports crashes itself.
#ifndef HARRIER_SANITIZED
TEST(ApartProcesses, ReportACrashOnce) {
  const Outcome outcome = programs_run(check({"crash"}, {"--jobs", "2"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: the program crashed"));
  EXPECT_EQ(outcome.out.find("violation:", 1), std::string::npos) << outcome.out;
}
#endif

TEST(ApartProcesses, KeepNoCheckpoint) {
  expect_error(harrier_run(check({"fanin"}, {"--jobs", "2", "--checkpoint", "unused"})),
               "no checkpoint can be kept of this: its program wants a process for itself in each "
               "of the jobs");
}

}  // namespace
}  // namespace harrier::testing_support
