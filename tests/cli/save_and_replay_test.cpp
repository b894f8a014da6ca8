// Results saved to files, replayed from them, and the replay line as it was printed.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Returns what stands behind a word, up to the end of its line.
std::string behind(const std::string& text, const std::string& word) {
  const std::size_t begin = text.find(word);
  if (begin == std::string::npos) return {};
  const std::size_t start = begin + word.size();
  return text.substr(start, text.find('\n', start) - start);
}

TEST(SaveAndReplay, TheReplayLineThatIsPrintedShowsTheSameViolation) {
  const Outcome found = harrier_run({"check", "server"});
  const std::string line = behind(found.out, "replay: ");
  EXPECT_THAT(line, StartsWith("harrier replay server --schedule "));
  const TemporaryFolder folder;
  ASSERT_EQ(symlink(HARRIER_BINARY, folder.path("harrier").c_str()), 0);
  const Outcome again = run({.binary = "/bin/sh",
                             .arguments = {"-c", line},
                             .invoked_as = {},
                             .environment = {{"PATH", folder.path() + ":/usr/bin:/bin"}},
                             .folder = {}});
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(behind(again.out, "violation: "), behind(found.out, "violation: "));
}

TEST(SaveAndReplay, TheReplayLineQuotesWhatAShellWouldTakeApart) {
  const Outcome outcome = run({.binary = HARRIER_PROGRAMS_BINARY,
                               .arguments = {"check", "choices"},
                               .invoked_as = "./my tests/it's",
                               .environment = {},
                               .folder = {}});
  EXPECT_THAT(outcome.out,
              HasSubstr("replay: './my tests/it'\\''s' replay choices --schedule 0:2\n"));
}

/// Explores with a reduction and returns the classes of the executions that were saved, in order.
std::vector<std::string> saved_classes(const std::string& reduction) {
  const TemporaryFolder folder;
  const std::string file = folder.path("executions");
  harrier_run(
      {"check", "server", "--keep-going", "--reduction", reduction, "--save-executions", file});
  std::vector<std::string> classes;
  std::istringstream lines(contents_of(file));
  for (std::string name, schedule; lines >> name >> schedule;) {
    // It ends well or with the violation, and is never refused or found to differ.
    EXPECT_THAT(harrier_run({"replay", "server", "--schedule", schedule}).status, AnyOf(0, 1));
    classes.push_back(name);
  }
  std::ranges::sort(classes);
  return classes;
}

TEST(SaveAndReplay, SavedExecutionsHaveTheirClassAndAScheduleToReplay) {
  const std::vector<std::string> once = saved_classes("optimal");
  std::vector<std::string> all = saved_classes("exhaustive");
  EXPECT_GT(all.size(), once.size());
  all.erase(std::ranges::unique(all).begin(), all.end());
  EXPECT_EQ(all, once);
}

TEST(SaveAndReplay, ASavedResultIsTheJsonThatIsPrinted) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  const Outcome outcome = harrier_run({"check", "server", "--json", "--save", file});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(contents_of(file), outcome.out);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"result.json"});
  struct stat status = {};
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(status.st_mode & 0777U, 0666U & ~mask);
}

TEST(SaveAndReplay, SavingReplacesAFileAndFollowsALink) {
  const TemporaryFolder folder;
  write_file(folder.path("old.json"), "what was there");
  ASSERT_EQ(symlink("old.json", folder.path("link.json").c_str()), 0);
  EXPECT_EQ(harrier_run({"check", "server", "--save", folder.path("link.json")}).status, 1);
  EXPECT_EQ(json::parse(contents_of(folder.path("old.json")))["program"], "server");
  struct stat status = {};
  ASSERT_EQ(lstat(folder.path("link.json").c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
}

TEST(SaveAndReplay, AResultFileIsReplayedWithItsProgramArgumentsAndOptions) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  ASSERT_EQ(programs_run({"check", "chain", "actors=3", "--save", file}).status, 1);
  const Outcome replayed = programs_run({"replay", file});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_THAT(replayed.out, HasSubstr("violation: check failed: somebody is left to tell"));
  EXPECT_EQ(programs_run({"replay", "chain", file}).out, replayed.out);

  ASSERT_EQ(programs_run({"check", "ended", "--undelivered", "error", "--save", file}).status, 1);
  EXPECT_EQ(programs_run({"replay", file}).status, 1);
  // What is given now counts more than what is in the file.
  EXPECT_EQ(programs_run({"replay", file, "--undelivered", "ignore"}).status, 0);
}

TEST(SaveAndReplay, PrintedJsonIsAResultFileToo) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  write_file(file, harrier_run({"check", "server", "--json"}).out);
  EXPECT_EQ(harrier_run({"replay", file, "--violation", "1"}).status, 1);
}

TEST(SaveAndReplay, AReplayTellsEveryStepAndWhatEachDid) {
  const json result =
      json::parse(harrier_run({"replay", "server", "--schedule", "0", "--json"}).out);
  EXPECT_EQ(result["schema"], "harrier-replay-1");
  EXPECT_EQ(result["verdict"], "ok");
  EXPECT_EQ(result["maximal"], false);
  EXPECT_EQ(result["steps"].size(), 1U);
  EXPECT_EQ(result["steps"][0]["text"], "Start{}");
  EXPECT_EQ(result["steps"][0]["effects"][0], "sends Set{5} to server");
}

TEST(SaveAndReplay, AReplayTellsHowEachStepChangesTheState) {
  const std::vector<std::string> replayed = {"replay", "server", "--schedule", "0-2"};
  EXPECT_THAT(harrier_run(replayed).out, HasSubstr("2  #1  client → server  Set{5}\n"
                                                   "         value=(0 → 5)\n"
                                                   "3  #2  client → server  Get{}\n"));
  std::vector<std::string> as_json = replayed;
  as_json.push_back("--json");
  const json steps = json::parse(harrier_run(as_json).out)["steps"];
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_FALSE(steps[0].contains("state_after"));  // the client has none
  EXPECT_EQ(steps[1]["state_before"], "value=0");
  EXPECT_EQ(steps[1]["state_after"], "value=5");
  EXPECT_FALSE(steps[2].contains("state_after"));  // it stays
}

TEST(SaveAndReplay, AScheduleThatIsOnlyAPartDoesNotClaimMore) {
  const Outcome outcome = harrier_run({"replay", "server", "--schedule", "0"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              HasSubstr("ok: no violation in these 1 step, but the execution goes on"));
}

}  // namespace
}  // namespace harrier::testing_support
