// Explorations that are stopped or killed and go on from a file.
#include <csignal>
#include <filesystem>
#include <regex>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> program{"check", "fanin",   "senders=8", "--jobs",
                                       "1",     "--order", "fifo"};

std::vector<std::string> with(std::vector<std::string> more) {
  more.insert(more.begin(), program.begin(), program.end());
  return more;
}

/// What is counted in the end, without the time and what is said of a long one.
std::string counts(const Outcome& outcome) {
  const std::size_t begin = outcome.out.rfind("40,320 executions");
  if (begin == std::string::npos) return outcome.out + outcome.err;
  // Whoever goes on replays the steps that lead there.
  const std::string counted = outcome.out.substr(begin, outcome.out.find(", in", begin) - begin);
  return std::regex_replace(counted, std::regex(", [0-9,]+ replayed"), "");
}

/// Leaves a checkpoint of an exploration that has just begun.
class Checkpoint : public ::testing::Test {
 protected:
  Checkpoint() {
    const Outcome begun = harrier_run(with({"--executions-max", "1000", "--checkpoint", file_}));
    EXPECT_EQ(begun.status, 3) << begun.err;
  }

  const TemporaryFolder folder_;
  const std::string file_ = folder_.path("run");
};

TEST_F(Checkpoint, LeadsToTheCountsOfARunThatNobodyStopped) {
  const Outcome resumed = harrier_run(with({"--resume", file_}));
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(counts(resumed), counts(harrier_run(program)));
}

TEST_F(Checkpoint, SaysWhetherSomethingIsLeft) {
  EXPECT_THAT(harrier_run({"status", file_}).out,
              HasSubstr("by optimal: unfinished\n1,000 executions"));
  harrier_run(with({"--resume", file_}));
  EXPECT_THAT(harrier_run({"status", file_}).out,
              HasSubstr("by optimal: complete\n40,320 executions"));
}

/// Goes on from a checkpoint and is stopped on the way.
void go_on_until(int signal, const std::string& file) {
  Running resumed({.binary = HARRIER_BINARY,
                   .arguments = with({"--resume", file, "--progress"}),
                   .invoked_as = {},
                   .environment = {},
                   .folder = {}});
  resumed.wait_for("executions");
  resumed.send_signal(signal);
  resumed.finish();
}

TEST_F(Checkpoint, IsStillThereWhenWhoeverGoesOnIsKilled) {
  for (int i = 0; i < 5; ++i) go_on_until(SIGKILL, file_);
  EXPECT_EQ(counts(harrier_run(with({"--resume", file_}))), counts(harrier_run(program)));
}

TEST_F(Checkpoint, IsLeftByWhoeverIsAskedToEnd) {
  go_on_until(SIGINT, file_);
  EXPECT_EQ(counts(harrier_run(with({"--resume", file_}))), counts(harrier_run(program)));
}

TEST_F(Checkpoint, IsContinuedByOtherNumbersOfThreads) {
  const Outcome resumed = harrier_run(
      {"check", "fanin", "senders=8", "--jobs", "3", "--order", "fifo", "--resume", file_});
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("40,320 executions"));
}

TEST_F(Checkpoint, IsRefusedWithWhatDiffers) {
  const Outcome other = harrier_run(
      {"check", "fanin", "senders=7", "--jobs", "1", "--order", "lifo", "--resume", file_});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("it is of another exploration: arguments senders=8, not "
                                   "senders=7; order fifo, not lifo"));
}

TEST(Resuming, IsRefusedWhereThereIsNoFile) {
  const TemporaryFolder folder;
  const auto refused = [](const std::string& file) {
    const Outcome outcome = harrier_run(with({"--resume", file}));
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_EQ(refused(folder.path("missing")),
            "error: cannot go on from '" + folder.path("missing") + "': there is no such file\n");
  EXPECT_EQ(refused(folder.path()),
            "error: cannot go on from '" + folder.path() + "': it is a folder\n");
  EXPECT_EQ(refused("/dev/zero"),
            "error: cannot go on from '/dev/zero': it is a device or a pipe\n");
}

TEST_F(Checkpoint, IsWrittenAsOftenAsAskedFor) {
  const Outcome never = harrier_run(with({"--resume", file_, "--checkpoint-seconds", "0"}));
  EXPECT_EQ(never.status, 2);
  EXPECT_EQ(never.err, "error: --checkpoint-seconds wants more than 0\n");
  const Outcome nowhere = harrier_run(with({"--checkpoint-seconds", "1"}));
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_EQ(nowhere.err, "error: --checkpoint-seconds goes with --checkpoint or --resume\n");
  const Outcome often = harrier_run(with({"--resume", file_, "--checkpoint-seconds", "0.01"}));
  EXPECT_EQ(often.status, 0) << often.err;
  EXPECT_EQ(counts(often), counts(harrier_run(program)));
}

TEST_F(Checkpoint, IsRefusedWhereItIsDamagedAndTheOneBeforeIsNamed) {
  const Outcome further = harrier_run(with({"--executions-max", "2000", "--resume", file_}));
  EXPECT_EQ(further.status, 3) << further.err;
  const std::string whole = contents_of(file_);
  write_file(file_, whole.substr(0, whole.size() / 2));
  const Outcome cut = harrier_run(with({"--resume", file_}));
  EXPECT_EQ(cut.status, 2);
  EXPECT_THAT(cut.err, HasSubstr("it is damaged; the one before it is whole: --resume " + file_ +
                                 ".before"));
  EXPECT_EQ(counts(harrier_run(with({"--resume", file_ + ".before"}))),
            counts(harrier_run(program)));
  std::filesystem::remove(file_ + ".before");
  const Outcome neither = harrier_run(with({"--resume", file_}));
  EXPECT_EQ(neither.status, 2);
  EXPECT_THAT(neither.err, HasSubstr("it is damaged\n"));
}

}  // namespace
}  // namespace harrier::testing_support
