// Several threads: what is told of them.
#include <nlohmann/json.hpp>

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

}  // namespace
}  // namespace harrier::testing_support
