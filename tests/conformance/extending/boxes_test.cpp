// The worked example of docs/adding-a-program-model.md: explored as it promises, and told well.
#include <gmock/gmock.h>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "core/classes.hpp"
#include "examples/extending/told_boxes.hpp"
#include "explore/search.hpp"
#include "harrier/report.hpp"
#include "tests/conformance/extending/page.hpp"

namespace harrier::testing {
namespace {

using extending::AnsweringBoxes;
using extending::Boxes;
using extending::parse_boxes;
using extending::ToldBoxes;

const std::string philosophers =
    "table: open left, put left, open right, put right\n"
    "alice: take left, take right, put right, put left\n"
    "bob:   take right, take left, put left, put right\n";

/// Two tokens for three: who takes, and who waits forever, depends on the order.
const std::string scarce =
    "table: open tray, put tray, put tray\n"
    "alice: take tray\n"
    "bob:   take tray\n"
    "carol: take tray\n";

/// The same, and counts the steps that it is made to execute.
template <class Model>
class Counted final : public Model {
 public:
  Counted(const std::string& script, const ProgramOptions& options, std::uint64_t& executed)
      : Model(parse_boxes(script), options), executed_(executed) {}
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override {
    ++executed_;
    return Model::execute(message, choices);
  }

 private:
  std::uint64_t& executed_;
};

struct Explored {
  CheckResult result;
  std::map<std::uint64_t, int> classes;  ///< how often each was explored
  std::uint64_t rehearsed = 0;           ///< steps executed only to see what they do
};

template <class Model>
Explored explore(const std::string& script, const std::string& reduction) {
  Explored explored;
  std::uint64_t executed = 0;
  CheckOptions options;
  options.reduction = reduction;
  options.undelivered = Undelivered::ignore;
  options.keep_going = true;
  options.on_execution = [&](const Execution& one) { ++explored.classes[one.class_name]; };
  explored.result = check(
      [&](const ProgramOptions& how) {
        return std::make_unique<Counted<Model>>(script, how, executed);
      },
      options);
  explored.rehearsed = executed - explored.result.steps - explored.result.steps_replayed;
  return explored;
}

void expect_every_class_once(const std::string& script) {
  SCOPED_TRACE(script);
  const Explored all = explore<Boxes>(script, "exhaustive");
  ASSERT_TRUE(all.result.complete) << all.result.incomplete_reason();
  for (const char* reduction : {"optimal", "source", "udpor"}) {
    SCOPED_TRACE(reduction);
    for (const Explored& one :
         {explore<Boxes>(script, reduction), explore<AnsweringBoxes>(script, reduction)}) {
      EXPECT_TRUE(one.result.complete) << one.result.incomplete_reason();
      EXPECT_EQ(one.classes.size(), all.classes.size());
      for (const auto& [name, times] : one.classes) {
        EXPECT_TRUE(all.classes.contains(name));
        EXPECT_EQ(times, 1);
      }
      if (reduction != std::string("source")) {
        EXPECT_EQ(one.result.blocked, 0U);
      }
    }
  }
}

TEST(Boxes, HasTheClassesOneCanCount) {
  // Two of three take a token, one after the other: 3 * 2. The first may do so before or after the
  // second token comes: twice as many.
  EXPECT_EQ(explore<Boxes>(scarce, "exhaustive").classes.size(), 12U);
  // Boxes that have nothing to do with each other are opened and filled in any order: one class.
  const std::string apart = "alice: open left, put left, take left\nbob: open right, put right\n";
  const Explored all = explore<Boxes>(apart, "exhaustive");
  EXPECT_EQ(all.result.executions, 10U);  // 3 steps among 5
  EXPECT_EQ(all.classes.size(), 1U);
}

TEST(Boxes, IsExploredClassByClass) {
  expect_every_class_once(philosophers);
  expect_every_class_once(scarce);
}

/// Draws a script of three processes with up to three actions each, and one that opens two boxes.
std::string random_script(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t count) { return random() % count; };
  std::string script = "zero: open a, put a, open b" + std::string(below(2) == 0 ? ", put b" : "");
  for (const char* name : {"one", "two", "three"}) {
    script += std::string("\n") + name + ":";
    const std::uint32_t count = 1 + below(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      script += std::string(i == 0 ? "" : ",") + (below(2) == 0 ? " put " : " take ") +
                (below(2) == 0 ? "a" : "b");
    }
  }
  return script + "\n";
}

TEST(Boxes, OfRandomScriptsAreExploredClassByClass) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) expect_every_class_once(random_script(seed));
}

TEST(Boxes, ThatAnswerNeedNoRehearsal) {
  const Explored silent = explore<Boxes>(philosophers, "optimal");
  const Explored answering = explore<AnsweringBoxes>(philosophers, "optimal");
  EXPECT_EQ(silent.classes, answering.classes);
  EXPECT_EQ(silent.result.executions, answering.result.executions);
  EXPECT_EQ(silent.result.steps, answering.result.steps);
  EXPECT_GT(silent.rehearsed, 0U);
  EXPECT_EQ(answering.rehearsed, 0U);
  EXPECT_LT(answering.result.steps_replayed, silent.result.steps_replayed);
}

TEST(Boxes, AreNamedByWhoOpensThem) {
  // Both orders of opening give the boxes other numbers and the same names.
  const std::string script = "alice: open left, put left\nbob: open right, put right\n";
  Trace traces[2];
  for (const std::size_t first : {0U, 1U}) {
    Boxes boxes(parse_boxes(script), {});
    traces[first].start(boxes.start());
    for (const std::size_t process : {first, 1 - first}) {
      traces[first].push(boxes.execute(MessageId(process), {}));
    }
  }
  const Resource number_0 = Resource::of(ObjectId(0), Resource::whole);
  const Resource number_1 = Resource::of(ObjectId(1), Resource::whole);
  EXPECT_EQ(traces[0].name(number_0), traces[1].name(number_1));
  EXPECT_EQ(traces[0].name(number_1), traces[1].name(number_0));
  EXPECT_NE(traces[0].name(number_0), traces[0].name(number_1));
}

TEST(Boxes, TellWhoIsInADeadlock) {
  CheckOptions options;
  options.undelivered = Undelivered::ignore;
  const CheckResult result = check(
      [](const ProgramOptions& how) {
        return std::make_unique<ToldBoxes>(parse_boxes(philosophers), how);
      },
      options);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].kind(), ViolationKind::deadlock);
  EXPECT_EQ(result.violations[0].message(), "deadlock: alice waits for bob waits for alice");
  EXPECT_THAT(
      result.violations[0].details(),
      ::testing::ElementsAre("alice waits for a token in right", "bob waits for a token in left"));
  expect_shown("docs/adding-a-program-model.md", "text",
               report(result.violations[0], {.unicode = false}));
}

TEST(Boxes, RefuseWhatTheyDoNotHave) {
  EXPECT_THROW(parse_boxes("alice: eat left"), UsageError);
  EXPECT_THROW(parse_boxes("alice: open left\nbob: open left"), UsageError);
  EXPECT_THROW(Boxes(parse_boxes(scarce), {.delivery = DeliveryModel::fifo}), UsageError);
}

TEST(Boxes, AreWhatThePageShows) {
  const std::string page = "docs/adding-a-program-model.md";
  for (const char* file : {"boxes.hpp", "answering_boxes.hpp", "told_boxes.hpp"}) {
    expect_shown(page, "cpp", text_of(std::string("examples/extending/") + file));
  }
  expect_shown(page, "text", philosophers);
}

}  // namespace
}  // namespace harrier::testing
