// Happens-before and races on small executions whose relation can be drawn by hand.
#include "core/happens_before.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Go {};
struct Put {
  int value;
};
struct Get {};
struct Add {};

class Cell : public Actor<Cell> {
 public:
  void on(Put m) { value_ = m.value; }
  int on(Get) { return value_; }
  void on(Add) { ++count_; }

 private:
  Tracked<int> value_{"value", 0};
  Counter<> count_{0, "count"};
};

class Sender : public Actor<Sender> {
 public:
  explicit Sender(Ref<Cell> cell) : cell_(cell) {}
  void on(Put m) { send(cell_, m); }

 private:
  Constant<Ref<Cell>> cell_;
};

class Caller : public Actor<Caller> {
 public:
  explicit Caller(Ref<Cell> cell) : cell_(cell) {}
  Task<> on(Go) { co_await call(cell_, Get{}); }

 private:
  Constant<Ref<Cell>> cell_;
};

/// An execution with its happens-before relation.
class Ordered {
 public:
  explicit Ordered(Setup setup) : execution_(std::move(setup)) {}

  void deliver(const std::string& text) {
    execution_.deliver(text);
    happens_before_.push(execution_.program(), execution_.trace());
  }
  void undo() {
    happens_before_.pop();
    execution_.undo();
  }
  std::vector<std::uint32_t> races_of(std::size_t event) const {
    const auto races = happens_before_.races_of(event);
    return {races.begin(), races.end()};
  }
  bool before(std::size_t first, std::size_t second) const {
    return happens_before_.before(first, second);
  }
  bool before_message(std::size_t first, const std::string& message) {
    return happens_before_.before_message(execution_.program(), first,
                                          execution_.pending_message(message));
  }

 private:
  Execution execution_;
  HappensBefore happens_before_;
};

void two_senders(System& system) {
  const auto cell = system.spawn<Cell>();
  system.send(system.spawn<Sender>(cell), Put{1});
  system.send(system.spawn<Sender>(cell), Put{2});
}

TEST(HappensBefore, ASendHappensBeforeItsDelivery) {
  Ordered run(two_senders);
  run.deliver("Put{1} to sender");
  EXPECT_TRUE(run.before_message(0, "Put{1} to cell"));
  run.deliver("Put{1} to cell");
  EXPECT_TRUE(run.before(0, 1));
  EXPECT_FALSE(run.before(1, 0));
  EXPECT_FALSE(run.before(1, 1));
  EXPECT_THAT(run.races_of(1), IsEmpty());  // the cause of an event does not race with it
}

TEST(HappensBefore, ConflictsOrderEventsAndRace) {
  Ordered run(two_senders);
  run.deliver("Put{1} to sender");
  run.deliver("Put{2} to sender.2");
  run.deliver("Put{1} to cell");
  run.deliver("Put{2} to cell");
  EXPECT_FALSE(run.before(0, 1));  // different actors
  EXPECT_TRUE(run.before(2, 3));   // both write the cell's value
  EXPECT_TRUE(run.before(0, 3));   // through 2
  EXPECT_THAT(run.races_of(3), ElementsAre(2U));
  run.undo();
  run.undo();
  run.deliver("Put{2} to cell");
  EXPECT_THAT(run.races_of(2), IsEmpty());  // the other write is taken back
  EXPECT_FALSE(run.before(0, 2));
}

TEST(HappensBefore, OnlyTheNearestConflictIsARace) {
  Ordered run([](System& system) {
    const auto cell = system.spawn<Cell>();
    for (const int value : {1, 2, 3}) system.send(cell, Put{value});
  });
  run.deliver("Put{1}");
  run.deliver("Put{2}");
  run.deliver("Put{3}");
  EXPECT_THAT(run.races_of(1), ElementsAre(0U));
  EXPECT_THAT(run.races_of(2), ElementsAre(1U));  // 0 happens before 1
}

TEST(HappensBefore, ReadsCommuteAndAWriteRacesWithAllOfThem) {
  Ordered run([](System& system) {
    const auto cell = system.spawn<Cell>();
    for (int i = 0; i < 3; ++i) system.send(cell, Get{});
    system.send(cell, Put{1});
    system.send(cell, Get{});
  });
  for (int i = 0; i < 3; ++i) run.deliver("Get{}");
  EXPECT_FALSE(run.before(0, 1));
  run.deliver("Put{1}");
  EXPECT_THAT(run.races_of(3), ElementsAre(0U, 1U, 2U));
  run.deliver("Get{}");
  EXPECT_THAT(run.races_of(4), ElementsAre(3U));
  EXPECT_TRUE(run.before(0, 4));
}

TEST(HappensBefore, UpdatesCommute) {
  Ordered run([](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Add{});
    system.send(cell, Add{});
    system.send(cell, Put{1});
  });
  run.deliver("Add{}");
  run.deliver("Add{}");
  run.deliver("Put{1}");
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_FALSE(run.before(1, 2));  // another field
  for (std::size_t i = 0; i < 3; ++i) EXPECT_THAT(run.races_of(i), IsEmpty());
}

TEST(HappensBefore, AReplyIsACauseOfWhatGoesOnAfterIt) {
  Ordered run([](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(system.spawn<Caller>(cell), Go{});
    system.send(cell, Put{1});
  });
  run.deliver("Go{}");
  run.deliver("Put{1}");
  run.deliver("Get{}");
  EXPECT_TRUE(run.before_message(1, "reply 1"));  // the read saw the write
  run.deliver("reply 1");
  EXPECT_TRUE(run.before(0, 3));
  EXPECT_TRUE(run.before(2, 3));
  EXPECT_THAT(run.races_of(2), ElementsAre(1U));
  EXPECT_THAT(run.races_of(3), IsEmpty());
}

TEST(HappensBefore, RowsOfBitsCrossWordBoundaries) {
  constexpr int count = 200;
  Ordered run([](System& system) {
    const auto cell = system.spawn<Cell>();
    const auto other = system.spawn<Cell>();
    for (int i = 0; i < count; ++i) system.send(i % 2 == 0 ? cell : other, Put{i});
  });
  for (int i = 0; i < count; ++i) run.deliver("Put{" + std::to_string(i) + "}");
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      ASSERT_EQ(run.before(k, i), k % 2 == i % 2) << k << " and " << i;
    }
  }
  for (int i = 0; i < 100; ++i) run.undo();
  EXPECT_THAT(run.races_of(99), ElementsAre(97U));
}

}  // namespace
}  // namespace harrier::testing
