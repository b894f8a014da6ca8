// The worked example of docs/adding-a-reduction.md: what it explores and what it says of it.
#include "reduction/delay_bounded.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "explore/search.hpp"
#include "harrier/harrier.hpp"
#include "harrier/report.hpp"
#include "tests/conformance/extending/page.hpp"

namespace harrier::testing {
namespace {

struct Put {
  int value;
};

class Cell : public Actor<Cell> {
 public:
  void on(Put m) { value_ = m.value; }

 private:
  Tracked<int> value_ = 0;
};

/// Three messages to one actor.
std::unique_ptr<Program> three_puts(const ProgramOptions& options) {
  return make_program(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        for (int i = 1; i <= 3; ++i) system.send(cell, Put{i});
      },
      options);
}

struct Explored {
  CheckResult result;
  std::vector<std::string> schedules;
};

Explored explore(const ProgramFactory& make, std::unique_ptr<Reduction> reduction,
                 CheckOptions options = {}) {
  Explored explored;
  Search search(make, options, std::move(reduction));
  search.observe(
      [&](const State& state) { explored.schedules.push_back(schedule_of(state.trace).text()); });
  explored.result = search.run();
  return explored;
}

Explored explore(const ProgramFactory& make, std::uint64_t delays_max, CheckOptions options = {}) {
  return explore(make, std::make_unique<DelayBounded>(delays_max), options);
}

TEST(DelayBounded, ExploresWhatSoManyDelaysReach) {
  // Without a delay the messages come as they are in line. One delay puts the first in line behind
  // the others, at the beginning or once the first message is delivered.
  EXPECT_THAT(explore(three_puts, 0).schedules, ::testing::ElementsAre("0-2"));
  EXPECT_THAT(explore(three_puts, 1).schedules, ::testing::ElementsAre("0-2", "0.2.1", "1.2.0"));
  // With two: the last comes first, or 0 is delayed twice. Only 2.1.0 takes three.
  EXPECT_THAT(explore(three_puts, 2).schedules,
              ::testing::ElementsAre("0-2", "0.2.1", "1.2.0", "1.0.2", "2.0.1"));
}

TEST(DelayBounded, ExploresEverythingWithEnoughDelays) {
  const Explored all = explore(three_puts, 3);
  EXPECT_THAT(all.schedules, ::testing::SizeIs(6));  // 3! orders
  CheckOptions exhaustive;
  exhaustive.reduction = "exhaustive";
  std::vector<std::string> expected;
  exhaustive.on_execution = [&](const Execution& one) { expected.push_back(one.schedule.text()); };
  check(three_puts, exhaustive);
  EXPECT_THAT(all.schedules, ::testing::UnorderedElementsAreArray(expected));
}

TEST(DelayBounded, NeverClaimsMoreThanItsBound) {
  for (const std::uint64_t delays_max : {0U, 1U, 2U}) {
    const CheckOptions options;
    const CheckResult result = explore(three_puts, delays_max, options).result;
    EXPECT_EQ(result.verdict, Verdict::incomplete);
    EXPECT_FALSE(result.complete);
    EXPECT_EQ(result.blocked, 0U);
    const std::string text = report(result, options);
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("every class")));
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("ok:")));
  }
  EXPECT_EQ(explore(three_puts, 1).result.incomplete_reason(),
            "explored are only the executions with at most 1 delay");
  EXPECT_EQ(explore(three_puts, 2).result.incomplete_reason(),
            "explored are only the executions with at most 2 delays");
}

TEST(DelayBounded, ClaimsEverythingWhereTheBoundLeavesNothingOut) {
  const CheckResult result = explore(three_puts, 3).result;
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.coverage.kind, Coverage::Kind::every_execution);
}

TEST(DelayBounded, CountsDelaysFromWhatTheOrderPrefers) {
  CheckOptions newest;
  newest.order = "newest";
  EXPECT_THAT(explore(three_puts, 0, newest).schedules, ::testing::ElementsAre("2.1.0"));
}

struct Toss {};

class Coin : public Actor<Coin> {
 public:
  void on(Toss) { value_ = static_cast<int>(choose(2)); }

 private:
  Tracked<int> value_ = 0;
};

TEST(DelayBounded, ExploresEveryChoiceWithoutADelay) {
  const auto two_tosses = [](const ProgramOptions& options) {
    return make_program(
        [](System& system) {
          const auto coin = system.spawn<Coin>();
          system.send(coin, Toss{});
          system.send(coin, Toss{});
        },
        options);
  };
  EXPECT_THAT(explore(two_tosses, 0).schedules, ::testing::SizeIs(4));  // 2 * 2 values
  EXPECT_THAT(explore(two_tosses, 1).schedules, ::testing::SizeIs(8));  // in two orders
}

TEST(DelayBounded, IsWhatThePageShows) {
  const std::string page = "docs/adding-a-reduction.md";
  expect_shown(page, "cpp", text_of("src/reduction/delay_bounded.hpp"));
}

}  // namespace
}  // namespace harrier::testing
