// Every reduction on what is hard for those that backtrack: actors that end, guards, replies that
// are awaited, choices.
#include "reduction/backtracking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "explore/registries.hpp"
#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Go {};
struct Stop {};
struct Ask {};
struct Put {
  int value;
};

/// Expects every reduction, with and without sleep sets, to find as many classes as there are.
void expect_all_classes(const Setup& set_up, std::size_t count) {
  CheckOptions options;
  options.dependence = Dependence::actor;
  options.undelivered = Undelivered::ignore;
  options.keep_going = true;
  for (const NamedSummary& reduction : reductions()) {
    if (reduction_traits(reduction.name).is_partial) continue;
    for (const bool sleep : {false, true}) {
      if (sleep && reduction_traits(reduction.name).sleep == SleepUse::never) continue;
      for (const NamedSummary& order : orders()) {
        options.reduction = reduction.name;
        options.order = order.name;
        options.sleep = sleep;
        EXPECT_EQ(classes_of(set_up, options).size(), count)
            << reduction.name << " " << order.name << (sleep ? " --sleep" : "");
      }
    }
  }
}

class Mortal : public Actor<Mortal> {
 public:
  void on(Stop) { stop(); }
  void on(Put m) { value_ = m.value; }

 private:
  Tracked<int> value_ = 0;
};

TEST(Backtracking, DeliversToAnActorBeforeItEnds) {
  // Basset's TransDPOR finds one class here: once the actor has ended, Put is never delivered.
  expect_all_classes(
      [](System& system) {
        const auto mortal = system.spawn<Mortal>();
        system.send(mortal, Stop{});
        system.send(mortal, Put{1});
      },
      2);
}

/// Takes a 2 only when it has a 1.
class Picky : public Actor<Picky> {
 public:
  bool accepts(const Put& m) const { return m.value != 2 || value_ == 1; }
  void on(Put m) { value_ = m.value; }

 private:
  Tracked<int> value_ = 0;
};

TEST(Backtracking, DeliversWhatAGuardHoldsBackWhereItCan) {
  // 1 2 3, 1 3 with 2 left, 3 1 2.
  expect_all_classes(
      [](System& system) {
        const auto picky = system.spawn<Picky>();
        for (const int value : {3, 2, 1}) system.send(picky, Put{value});
      },
      3);
}

class Answerer : public Actor<Answerer> {
 public:
  int on(Ask) { return 1; }
};

/// Takes other messages while it waits for an answer.
class Asker : public Actor<Asker> {
 public:
  explicit Asker(Ref<Answerer> answerer) : answerer_(answerer) {}
  Task<> on(Go) { value_ = co_await until(request(answerer_, Ask{})); }
  void on(Put m) { value_ = m.value; }

 private:
  Constant<Ref<Answerer>> answerer_;
  Tracked<int> value_ = 0;
};

TEST(Backtracking, TakesAReplyForAMessageToWhoAwaitsIt) {
  // Put comes before Go, between Go and the reply, or after the reply.
  expect_all_classes(
      [](System& system) {
        const auto asker = system.spawn<Asker>(system.spawn<Answerer>());
        system.send(asker, Go{});
        system.send(asker, Put{5});
      },
      3);
}

class Chooser : public Actor<Chooser> {
 public:
  void on(Put m) { value_ = m.value + static_cast<int>(choose(2)); }

 private:
  Tracked<int> value_ = 0;
};

TEST(Backtracking, ExploresEveryValueOfEveryChoice) {
  // Two orders, two values each time.
  expect_all_classes(
      [](System& system) {
        const auto chooser = system.spawn<Chooser>();
        system.send(chooser, Put{10});
        system.send(chooser, Put{20});
      },
      8);
}

TEST(Backtracking, RefusesStepsThatTouchOtherActors) {
  // Two sends into one mailbox depend on each other, whoever sends.
  CheckOptions options;
  options.dependence = Dependence::actor;
  options.delivery = DeliveryModel::mailbox;
  for (const char* reduction : {"dcute", "transdpor"}) {
    options.reduction = reduction;
    EXPECT_THROW(make_reduction(options), UsageError) << reduction;
  }
  options.reduction = "persistent";
  EXPECT_NO_THROW(make_reduction(options));
}

}  // namespace
}  // namespace harrier::testing
