// Several threads: what is told of them.
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;

nlohmann::json check_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "check");
  arguments.push_back("--json");
  return nlohmann::json::parse(harrier_run(arguments).out);
}

TEST(Jobs, AreTold) {
  EXPECT_EQ(check_json({"fanin", "senders=4"})["jobs"], 1);
  EXPECT_EQ(check_json({"fanin", "senders=7", "--jobs", "3"})["jobs"], 3);
}

// 10! = 3,628,800 classes: a second is not enough for all, but for what an estimate takes.
TEST(Jobs, TellHowManyExecutionsThereWillBe) {
  const auto json = check_json(
      {"fanin", "senders=10", "--reduction", "optimal", "--jobs", "2", "--seconds-max", "1"});
  ASSERT_TRUE(json.contains("estimate")) << json.dump(2);
  EXPECT_EQ(json["estimate"]["probes"], 0);
  EXPECT_LE(json["executions"], json["estimate"]["low"]);
  EXPECT_LE(json["estimate"]["low"], json["estimate"]["classes"]);
  EXPECT_LE(json["estimate"]["classes"], json["estimate"]["high"]);
}

TEST(Jobs, HaveAnEstimateWhereOneThreadKeepsCheckpoints) {
  const TemporaryFolder folder;
  const auto json = check_json({"fanin", "senders=12", "--reduction", "optimal", "--checkpoint",
                                folder.path() + "/kept", "--seconds-max", "4"});
  ASSERT_TRUE(json.contains("estimate")) << json.dump(2);
  EXPECT_NE(json["estimate"]["probes"], 0);
}

TEST(Jobs, SayInTheReportWhatTheEstimateIsOf) {
  const Outcome outcome = harrier_run({"check", "fanin", "senders=10", "--reduction", "optimal",
                                       "--jobs", "2", "--seconds-max", "1"});
  EXPECT_THAT(outcome.out, ::testing::ContainsRegex("estimate: [^ ]+.* executions \\(.* to .*\\)"));
}

const unsigned cores = std::thread::hardware_concurrency();

// 2^6 * 6! classes (docs/subjects.md), in just more steps than one thread takes alone; `calm` takes
// fewer.
TEST(AllCores, ExploreWhatSharesNothingAndTakesLong) {
  const auto alone = check_json({"mpat", "k=6", "--order", "fifo", "--jobs", "1"});
  const auto shared = check_json({"mpat", "k=6", "--order", "fifo"});
  ASSERT_GT(alone["steps"], 1'500'000);
  EXPECT_EQ(alone["jobs"], 1);
  EXPECT_EQ(shared["jobs"], cores);
  for (const char* total : {"verdict", "complete", "executions", "blocked", "depth_max"}) {
    EXPECT_EQ(shared[total], alone[total]) << total;
  }
  EXPECT_EQ(shared["executions"], 46'080);
}

const std::vector<std::string> drawn{"--search", "pct", "--executions-max", "2000"};

std::vector<std::string> with_drawn(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), drawn.begin(), drawn.end());
  return arguments;
}

TEST(AllCores, DrawWhatOneThreadDraws) {
  const auto alone = check_json(with_drawn({"fanin", "senders=8", "--jobs", "1"}));
  const auto shared = check_json(with_drawn({"fanin", "senders=8"}));
  EXPECT_EQ(alone["jobs"], 1);
  EXPECT_EQ(shared["jobs"], cores);
  for (const char* total : {"verdict", "executions", "steps", "depth_max"}) {
    EXPECT_EQ(shared[total], alone[total]) << total;
  }
}

// The handlers of a program of somebody else may touch globals.
TEST(AllCores, AreNotForProgramsOfOthers) {
  const Outcome own = programs_run(with_drawn({"check", "many", "n=8", "--json"}));
  EXPECT_EQ(nlohmann::json::parse(own.out)["jobs"], 1);
}

TEST(AllCores, AreNotForWhatIsKept) {
  const TemporaryFolder folder;
  EXPECT_EQ(check_json({"mpat", "k=6", "--checkpoint", folder.path() + "/kept"})["jobs"], 1);
}

TEST(AllCores, AreNotForStates) {
  EXPECT_EQ(check_json({"fanin", "senders=5", "--states"})["jobs"], 1);
  EXPECT_EQ(check_json({"fanin", "senders=5", "--states", "--jobs", "2"})["jobs"], 2);
}

}  // namespace
}  // namespace harrier::testing_support
