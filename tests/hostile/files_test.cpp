// Files that cannot be written or are not what they should be, and what is left of them.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <random>

#include "tests/hostile/hostile.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(Files, AFullDiskIsReportedWhenItIsMet) {
  const TemporaryFolder folder;
  // A limit on the size of files is a disk that is full, for everybody; blocks of 512 bytes.
  const Outcome outcome = limited_run(
      "-f 200; trap '' XFSZ", "check undelivered n=10 --reduction exhaustive --save-executions " +
                                  folder.path("executions"));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.out, StartsWith("incomplete: interrupted; no violation in "));
  EXPECT_EQ(outcome.err,
            "error: cannot save to '" + folder.path("executions") + "': File too large\n");
  EXPECT_THAT(folder.files(), IsEmpty());
}

TEST(Files, AnOutputThatIsFullIsReported) {
  const Outcome outcome =
      run({.binary = "/bin/sh",
           .arguments = {"-c", HARRIER_HOSTILE_BINARY " check named > /dev/full"},
           .invoked_as = {},
           .environment = {},
           .folder = {}});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "error: the output could not be written completely\n");
}

// A sanitizer needs more memory.
#ifndef HARRIER_SANITIZED
TEST(Files, ExecutionsAreNotKeptInMemory) {
  const TemporaryFolder folder;
  // 24 MB of them, with 16 MB to have.
  const Outcome outcome =
      limited_run("-d 16384",
                  "check undelivered n=9 --reduction exhaustive --executions-max 600000 "
                  "--save-executions " +
                      folder.path("executions"));
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  struct stat status = {};
  ASSERT_EQ(stat(folder.path("executions").c_str(), &status), 0);
  EXPECT_GT(status.st_size, 20'000'000);
}
#endif

TEST(Files, DevicesAndPipesAreNotRead) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
  for (const std::string& file : {std::string("/dev/zero"), folder.path("pipe")}) {
    const Outcome outcome = hostile_run({"replay", file});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "error: '" + file + "' is a device or a pipe, not a result file\n");
  }
}

// A sanitizer needs more memory.
#ifndef HARRIER_SANITIZED
TEST(Files, AShortFileDoesNotExpandInMemory) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  ASSERT_EQ(hostile_run({"check", "named", "--save", file}).status, 1);
  std::string text = contents_of(file);
  const std::string key = "\"violations\": [";
  std::string many;
  for (int i = 0; i < 40; ++i) many += R"({"schedule": "0-999999"}, )";
  text.insert(text.find(key) + key.size(), many);
  write_file(file, text);
  // 40 schedules of 32 MB each, with 256 MB to have.
  const Outcome outcome = limited_run("-d 262144", "replay " + file + " --violation 41");
  EXPECT_EQ(outcome.status, 1) << outcome.err;
}
#endif

TEST(Files, NothingIsLeftWhenTheProcessIsKilledAtAnyMoment) {
  auto [count, random] = Rounds(12);
  for (int i = 0; i < count; ++i) {
    const TemporaryFolder folder;
    Running running(hostile_command({"check", "undelivered", "n=10", "--reduction", "exhaustive",
                                     "--save-executions", folder.path("executions")}));
    const timespec pause = {0, static_cast<long>(random() % 200) * 1'000'000};
    nanosleep(&pause, nullptr);
    running.send_signal(i % 2 == 0 ? SIGKILL : SIGQUIT);
    running.finish();
    EXPECT_THAT(folder.files(), IsEmpty());
  }
}

TEST(Files, MutatedResultsAreRefusedOrReplayed) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  ASSERT_EQ(hostile_run({"check", "named", "--save", file}).status, 1);
  const std::string text = contents_of(file);
  auto [count, random] = Rounds(60);
  for (int i = 0; i < count; ++i) {
    std::string mutated = text;
    for (int j = 0; j < 4; ++j) {
      const std::size_t place = random() % mutated.size();
      switch (random() % 3) {
        case 0:
          mutated[place] = static_cast<char>(random() % 256);
          break;
        case 1:
          mutated.erase(place, 1 + random() % 20);
          break;
        default:
          mutated.insert(place, mutated.substr(random() % mutated.size(), random() % 20));
      }
    }
    write_file(file, mutated);
    const Outcome outcome = hostile_run({"replay", file});
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 1 || outcome.status == 2)
        << outcome.status << '\n'
        << mutated;
  }
}

}  // namespace
}  // namespace harrier::testing_support
