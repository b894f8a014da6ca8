// Holds the subjects to the published numbers of their executions, and all ways of backtracking to
// the same exploration of each subject.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/registry.hpp"

namespace {

using harrier::Backtrack;
using harrier::CheckOptions;
using harrier::CheckResult;
using harrier::ProgramDefinition;
using harrier::Violation;

CheckResult explore(const std::string& program, const std::vector<std::string>& arguments,
                    const CheckOptions& options) {
  const ProgramDefinition& definition = harrier::find_program(program);
  const auto parsed = harrier::Arguments::parse(definition.parameters, arguments, program);
  return harrier::check(
      [&](const harrier::ProgramOptions& how) { return definition.make(parsed, how); }, options);
}

/// Makes a test name of any text.
std::string as_test_name(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return text;
}

struct Count {
  std::string program;
  std::vector<std::string> arguments;
  std::uint64_t executions;
  /// All deliveries of the exploration tree, as Basset counts them. Basset starts the program with
  /// a message of its driver and counts its delivery; here the set-up does that, uncounted. So
  /// there is always exactly one step less than there are deliveries.
  std::optional<std::uint64_t> deliveries;
  std::string source;
};

std::string test_name(const testing::TestParamInfo<Count>& info) {
  std::string name = info.param.program;
  for (const std::string& argument : info.param.arguments) name += "_" + argument;
  return as_test_name(name);
}

std::ostream& operator<<(std::ostream& out, const Count& count) {
  return out << count.executions << " executions by " << count.source;
}

class SubjectExecutions : public testing::TestWithParam<Count> {};

TEST_P(SubjectExecutions, AreAsManyAsPublished) {
  const Count& count = GetParam();
  CheckOptions options;
  options.reduction = "exhaustive";
  options.keep_going = true;
  const CheckResult result = explore(count.program, count.arguments, options);

  EXPECT_TRUE(result.complete) << result.incomplete_reason();
  EXPECT_EQ(result.executions, count.executions) << count.source;
  if (count.deliveries) {
    EXPECT_EQ(result.steps + 1, *count.deliveries) << count.source;
  }
}

const std::string basset = "Basset's regression tests";
const std::string basset_run = "the original Basset, run on its own example";
const std::string interleavings = "an independent enumeration of all interleavings";
const std::string chains_of_two = "(2n)! / 2^n orders of n chains of two messages";

INSTANTIATE_TEST_SUITE_P(
    Published, SubjectExecutions,
    testing::Values(Count{"fib", {"n=3"}, 6, 27, basset},                        //
                    Count{"fib", {"n=4"}, 168, 769, basset_run},                 //
                    Count{"pi", {"workers=2"}, 12, 44, basset},                  //
                    Count{"pi", {"workers=3"}, 540, 1'622, basset_run},          //
                    Count{"pi", {"workers=4"}, 60'480, {}, interleavings},       //
                    Count{"pipesort", {"n=2"}, 11, 38, basset},                  //
                    Count{"pipesort", {"n=3"}, 291, 1'083, basset_run},          //
                    Count{"pipesort", {"n=4"}, 55'104, {}, interleavings},       //
                    Count{"mergesort", {"n=3"}, 168, 601, basset},               //
                    Count{"mergesort", {"n=4"}, 33'264, {}, interleavings},      //
                    Count{"quicksort", {"n=3"}, 168, 601, basset},               //
                    Count{"server", {}, 6, 27, basset},                          //
                    Count{"spinsort", {"n=2"}, 2, 7, interleavings},             //
                    Count{"registry", {}, 30, 91, basset_run},                   //
                    Count{"regsim", {"workers=3"}, 30, 91, basset_run},          //
                    Count{"regsim", {"workers=4"}, 630, 1'842, basset_run},      //
                    Count{"regsim", {"workers=5"}, 22'680, {}, interleavings},   //
                    Count{"shortpath", {"graph=3"}, 620, 1'718, interleavings},  //
                    Count{"shortpath", {"graph=4"}, 10'614, 29'965, interleavings},
                    Count{"chameneos", {"meetings=1"}, 70'560, {}, interleavings},
                    Count{"chameneos", {"meetings=2"}, 2'963'520, {}, interleavings},
                    Count{"pairs", {"n=4"}, 2'520, {}, chains_of_two},
                    Count{"fanin", {"senders=4"}, 2'520, {}, chains_of_two},
                    Count{"fanin", {"senders=4", "receiver=keys"}, 2'520, {}, chains_of_two},
                    Count{"fanin", {"senders=4", "receiver=counter"}, 2'520, {}, chains_of_two},
                    Count{"readers", {"n=3"}, 2'520, {}, chains_of_two}),
    test_name);

/// What an exploration found, in a form that two explorations can be compared by.
std::vector<std::string> texts_of(const std::vector<Violation>& violations) {
  std::vector<std::string> texts;
  texts.reserve(violations.size());
  for (const Violation& violation : violations) {
    texts.push_back(std::string(to_string(violation.kind())) + ": " + violation.message() + ", " +
                    std::to_string(violation.count) + " times, first in " +
                    violation.schedule.text());
  }
  return texts;
}

class SubjectBacktracking : public testing::TestWithParam<const ProgramDefinition*> {};

TEST_P(SubjectBacktracking, ExploresTheSameInEveryWay) {
  const auto explore_by = [](Backtrack backtrack) {
    CheckOptions options;
    options.reduction = "exhaustive";
    options.backtrack = backtrack;
    options.keep_going = true;
    options.executions_max = 2'000;
    return explore(GetParam()->name, {}, options);
  };
  const CheckResult undo = explore_by(Backtrack::undo);
  EXPECT_EQ(undo.steps_replayed, 0U);
  for (const Backtrack backtrack : {Backtrack::local, Backtrack::replay}) {
    SCOPED_TRACE(backtrack == Backtrack::local ? "local" : "replay");
    const CheckResult other = explore_by(backtrack);
    EXPECT_EQ(other.verdict, undo.verdict);
    EXPECT_EQ(other.complete, undo.complete);
    EXPECT_EQ(other.executions, undo.executions);
    EXPECT_EQ(other.steps, undo.steps);
    EXPECT_EQ(other.depth_max, undo.depth_max);
    EXPECT_EQ(texts_of(other.violations), texts_of(undo.violations));
    EXPECT_EQ(texts_of(other.warnings), texts_of(undo.warnings));
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SubjectBacktracking,
                         testing::ValuesIn(harrier::registered_programs()),
                         [](const testing::TestParamInfo<const ProgramDefinition*>& subject) {
                           return as_test_name(subject.param->name);
                         });

}  // namespace
