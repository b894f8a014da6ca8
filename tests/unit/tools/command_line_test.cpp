// Tests how the arguments of a sub-command are taken apart.
#include "tools/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/progress.hpp"

namespace harrier::tools {
namespace {

using ::testing::ElementsAre;

CommandLine parsed(Use use, const std::vector<std::string>& arguments) {
  CommandLine line;
  line.program_name = "harrier";
  line.command = "check";
  parse_options(line, use, arguments);
  return line;
}

TEST(CommandLines, TakeOptionsInBothFormsAndAnywhere) {
  const CommandLine line =
      parsed(Use::check, {"--seed", "7", "server", "--undelivered=error", "n=3", "--sleep"});
  EXPECT_THAT(line.rest, ElementsAre("server", "n=3"));
  EXPECT_EQ(line.value("seed"), "7");
  EXPECT_EQ(line.value("undelivered"), "error");
  EXPECT_TRUE(line.has("sleep"));
  EXPECT_FALSE(line.has("audit"));
  EXPECT_EQ(line.value("color"), "auto");  // the default
}

TEST(CommandLines, EndTheirOptionsAtTwoDashes) {
  EXPECT_THAT(parsed(Use::check, {"--", "--sleep", "-x"}).rest, ElementsAre("--sleep", "-x"));
  EXPECT_THAT(parsed(Use::check, {"-"}).rest, ElementsAre("-"));
}

TEST(CommandLines, TakeTogglesBothWays) {
  EXPECT_EQ(parsed(Use::check, {"--progress"}).value("progress"), "");
  EXPECT_EQ(parsed(Use::check, {"--no-progress"}).value("progress"), "no");
  EXPECT_THROW(parsed(Use::check, {"--no-sleep"}), UsageError);
}

TEST(CommandLines, BecomeOptionsOfAnExploration) {
  const CheckOptions options = check_options(
      parsed(Use::check, {"--reduction=exhaustive", "--dependence=actor", "--environment=empty",
                          "--undelivered=ignore", "--backtrack=local", "--sleep", "--keep-going",
                          "--audit", "--seed=1", "--executions-max=2", "--depth-max=3",
                          "--seconds-max=4.5", "--step-seconds-max=0", "--delivery=bag"}));
  EXPECT_EQ(options.reduction, "exhaustive");
  EXPECT_EQ(options.dependence, Dependence::actor);
  EXPECT_EQ(options.delivery, DeliveryModel::bag);
  EXPECT_EQ(options.environment, Environment::empty);
  EXPECT_EQ(options.undelivered, Undelivered::ignore);
  EXPECT_EQ(options.backtrack, Backtrack::local);
  EXPECT_TRUE(options.sleep);
  EXPECT_TRUE(options.keep_going);
  EXPECT_TRUE(options.audit);
  EXPECT_EQ(options.seed, 1U);
  EXPECT_EQ(options.executions_max, 2U);
  EXPECT_EQ(options.depth_max, 3U);
  EXPECT_EQ(options.seconds_max, 4.5);
  EXPECT_EQ(options.step_seconds_max, 0);
}

TEST(OptionTable, HasEveryOptionOnceWithAFittingDefault) {
  std::vector<std::string_view> names;
  for (const Option& option : option_table()) {
    EXPECT_THAT(names, ::testing::Not(::testing::Contains(option.name)));
    names.push_back(option.name);
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_NE(option.use, Use::none) << option.name;
    const bool may_take_one = option.takes_value() || !option.values.empty();
    EXPECT_EQ(may_take_one, !option.value_name.empty()) << option.name;
    if (!option.default_value.empty()) {
      EXPECT_NO_THROW(require_value_fits(option, option.default_value)) << option.name;
    }
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf({"reduction", "order", "json"}));
}

TEST(ShellQuoting, LeavesPlainWordsAlone) {
  EXPECT_EQ(shell_quoted("./build/harrier"), "./build/harrier");
  EXPECT_EQ(shell_quoted("n=3"), "n=3");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("$(rm)"), "'$(rm)'");
}

TEST(ProgressTexts, TellTheRateAndWhatIsLeftOfTheBounds) {
  Progress progress;
  progress.executions = 12'000;
  progress.blocked = 3;
  progress.depth = 14;
  progress.seconds = 2;
  CheckOptions options;
  EXPECT_EQ(progress_text(progress, options),
            "12,000 executions, 3 blocked, 6,000/s, depth 14, 0:02");
  progress.explored = 0.129;
  EXPECT_EQ(progress_text(progress, options),
            "12,000 executions, 3 blocked, 6,000/s, depth 14, 0:02, 12% of known branches");
  progress.estimate = Estimate{.classes = 40'000, .low = 10'000, .high = 160'000};
  EXPECT_EQ(progress_text(progress, options),
            "12,000 executions, 3 blocked, 6,000/s, depth 14, 0:02, 12% of known branches, about "
            "40,000 executions (10,000 to 160,000), 5 s left");
  progress.explored.reset();
  progress.estimate.reset();
  options.executions_max = 48'000;
  options.seconds_max = 90;
  EXPECT_EQ(progress_text(progress, options),
            "12,000 executions, 3 blocked, 6,000/s, depth 14, 0:02, 25% of --executions-max, 1:28 "
            "left of --seconds-max");
}

TEST(ProgressTexts, TellHowLargeTheTableOfStatesIsAndWhetherItIsWorthIt) {
  Progress progress;
  progress.steps = 15'000;
  progress.depth = 14;
  progress.seconds = 2;
  progress.states = StatesSeen{.distinct = 12'000, .bytes = 240'000'000};
  CheckOptions options;
  const std::string begin = "12,000 states, 6,000/s, 15,000 steps, depth 14, 0:02, 240 MB";
  EXPECT_EQ(progress_text(progress, options), begin);
  options.states.bytes_max = 1'000'000'000;
  options.seconds_max = 90;
  EXPECT_EQ(progress_text(progress, options),
            begin + " (24% of --memory-max), 1:28 left of --seconds-max");
  options = {};
  progress.estimate = Estimate{.classes = 4'000, .low = 1'000, .high = 16'000};
  EXPECT_EQ(progress_text(progress, options), begin);  // there may be more
  progress.estimate->high = 8'000;
  EXPECT_EQ(progress_text(progress, options),
            begin + ", but about 4,000 classes of executions: explore those, without --states");
}

}  // namespace
}  // namespace harrier::tools
