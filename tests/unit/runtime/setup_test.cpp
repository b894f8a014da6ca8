// The set-up: what it may do, what is explored of it, and how it fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;

struct Go {};
struct Put {
  int value;
};

class Cell : public Actor<Cell> {
 public:
  void on(Put m) { value_ = m.value; }
  int value() const { return value_; }

 private:
  Tracked<int> value_ = 0;
};

std::string violation_of(const Setup& setup) {
  const CheckResult result = check(setup);
  EXPECT_EQ(result.verdict, Verdict::violation);
  if (result.violations.size() != 1) return "not one violation";
  EXPECT_EQ(result.violations[0].schedule.text(), "none");
  return std::string(to_string(result.violations[0].kind())) + ": " +
         result.violations[0].message();
}

TEST(SetUp, IsSettledInOrderOfSendingAndNotExplored) {
  std::set<int> values;
  const CheckResult result = check(
      [&](System& system) {
        const auto cell = system.spawn<Cell>();
        for (const int value : {1, 2, 3}) system.send(cell, Put{value});
        system.settle();
        system.at_end([&values, cell](const End& end) { values.insert(end.actor(cell).value()); });
      },
      {.reduction = "exhaustive"});
  EXPECT_EQ(result.executions, 1U);
  EXPECT_EQ(result.steps, 0U);
  EXPECT_EQ(values, (std::set<int>{3}));
}

TEST(SetUp, MaySendMoreAfterItHasSettled) {
  Execution execution([](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Put{1});
    system.settle();
    system.send(cell, Put{2});
  });
  EXPECT_THAT(execution.enabled(), ElementsAre("Put{2} to cell"));
  EXPECT_EQ(execution.deliver("Put{2}").message, MessageId(1));  // messages count from the set-up
  EXPECT_FALSE(execution.trace().message(MessageId(1)).sent_by);
}

TEST(SetUp, ChecksEveryEndState) {
  const CheckResult result = check([](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Put{1});
    system.send(cell, Put{2});
    system.at_end([cell](const End& end) {
      end.check(end.actor(cell).value() == 2, "the later value stays");
    });
  });
  EXPECT_EQ(result.verdict, Verdict::violation);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].kind(), ViolationKind::end_check);
  EXPECT_EQ(result.violations[0].message(),
            "the check of the end state failed: the later value stays");
  EXPECT_EQ(result.violations[0].schedule.text(), "1.0");  // the later one is delivered first
}

TEST(SetUp, EndChecksMayThrow) {
  const CheckResult result = check([](System& system) {
    system.spawn<Cell>();
    system.at_end([](const End&) { throw std::runtime_error("cannot tell"); });
  });
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].kind(), ViolationKind::exception);
  EXPECT_EQ(result.violations[0].message(), "the check of the end state failed: cannot tell");
}

class Chooser : public Actor<Chooser> {
 public:
  void on(Go) { choose(2); }
};

TEST(SetUp, MustNotChoose) {
  EXPECT_EQ(violation_of([](System& system) {
              system.send(system.spawn<Chooser>(), Go{});
              system.settle();
            }),
            "misuse: the set-up failed in the step of chooser on Go{}: the set-up must not choose: "
            "it is not explored");
}

class Endless : public Actor<Endless> {
 public:
  void on(Go) { send(self(), Go{}); }
};

TEST(SetUp, MustSettle) {
  EXPECT_EQ(violation_of([](System& system) {
              system.send(system.spawn<Endless>(), Go{});
              system.settle();
            }),
            "misuse: the set-up does not settle: 1000000 steps and messages are still deliverable");
}

TEST(SetUp, MustNotThrow) {
  EXPECT_EQ(violation_of([](System&) { throw std::runtime_error("no such file"); }),
            "exception: the set-up failed: no such file");
}

TEST(SetUp, MustCreateAnActor) {
  EXPECT_THROW(check([](System&) {}), UsageError);
}

TEST(SetUp, SaysWhichActorsMayBeLeft) {
  const auto setup = [](bool cell_may_be_left) {
    return [=](System& system) {
      const auto cell = system.spawn<Cell>();
      system.may_be_left([=](const End& end, ActorId actor) {
        return end.ended(actor) || (actor == cell.id() && cell_may_be_left);
      });
    };
  };
  const CheckOptions custom{.environment = Environment::custom};
  EXPECT_EQ(check(setup(true), custom).verdict, Verdict::ok);
  const CheckResult left = check(setup(false), custom);
  ASSERT_EQ(left.violations.size(), 1U);
  EXPECT_EQ(left.violations[0].kind(), ViolationKind::stuck);
  EXPECT_EQ(left.violations[0].message(), "cell is idle and has not ended");
}

}  // namespace
}  // namespace harrier::testing
