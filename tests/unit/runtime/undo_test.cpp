// Taking steps back: every way explores the same, and leaves nothing behind.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Go {};
struct Put {
  int value;
};
struct Get {};

/// Counts the objects of it that exist.
class Counted {
 public:
  explicit Counted(int* alive) : alive_(alive) { ++*alive_; }
  Counted(const Counted& other) : alive_(other.alive_) { ++*alive_; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --*alive_; }

 private:
  int* alive_;
};

struct Load {
  int value;
  Counted counted;
  void describe(Text& text) const { text.add(value); }
};

/// Keeps the order of arrival as a number. The second parameter says how it keeps it.
class Plain : public Actor<Plain> {
 public:
  void on(Put m) { digits_ = digits_ * 10 + m.value; }
  int on(Get) { return digits_; }
  int digits() const { return digits_; }

 private:
  int digits_ = 0;
};

class OnHeap : public Actor<OnHeap> {
 public:
  void on(Put m) { list_.push_back(m.value); }
  int on(Get) { return digits(); }
  int digits() const {
    int number = 0;
    for (const int digit : list_) number = number * 10 + digit;
    return number;
  }

 private:
  std::vector<int> list_;
};

/// Cannot be copied, so it is rebuilt from its own past.
class NotCopyable : public Actor<NotCopyable> {
 public:
  explicit NotCopyable(int start) : digits_(std::make_unique<int>(start)) {}
  void on(Put m) { *digits_ = *digits_ * 10 + m.value; }
  int on(Get) { return *digits_; }
  int digits() const { return *digits_; }

 private:
  std::unique_ptr<int> digits_;
};

/// Cannot even be built again: its argument is gone.
class NotRebuildable : public Actor<NotRebuildable> {
 public:
  explicit NotRebuildable(std::unique_ptr<int> digits) : digits_(std::move(digits)) {}
  void on(Put m) { *digits_ = *digits_ * 10 + m.value; }
  int on(Get) { return *digits_; }
  int digits() const { return *digits_; }

 private:
  std::unique_ptr<int> digits_;
};

template <class Target>
class Client : public Actor<Client<Target>> {
 public:
  explicit Client(Ref<Target> target) : target_(target) {}
  Task<> on(Go) {
    this->send(target_, Put{1 + static_cast<int>(this->choose(2))});
    const int before = co_await this->call(target_, Get{});
    co_await this->release();
    this->send(target_, Put{before % 10});
    const int after = co_await this->until(this->request(target_, Get{}));
    this->check(after != 12, "no client sees 12");
  }
  void on(Put) {}

 private:
  Ref<Target> target_;
};

struct Outcome {
  CheckResult result;
  std::multiset<int> ends;
};

template <class Target, class... Args>
Outcome explore(Backtrack backtrack, const char* reduction, Args... args) {
  Outcome outcome;
  outcome.result = check(
      [&](System& system) {
        Ref<Target> target;
        if constexpr (std::is_same_v<Target, NotRebuildable>) {
          target = system.spawn<Target>(std::make_unique<int>(0));
        } else {
          target = system.spawn<Target>(args...);
        }
        system.send(system.spawn<Client<Target>>(target), Go{});
        system.send(target, Put{3});
        system.at_end(
            [&, target](const End& end) { outcome.ends.insert(end.actor(target).digits()); });
      },
      {.reduction = reduction, .backtrack = backtrack, .keep_going = true});
  return outcome;
}

template <class Target, class... Args>
void expect_the_same_in_every_way(Args... args) {
  for (const char* reduction : {"exhaustive", "optimal"}) {
    SCOPED_TRACE(reduction);
    const Outcome undo = explore<Target>(Backtrack::undo, reduction, args...);
    EXPECT_TRUE(undo.result.complete);
    EXPECT_GT(undo.result.executions, 2U);
    for (const Backtrack backtrack : {Backtrack::local, Backtrack::replay}) {
      const Outcome other = explore<Target>(backtrack, reduction, args...);
      EXPECT_EQ(other.ends, undo.ends);
      EXPECT_EQ(other.result.executions, undo.result.executions);
      EXPECT_EQ(other.result.steps, undo.result.steps);
      ASSERT_EQ(other.result.violations.size(), undo.result.violations.size());
      for (std::size_t i = 0; i < undo.result.violations.size(); ++i) {
        EXPECT_EQ(other.result.violations[i].message(), undo.result.violations[i].message());
        EXPECT_EQ(other.result.violations[i].schedule, undo.result.violations[i].schedule);
      }
    }
  }
}

TEST(Backtracking, ExploresTheSameInEveryWayForPlainActors) {
  expect_the_same_in_every_way<Plain>();
}
TEST(Backtracking, ExploresTheSameInEveryWayForActorsOnTheHeap) {
  expect_the_same_in_every_way<OnHeap>();
}
TEST(Backtracking, ExploresTheSameInEveryWayForActorsThatCannotBeCopied) {
  expect_the_same_in_every_way<NotCopyable>(0);
}
TEST(Backtracking, ExploresTheSameInEveryWayForActorsThatCannotBeBuiltAgain) {
  expect_the_same_in_every_way<NotRebuildable>();
}

TEST(Backtracking, ReplaysNothingWhereOneActorCanBeRebuilt) {
  EXPECT_EQ(explore<Plain>(Backtrack::undo, "exhaustive").result.steps_replayed, 0U);
  EXPECT_EQ(explore<NotCopyable>(Backtrack::undo, "exhaustive", 0).result.steps_replayed, 0U);
  EXPECT_EQ(explore<NotCopyable>(Backtrack::local, "exhaustive", 0).result.steps_replayed, 0U);
  EXPECT_GT(explore<Plain>(Backtrack::replay, "exhaustive").result.steps_replayed, 0U);
}

TEST(Backtracking, ReplaysTheProgramWhereAnActorCannotBeBuiltAgain) {
  Execution execution([](System& system) {
    system.send(system.spawn<NotRebuildable>(std::make_unique<int>(0)), Put{1});
  });
  EXPECT_EQ(execution.program().undo(), nullptr);
  EXPECT_GT(explore<NotRebuildable>(Backtrack::undo, "exhaustive").result.steps_replayed, 0U);
}

TEST(Undo, PutsBackMessagesActorsAndValues) {
  Execution execution([](System& system) {
    const auto target = system.spawn<OnHeap>();
    system.send(target, Put{1});
    system.send(target, Put{2});
    system.send(system.spawn<Client<OnHeap>>(target), Go{});
  });
  const auto state = [&] {
    return std::pair(execution.pending(), execution.trace().message_count());
  };
  const auto start = state();
  execution.deliver("Go{}", {1});
  const auto middle = state();
  EXPECT_NE(middle, start);
  execution.deliver("Put{2} to on-heap");
  execution.deliver("Get{}");
  execution.deliver("reply 2");
  for (int i = 0; i < 3; ++i) execution.undo();
  EXPECT_EQ(state(), middle);
  execution.deliver("Put{1}");
  execution.deliver("Get{}");
  execution.deliver("reply 1");  // not 21: what was taken back is gone
  for (int i = 0; i < 4; ++i) execution.undo();
  EXPECT_EQ(state(), start);
}

class Holder : public Actor<Holder> {
 public:
  explicit Holder(int* alive) : counted_(alive) {}
  Task<> on(Load m) {
    const Load copy = m;
    co_await release();
    kept_.push_back(copy);
  }

 private:
  Counted counted_;
  std::vector<Load> kept_;
};

TEST(Undo, DestroysEverythingItMade) {
  for (const Backtrack backtrack : {Backtrack::undo, Backtrack::local, Backtrack::replay}) {
    int alive = 0;
    {
      const auto setup = [&](System& system) {
        const auto holder = system.spawn<Holder>(&alive);
        for (const int value : {1, 2}) system.send(holder, Load{value, Counted(&alive)});
      };
      const CheckResult result = check(setup, {.reduction = "exhaustive", .backtrack = backtrack});
      EXPECT_EQ(result.executions, 6U);  // 4! / (2! 2!): two chains of two steps
      // And in the middle of an execution.
      const auto program = make_program(setup, {.backtrack = backtrack});
      program->start();
      program->execute(program->pending().front(), {});
      EXPECT_GT(alive, 0);
    }
    EXPECT_EQ(alive, 0);
  }
}

class ThrowingCopy : public Actor<ThrowingCopy> {
 public:
  ThrowingCopy() = default;
  ThrowingCopy(const ThrowingCopy& other) : Actor(other) {
    throw std::runtime_error("one of a kind");
  }
  void on(Go) {}
};

TEST(Undo, SaysWhatToDoAboutActorsWhoseCopyThrows) {
  const auto setup = [](System& system) {
    const auto actor = system.spawn<ThrowingCopy>();
    system.send(actor, Go{});
    system.send(actor, Go{});
  };
  try {
    check(setup, {.reduction = "exhaustive"});
    FAIL() << "it was copied";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "throwing-copy cannot be kept for undo: its copy constructor threw: one of a "
                 "kind; use backtracking by local replay");
  }
  EXPECT_EQ(check(setup, {.reduction = "exhaustive", .backtrack = Backtrack::local}).executions,
            2U);
}

class ThrowingEnd : public Actor<ThrowingEnd> {
 public:
  ThrowingEnd() = default;
  ThrowingEnd(const ThrowingEnd&) = default;
  ~ThrowingEnd() noexcept(false) {
    if (used_) throw std::runtime_error("cannot close");
  }
  void on(Go) { used_ = true; }

 private:
  bool used_ = false;
};

TEST(Undo, ReportsADestructorThatThrows) {
  const CheckResult result =
      check([](System& system) { system.send(system.spawn<ThrowingEnd>(), Go{}); });
  EXPECT_EQ(result.verdict, Verdict::violation);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].kind(), ViolationKind::exception);
  EXPECT_EQ(result.violations[0].message(), "the destructor of ThrowingEnd threw: cannot close");
}

}  // namespace
}  // namespace harrier::testing
