// What is wrong with end states: deadlock, stuck actors, undelivered messages, end checks.
#include "property/end_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/parts.hpp"
#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Go {};
struct Ask {};
struct Stop {};
struct Item {
  int value;
};

/// Asks its peer when it is started, and answers what it is asked.
class Peer : public Actor<Peer> {
 public:
  void on(Ref<Peer> other) { other_ = other; }
  Task<> on(Go) { co_await call(other_, Ask{}); }
  void on(Ask) {}
  void on(Stop) { stop(); }

 private:
  Ref<Peer> other_;
};

CheckResult explore(const Setup& setup, CheckOptions options = {}) {
  options.keep_going = true;
  return check(setup, options);
}

std::vector<std::string> texts_of(const std::vector<Violation>& violations) {
  std::vector<std::string> texts;
  for (const Violation& violation : violations) {
    texts.push_back(std::string(to_string(violation.kind())) + ": " + violation.message());
  }
  return texts;
}

TEST(Deadlock, IsACycleOfCalls) {
  const CheckResult result = explore([](System& system) {
    const auto left = system.spawn_as<Peer>("left");
    const auto right = system.spawn_as<Peer>("right");
    system.send(left, right);
    system.send(right, left);
    system.settle();
    system.send(left, Go{});
    system.send(right, Go{});
  });
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_THAT(texts_of(result.violations),
              ElementsAre("deadlock: deadlock among calls: left waits for right waits for left"));
  EXPECT_THAT(result.violations[0].details(),
              ElementsAre("left waits for the reply of right to Ask{}, mailbox [Ask{} (the "
                          "receiver waits for a reply)]",
                          "right waits for the reply of left to Ask{}, mailbox [Ask{} (the "
                          "receiver waits for a reply)]"));
  // Three classes: left's call is answered before right's own, after it, or both are stuck.
  EXPECT_EQ(result.executions, 3U);
  EXPECT_EQ(result.violations[0].count, 1U);
}

TEST(Deadlock, IsAlsoACallToOneself) {
  const CheckResult result = explore([](System& system) {
    const auto lonely = system.spawn_as<Peer>("lonely");
    system.send(lonely, lonely);
    system.settle();
    system.send(lonely, Go{});
  });
  EXPECT_THAT(texts_of(result.violations),
              ElementsAre("deadlock: deadlock among calls: lonely waits for lonely"));
}

TEST(Deadlock, IsACallToAnEndedActor) {
  const CheckResult result = explore([](System& system) {
    const auto client = system.spawn_as<Peer>("client");
    const auto server = system.spawn_as<Peer>("server");
    system.send(client, server);
    system.settle();
    system.send(client, Go{});
    system.send(server, Stop{});
  });
  EXPECT_THAT(
      texts_of(result.violations),
      ElementsAre("deadlock: deadlock: client waits for the reply of server to Ask{}, which "
                  "has ended, with mailbox []"));
  EXPECT_THAT(result.violations[0].details(),
              ElementsAre("client waits for the reply of server to Ask{}, mailbox []",
                          "server has ended, mailbox [Ask{} (the receiver has ended)]"));
}

class Worker : public Actor<Worker> {
 public:
  void on(Stop) { stop(); }
  Task<> on(Go) {
    co_await until([this] { return !items_.empty(); });
    items_.clear();
  }
  void on(Item m) { items_.push_back(m.value); }
  bool accepts(const Item& m) const { return m.value > 0; }
  void describe(Text& text) const { text.add(items_); }

 private:
  std::vector<int> items_;
};

TEST(Environment, TotalTakesIdleActorsAsTheyAre) {
  EXPECT_EQ(explore([](System& system) { system.spawn<Worker>(); }).verdict, Verdict::ok);
}

// Whatever comes from outside, this handler was to go on by itself; nothing else is said about it.
TEST(Environment, TotalDoesNotTakeAHandlerThatWaits) {
  const CheckResult result =
      explore([](System& system) { system.send(system.spawn<Worker>(), Go{}); });
  EXPECT_THAT(texts_of(result.violations),
              ElementsAre("stuck: worker waits for a condition in its handler of Go{}"));
  EXPECT_THAT(result.warnings, ::testing::IsEmpty());
}

TEST(Environment, EmptyWantsEveryActorEnded) {
  const auto setup = [](bool stopped) {
    return [=](System& system) {
      const auto worker = system.spawn<Worker>();
      if (stopped) system.send(worker, Stop{});
      if (!stopped) system.spawn<Worker>();
    };
  };
  const CheckOptions empty{.environment = Environment::empty};
  EXPECT_EQ(explore(setup(true), empty).verdict, Verdict::ok);
  EXPECT_THAT(texts_of(explore(setup(false), empty).violations),
              ElementsAre("stuck: worker is idle and has not ended; 1 more actors are left"));
}

TEST(Environment, EmptySaysWhatAStuckActorWaitsFor) {
  const CheckResult result =
      explore([](System& system) { system.send(system.spawn<Worker>(), Go{}); },
              {.environment = Environment::empty});
  EXPECT_THAT(texts_of(result.violations),
              ElementsAre("stuck: worker waits for a condition in its handler of Go{}"));
}

TEST(Undelivered, SaysThatTheReceiverHasEnded) {
  const auto setup = [](System& system) {
    const auto worker = system.spawn<Worker>();
    system.send(worker, Item{1});
    system.send(worker, Stop{});
  };
  const std::string lost =
      "undelivered: Item{1} from set-up to worker is never delivered: the receiver has ended";
  const CheckResult warned = explore(setup);
  EXPECT_EQ(warned.verdict, Verdict::ok);
  EXPECT_THAT(texts_of(warned.warnings), ElementsAre(lost));
  const CheckResult failed = explore(setup, {.undelivered = Undelivered::error});
  EXPECT_EQ(failed.verdict, Verdict::violation);
  EXPECT_THAT(texts_of(failed.violations), ElementsAre(lost));
  const CheckResult ignored = explore(setup, {.undelivered = Undelivered::ignore});
  EXPECT_THAT(ignored.warnings, IsEmpty());
}

TEST(Undelivered, SaysThatAConstraintIsFalse) {
  const CheckResult result =
      explore([](System& system) { system.send(system.spawn<Worker>(), Item{0}); });
  EXPECT_THAT(texts_of(result.warnings),
              ElementsAre("undelivered: Item{0} from set-up to worker is never delivered: the "
                          "receiver does not accept it in its state"));
  EXPECT_THAT(result.warnings[0].details(),
              ElementsAre("worker is idle, state [], mailbox [Item{0} (the receiver does not "
                          "accept it in its state)]"));
}

TEST(Undelivered, SaysThatAnEarlierMessageComesFirst) {
  // Under an order, what comes behind a message that can never be taken is passed over to, so only
  // a deliverable message holds another back.
  Execution execution(
      [](System& system) {
        const auto worker = system.spawn<Worker>();
        system.send(worker, Item{0});
        system.send(worker, Item{1});
        system.send(worker, Item{2});
      },
      {.delivery = DeliveryModel::mailbox});
  EXPECT_THAT(execution.enabled(), ElementsAre("Item{1} to worker"));
  EXPECT_EQ(standing_of(execution.program()).hold(execution.pending_message("Item{2}")),
            Hold::order);
  EXPECT_EQ(standing_of(execution.program()).hold(execution.pending_message("Item{0}")),
            Hold::guard);
  EXPECT_EQ(standing_of(execution.program()).hold(execution.pending_message("Item{1}")),
            Hold::none);
}

TEST(EndStates, HaveFindingsOnlyWhereSomethingMayBeWrong) {
  const auto findings = [](Execution& execution, const EndOptions& options) {
    const EndFindings found = examine_end(execution.program(), execution.trace(), options);
    return std::pair(found.violations.size(), found.warnings.size());
  };
  const std::pair<std::size_t, std::size_t> none(0, 0);
  const std::pair<std::size_t, std::size_t> violation(1, 0);
  const std::pair<std::size_t, std::size_t> warning(0, 1);
  Execution idle([](System& system) { system.spawn<Worker>(); });
  EXPECT_EQ(findings(idle, {.environment = Environment::total}), none);
  EXPECT_EQ(findings(idle, {.environment = Environment::empty}), violation);
  Execution held([](System& system) { system.send(system.spawn<Worker>(), Item{0}); });
  EXPECT_EQ(findings(held, {.undelivered = Undelivered::warn}), warning);
  EXPECT_EQ(findings(held, {.undelivered = Undelivered::warn, .warns = false}), none);
  EXPECT_EQ(findings(held, {.undelivered = Undelivered::error, .warns = false}), violation);
  EXPECT_EQ(findings(held, {.undelivered = Undelivered::ignore}), none);
}

}  // namespace
}  // namespace harrier::testing
