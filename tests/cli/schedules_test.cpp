// Schedules by names on the command line, files with them, and how far a replay goes.
#include <nlohmann/json.hpp>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Schedules, AreShownByNamesAndReplayedSo) {
  const Outcome found = harrier_run({"check", "server", "--names"});
  const std::size_t begin = found.out.find("--schedule '");
  ASSERT_NE(begin, std::string::npos) << found.out;
  const std::size_t start = begin + std::string("--schedule '").size();
  const std::string names = found.out.substr(start, found.out.find('\'', start) - start);
  EXPECT_THAT(names, StartsWith("client<-Start@set-up "));
  const Outcome again = harrier_run({"replay", "server", "--schedule", names});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("violation: check failed"));
}

TEST(Schedules, AreSavedToAFileThatReplayTakes) {
  const TemporaryFolder folder;
  const std::string file = folder.path("violation.schedule");
  EXPECT_EQ(harrier_run({"check", "db-protocol", "workers=3", "--save-schedule", file}).status, 1);
  EXPECT_THAT(contents_of(file),
              AllOf(StartsWith("harrier-schedule 1\nprogram db-protocol\nargument "),
                    HasSubstr("argument workers=3\n"), HasSubstr("\nstep worker.2<-")));
  const Outcome again = harrier_run({"replay", file});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("violation: deadlock"));
  // A replay writes the same file.
  const std::string copy = folder.path("copy.schedule");
  EXPECT_EQ(harrier_run({"replay", file, "--save-schedule", copy}).status, 1);
  EXPECT_EQ(contents_of(copy), contents_of(file));
}

TEST(Schedules, InResultsAreReplayedByNamesAndElseByNumbers) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  harrier_run({"check", "server", "--save", file});
  json saved = json::parse(contents_of(file));
  ASSERT_THAT(saved["violations"][0]["names"].get<std::string>(), StartsWith("client<-Start@"));
  EXPECT_EQ(harrier_run({"replay", file}).status, 1);
  // The names are right and the numbers are of another build.
  const std::string numbers = saved["violations"][0]["schedule"];
  saved["violations"][0]["schedule"] = "7.8.9";
  write_file(file, saved.dump());
  EXPECT_EQ(harrier_run({"replay", file}).status, 1);
  saved["violations"][0]["schedule"] = numbers;
  saved["violations"][0]["names"] = "client<-Begin@set-up";
  write_file(file, saved.dump());
  const Outcome again = harrier_run({"replay", file});
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(
      again.err,
      "note: the schedule does not fit the program at its step 1, client<-Begin@set-up: there "
      "is no such message; deliverable are client<-Start@set-up; the numbers of the steps are "
      "taken instead\n");
}

TEST(Schedules, ThatDoNotFitNameTheStepAndWhatIsDeliverable) {
  expect_error(
      harrier_run({"replay", "server", "--schedule", "client<-Start@set-up server<-Put@client"}),
      "the schedule does not fit the program at its step 2, server<-Put@client: there is "
      "no such message; deliverable are server<-Set@client, server<-Get@client");
}

TEST(Schedules, InDamagedFilesAreRefused) {
  const TemporaryFolder folder;
  const std::string file = folder.path("f.schedule");
  write_file(file, "harrier-schedule 9\n");
  expect_error(
      harrier_run({"replay", file}),
      "'" + file +
          "', line 1: it has version 9, and this Harrier reads version 1: use a newer one");
  write_file(file, "harrier-schedule 1\nprogram server\nstep client<-Sta");
  expect_error(harrier_run({"replay", file}),
               "'" + file +
                   "', line 3: this is not a schedule by names: '@' is missing at ''; a step looks "
                   "like counter<-Read@client.2");
  write_file(file, "harrier-schedule 1\nprogram server\noption delivery slow\nstep a<-M@b\n");
  EXPECT_THAT(harrier_run({"replay", file}).err, HasSubstr("unknown delivery 'slow'"));
  // Nothing of a file reaches the terminal as it is.
  write_file(file, "harrier-schedule 1\nprogram \"\\x1b[2J\"\nstep a<-M@b\n");
  EXPECT_THAT(harrier_run({"replay", file}).err, Not(HasSubstr("\x1b")));
}

TEST(Replay, StopsWhereUntilSays) {
  const Outcome part = harrier_run({"replay", "server", "--schedule", "0.2.1.3-5", "--until", "2"});
  EXPECT_EQ(part.status, 0);
  EXPECT_THAT(part.out, HasSubstr("no violation in these 2 steps"));
  expect_error(harrier_run({"replay", "server", "--schedule", "0.2.1", "--until", "9"}),
               "--until 9 is not possible: the schedule has 3 steps");
}

TEST(Minimise, MakesAScheduleShort) {
  const Outcome found =
      harrier_run({"check", "le-erlang", "--no-minimise", "--order", "lca", "--json"});
  const std::string met = json::parse(found.out)["violations"][0]["schedule"];
  const Outcome made = harrier_run({"minimise", "le-erlang", "--schedule", met});
  EXPECT_EQ(made.status, 1);
  EXPECT_THAT(made.out, AllOf(HasSubstr("shortest: 8 steps; no shorter execution violates this"),
                              HasSubstr("why: ")));
}

TEST(Minimise, TriesSmallerArguments) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  harrier_run({"check", "db-protocol", "workers=4", "--save", file});
  const Outcome made = harrier_run({"minimise", file, "--arguments"});
  EXPECT_EQ(made.status, 1);
  EXPECT_THAT(made.out, HasSubstr("arguments: workers="));
  EXPECT_THAT(made.out, HasSubstr(" instead of 4\n"));
  EXPECT_THAT(made.out, HasSubstr("violation: deadlock"));
}

TEST(Minimise, RefusesWhatViolatesNothing) {
  expect_error(harrier_run({"minimise", "server", "--schedule", "0.1"}),
               "this execution of 2 steps violates nothing, so there is nothing to make short; it "
               "is not at its end either");
}

}  // namespace
}  // namespace harrier::testing_support
