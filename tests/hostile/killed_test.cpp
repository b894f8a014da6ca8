// Explorations that are killed, by SIGKILL and at any moment, and go on from their files.
#include <signal.h>

#include <filesystem>
#include <random>
#include <regex>

#include "tests/hostile/hostile.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::EndsWith;

struct Case {
  std::string reduction;
  std::string program;
  std::string argument;
};

/// What is said in the end, without the time and the steps that lead to where somebody went on.
std::string counts(const Outcome& outcome) {
  const std::string text = without_clock(outcome.out + outcome.err);
  return std::regex_replace(text, std::regex(", [0-9,]+ replayed"), "");
}

class Killed : public ::testing::TestWithParam<Case> {
 protected:
  static Command command(const std::vector<std::string>& more) {
    const auto& [reduction, program, argument] = GetParam();
    std::vector<std::string> arguments{"check",   program,         argument, "--reduction",
                                       reduction, "--order",       "fifo",   "--jobs",
                                       "1",       "--undelivered", "ignore", "--keep-going"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return {.binary = HARRIER_BINARY,
            .arguments = arguments,
            .invoked_as = {},
            .environment = {},
            .folder = {}};
  }
};

TEST_P(Killed, ComesToTheSameCountsWhateverTheMoment) {
  constexpr unsigned pause_ms_max = 150;
  const std::string undisturbed = counts(run(command({})));
  ASSERT_THAT(undisturbed, EndsWith("in N s\n"));
  auto [count, random] = Rounds(10);
  int kills = 0;
  while (kills < count) {
    const TemporaryFolder folder;
    const std::string file = folder.path("run");
    Outcome outcome{.status = 128 + SIGKILL, .out = {}, .err = {}};
    while (outcome.status == 128 + SIGKILL) {
      const bool goes_on = std::filesystem::exists(file);
      Running running(
          command({goes_on ? "--resume" : "--checkpoint", file, "--checkpoint-seconds", "0.02"}));
      const timespec pause = {0, static_cast<long>(random() % pause_ms_max) * 1'000'000};
      nanosleep(&pause, nullptr);
      if (kills < count) running.send_signal(SIGKILL);
      outcome = running.finish();
      if (outcome.status == 128 + SIGKILL) ++kills;
    }
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    ASSERT_EQ(counts(outcome), undisturbed) << "after " << kills << " kills";
  }
}

// A sanitizer takes its time.
#ifdef HARRIER_SANITIZED
const std::string senders = "senders=7";
const std::string participants = "participants=3";
#else
const std::string senders = "senders=9";
const std::string participants = "participants=4";
#endif

INSTANTIATE_TEST_SUITE_P(By, Killed,
                         ::testing::Values(Case{"optimal", "fanin", senders},
                                           Case{"source", "fanin", senders},
                                           Case{"persistent", "fanin", senders},
                                           Case{"exhaustive", "twopc", participants}),
                         [](const auto& one) { return one.param.reduction; });

}  // namespace
}  // namespace harrier::testing_support
