// Guards that several commuting updates decide about together: none of them alone stands in the
// way of the message, and none depends on another.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Add {};
struct Take {};

/// Takes only while nothing was added.
class Empty : public Actor<Empty> {
 public:
  void on(Add) { ++count_; }
  void on(Take) { taken_ = 1; }
  bool accepts(const Take&) const { return count_ == 0; }

 private:
  Counter<> count_{0, "count"};
  Tracked<int> taken_{"taken", 0};
};

/// Takes while nothing was added, and again once something was added twice.
class NotOne : public Actor<NotOne> {
 public:
  void on(Add) { ++count_; }
  void on(Take) { taken_ = 1; }
  bool accepts(const Take&) const { return count_ != 1; }

 private:
  Counter<> count_{0, "count"};
  Tracked<int> taken_{"taken", 0};
};

/// Takes when so many were added.
template <int wanted>
class Exactly : public Actor<Exactly<wanted>> {
 public:
  void on(Add) { ++count_; }
  void on(Take) { taken_ = 1; }
  bool accepts(const Take&) const { return count_ == wanted; }

 private:
  Counter<> count_{0, "count"};
  Tracked<int> taken_{"taken", 0};
};

template <class A>
std::function<void(System&)> adds_and_take(int adds) {
  return [adds](System& system) {
    const auto cell = system.spawn<A>();
    for (int i = 0; i < adds; ++i) system.send(cell, Add{});
    system.send(cell, Take{});
  };
}

class GuardsOfUpdates : public ::testing::TestWithParam<std::string> {
 protected:
  std::size_t classes(const std::function<void(System&)>& setup, Dependence dependence) {
    CheckOptions options;
    options.undelivered = Undelivered::ignore;
    options.dependence = dependence;
    options.reduction = "exhaustive";
    const std::set<ClassName> all = classes_of(setup, options);
    options.reduction = GetParam();
    EXPECT_EQ(classes_of(setup, options), all);
    return all.size();
  }
};

// Take comes before all the updates, which have no order, or never.
TEST_P(GuardsOfUpdates, TheMessageComesBeforeAllOfThem) {
  EXPECT_EQ(classes(adds_and_take<Empty>(2), Dependence::field), 2U);
  EXPECT_EQ(classes(adds_and_take<Empty>(4), Dependence::field), 2U);
}

// Before both, or after both.
TEST_P(GuardsOfUpdates, TheMessageComesBeforeOrAfterAllOfThem) {
  EXPECT_EQ(classes(adds_and_take<NotOne>(2), Dependence::field), 2U);
}

// Before Take come any two of the updates, or it never comes.
TEST_P(GuardsOfUpdates, TheMessageComesAfterAnyTwoOfThem) {
  EXPECT_EQ(classes(adds_and_take<Exactly<2>>(4), Dependence::field), 7U);
}

// Whatever is left out, the guard does not hold; there are 63 ways.
TEST_P(GuardsOfUpdates, TheMessageNeverComes) {
  EXPECT_EQ(classes(adds_and_take<Exactly<9>>(6), Dependence::field), 1U);
}

// 2^13 ways are too many to try.
TEST(ManyUpdates, AreNotTakenForExplored) {
  CheckOptions options;
  options.undelivered = Undelivered::ignore;
  options.dependence = Dependence::field;
  const CheckResult result = check(adds_and_take<Exactly<14>>(13), options);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.coverage.kind, Coverage::Kind::part);
  EXPECT_EQ(result.executions, 1U);
}

// By actor the updates have an order, too: 2 with Take first, 2 with Take never or last.
TEST_P(GuardsOfUpdates, ByActorTheUpdatesHaveAnOrder) {
  EXPECT_EQ(classes(adds_and_take<Empty>(2), Dependence::actor), 4U);
  EXPECT_EQ(classes(adds_and_take<NotOne>(2), Dependence::actor), 4U);
}

INSTANTIATE_TEST_SUITE_P(With, GuardsOfUpdates,
                         ::testing::Values("optimal", "source", "udpor", "persistent"),
                         [](const auto& with) { return with.param; });

}  // namespace
}  // namespace harrier::testing
