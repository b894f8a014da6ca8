// What is assumed: executions in which it does not hold are counted by themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harrier/harrier.hpp"
#include "harrier/process.hpp"
#include "harrier/report.hpp"
#include "harrier/usage_error.hpp"

namespace harrier::testing {
namespace {

using ::testing::HasSubstr;

struct Set {
  int value;
};
struct Ask {};
struct Fail {};

class Cell : public Actor<Cell> {
 public:
  void on(Set m) { value_ = m.value; }
  void on(Ask) { assume(value_ == 1); }
  void on(Fail) { check(value_ == 3, "the value is 3"); }

 private:
  Tracked<int> value_ = 0;
};

constexpr const char* all_reductions[] = {"exhaustive", "persistent", "source", "optimal", "udpor"};

std::string error_of(const std::function<void(System&)>& set_up, const CheckOptions& options = {}) {
  try {
    check(set_up, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

void set_and_ask(System& system) {
  const auto cell = system.spawn<Cell>();
  system.send(cell, Set{1});
  system.send(cell, Set{2});
  system.send(cell, Ask{});
}

TEST(Assumptions, LeaveOutExecutionsInWhichTheyDoNotHold) {
  for (const char* reduction : all_reductions) {
    SCOPED_TRACE(reduction);
    CheckOptions options;
    options.reduction = reduction;
    const CheckResult result = check(set_and_ask, options);
    EXPECT_EQ(result.verdict, Verdict::ok);
    EXPECT_EQ(result.executions, 2U);  // 1, asked, 2 and 2, 1, asked
    EXPECT_EQ(result.infeasible, 3U);  // asked first; 2, asked; 1, 2, asked: then it has ended
    EXPECT_EQ(result.blocked, 0U);
  }
  const CheckResult result = check(set_and_ask);
  EXPECT_THAT(report(result, CheckOptions{}), HasSubstr("2 executions, 3 infeasible"));
}

TEST(Assumptions, HideNothingThatFailsWithoutThem) {
  // Nobody sets the value, so no execution is meant; another actor fails whatever that one does.
  const auto set_up = [](System& system) {
    system.send(system.spawn<Cell>(), Ask{});
    system.send(system.spawn<Cell>(), Fail{});
  };
  for (const char* reduction : all_reductions) {
    CheckOptions options;
    options.reduction = reduction;
    EXPECT_EQ(check(set_up, options).verdict, Verdict::violation) << reduction;
  }
}

TEST(Assumptions, HideWhatOnlyFollowsThem) {
  const auto set_up = [](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Set{1});
    system.send(cell, Ask{});
    system.at_end(
        [cell](const End& end) { end.check(!end.ended(cell.id()), "the cell is there"); });
  };
  const CheckResult result = check(set_up);
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.executions, 1U);
  EXPECT_EQ(result.infeasible, 1U);
}

TEST(Assumptions, ThatNeverHoldAreAnError) {
  const auto set_up = [](System& system) { system.send(system.spawn<Cell>(), Ask{}); };
  for (const char* reduction : all_reductions) {
    CheckOptions options;
    options.reduction = reduction;
    EXPECT_EQ(error_of(set_up, options), "no execution satisfies what is assumed") << reduction;
  }
}

TEST(Assumptions, AreNotForSetUps) {
  const CheckResult result = check([](System& system) {
    system.send(system.spawn<Cell>(), Ask{});
    system.settle();
  });
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_THAT(report(result, CheckOptions{}), HasSubstr("the set-up must not assume"));
}

TEST(Assumptions, CountForNothingWhereExecutionsAreDrawn) {
  CheckOptions options;
  options.search = "actors";
  options.executions_max = 600;
  const CheckResult result = check(set_and_ask, options);
  EXPECT_EQ(result.executions + result.infeasible, 600U);
  ASSERT_TRUE(result.seen);
  EXPECT_EQ(result.seen->distinct, 2U);
  ASSERT_TRUE(result.estimate);
  EXPECT_NEAR(result.estimate->classes, 2, 0.5);
}

TEST(Assumptions, CutOffComparedStates) {
  CheckOptions options;
  options.states.on = true;
  const CheckResult result = check(set_and_ask, options);
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.executions, 2U);
}

TEST(Assumptions, OfProcessesEndThem) {
  const auto set_up = [](ProcessSystem& system) {
    for (int i = 0; i < 2; ++i) {
      system.spawn("chooser", []() -> Task<> {
        co_await local_step();
        const std::uint32_t value = choose(3);
        assume(value != 1);
      });
    }
  };
  const CheckResult result = check(set_up, CheckOptions{});
  EXPECT_EQ(result.executions, 4U);
  EXPECT_EQ(result.infeasible, 5U);
}

}  // namespace
}  // namespace harrier::testing
