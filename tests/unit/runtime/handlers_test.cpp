// What a handler can do in one step and across several: send, spawn, stop, reply, wait, choose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
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
struct Add {
  int value;
};
struct Get {};
struct Take {};

/// A value that is put, added to, read, and taken once it is there.
class Cell : public Actor<Cell> {
 public:
  void on(Put m) { value_ = m.value; }
  void on(Add m) { value_ += m.value; }
  int on(Get) { return value_; }
  int on(Take) { return std::exchange(value_, 0); }
  bool accepts(const Take&) const { return value_ != 0; }
  int value() const { return value_; }

 private:
  int value_ = 0;
};

/// Runs a script in its only handler and keeps what it read.
class Client : public Actor<Client> {
 public:
  using Script = Task<> (*)(Client&);
  Client(Ref<Cell> to, Script script) : cell(to), script_(script) {}
  Task<> on(Go) { return script_(*this); }
  void on(Put m) { log.push_back(m.value); }

  using Actor<Client>::call;
  using Actor<Client>::choose;
  using Actor<Client>::get;
  using Actor<Client>::release;
  using Actor<Client>::request;
  using Actor<Client>::self;
  using Actor<Client>::send;
  using Actor<Client>::until;

  Ref<Cell> cell;
  std::vector<int> log;

 private:
  Script script_;
};

/// Explores every order and returns what the client may have read, in all of them together.
std::set<std::vector<int>> logs_of(Client::Script script) {
  std::set<std::vector<int>> logs;
  const CheckResult result = check(
      [&](System& system) {
        const auto cell = system.spawn<Cell>();
        const auto client = system.spawn<Client>(cell, script);
        system.send(client, Go{});
        system.at_end([&logs, client](const End& end) { logs.insert(end.actor(client).log); });
      },
      {.reduction = "exhaustive"});
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_TRUE(result.complete);
  return logs;
}

TEST(Handlers, AreChosenByTheTypeOfTheMessage) {
  Execution execution([](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Put{3});
    system.send(cell, Add{4});
    system.at_end([cell](const End& end) { end.check(end.actor(cell).value() == 7, "3 + 4"); });
  });
  execution.deliver("Put{3}");
  execution.deliver("Add{4}");
  EXPECT_FALSE(execution.standing().check_end().has_value());
}

TEST(Handlers, TakeMessagesInAnyOrder) {
  std::set<int> values;
  const CheckResult result = check(
      [&](System& system) {
        const auto cell = system.spawn<Cell>();
        system.send(cell, Put{3});
        system.send(cell, Add{4});
        system.at_end([&values, cell](const End& end) { values.insert(end.actor(cell).value()); });
      },
      {.reduction = "exhaustive"});
  EXPECT_EQ(result.executions, 2U);  // 2! orders at one receiver
  EXPECT_EQ(values, (std::set<int>{3, 7}));
}

class Spawner : public Actor<Spawner> {
 public:
  void on(Go) {
    const auto child = spawn<Cell>();
    const auto named = spawn_as<Cell>("vault");
    send(child, Put{1});
    send(named, Put{2});
    stop();
  }
};

TEST(Handlers, SpawnActorsSendToThemAndEnd) {
  Execution execution([](System& system) {
    const auto spawner = system.spawn<Spawner>();
    system.send(spawner, Go{});
    system.send(spawner, Go{});
  });
  const Event& event = execution.deliver("Go{}");
  EXPECT_EQ(event.created_count, 2U);
  EXPECT_EQ(event.sent_count, 2U);
  EXPECT_TRUE(event.ended);
  EXPECT_THAT(execution.enabled(),
              ElementsAre("Put{1} to spawner/cell", "Put{2} to spawner/vault"));
  // The second Go stays: its receiver has ended.
  EXPECT_EQ(execution.standing().hold(execution.pending_message("Go{}")), Hold::ended);
  EXPECT_EQ(execution.standing().activity(execution.actor("spawner")), Activity::ended);
}

TEST(Handlers, ReplyWithWhatTheyReturn) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              me.send(me.cell, Put{5});
              me.log.push_back(co_await me.call(me.cell, Get{}));
            }),
            (std::set<std::vector<int>>{{0}, {5}}));  // the read comes before or after the write
}

TEST(Handlers, WaitForAReplyOfNothing) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              co_await me.call(me.cell, Put{5});
              me.log.push_back(co_await me.call(me.cell, Get{}));
            }),
            (std::set<std::vector<int>>{{5}}));  // the write is done when the call returns
}

TEST(Handlers, TakeNothingElseWhileTheyCall) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              me.send(me.self(), Put{1});
              const int value = co_await me.call(me.cell, Get{});
              me.log.push_back(100 + value);
            }),
            (std::set<std::vector<int>>{{100, 1}}));
}

TEST(Handlers, TakeOtherMessagesWhileTheyAwaitAFuture) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              me.send(me.self(), Put{1});
              const int value = co_await me.until(me.request(me.cell, Get{}));
              me.log.push_back(100 + value);
            }),
            (std::set<std::vector<int>>{{100, 1}, {1, 100}}));
}

TEST(Handlers, CanAskFirstAndWaitLater) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              const Future<int> future = me.request(me.cell, Get{});
              me.send(me.cell, Put{5});
              me.log.push_back(co_await me.get(future));
            }),
            (std::set<std::vector<int>>{{0}, {5}}));  // Put may overtake Get
}

TEST(Handlers, WaitForSeveralRepliesAtOnce) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              const Future<int> first = me.request(me.cell, Get{});
              me.send(me.cell, Put{5});
              const Future<int> second = me.request(me.cell, Get{});
              const std::tuple<int, int> both = co_await me.until(first, second);
              me.log = {std::get<0>(both), std::get<1>(both)};
            }),
            (std::set<std::vector<int>>{{0, 0}, {0, 5}, {5, 0}, {5, 5}}));
}

TEST(Handlers, WaitForSeveralRepliesOfNothing) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              const Future<void> put = me.request(me.cell, Put{5});
              const Future<void> add = me.request(me.cell, Add{1});
              co_await me.until(put, add);
              me.log.push_back(co_await me.call(me.cell, Get{}));
            }),
            (std::set<std::vector<int>>{{5}, {6}}));  // in either order, but both
}

TEST(Handlers, WaitUntilAConditionOnTheirOwnStateHolds) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              me.send(me.self(), Put{1});
              me.send(me.self(), Put{2});
              co_await me.until([&me] { return me.log.size() >= 1; });
              me.log.push_back(9);
            }),
            (std::set<std::vector<int>>{{1, 9, 2}, {1, 2, 9}, {2, 9, 1}, {2, 1, 9}}));
}

TEST(Handlers, GoOnAtOnceWhenTheConditionHolds) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              me.send(me.self(), Put{1});
              co_await me.until([] { return true; });
              me.log.push_back(9);
            }),
            (std::set<std::vector<int>>{{9, 1}}));  // no step ends in between
}

TEST(Handlers, GiveUpControl) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              me.send(me.self(), Put{1});
              co_await me.release();
              me.log.push_back(9);
            }),
            (std::set<std::vector<int>>{{9, 1}, {1, 9}}));
}

Task<int> read_twice(Client& me) {
  const int first = co_await me.call(me.cell, Get{});
  const int second = co_await me.call(me.cell, Get{});
  co_return 10 * first + second;
}

TEST(Handlers, MayBeWrittenInParts) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              me.send(me.cell, Put{5});
              me.log.push_back(co_await read_twice(me));
            }),
            (std::set<std::vector<int>>{{0}, {5}, {55}}));
}

Task<int> throwing_part(Client& me) {
  co_await me.release();
  throw std::runtime_error("broken part");
}

TEST(Handlers, CatchWhatTheirPartsThrow) {
  EXPECT_EQ(logs_of([](Client& me) -> Task<> {
              try {
                me.log.push_back(co_await throwing_part(me));
              } catch (const std::runtime_error&) {
                me.log.push_back(-1);
              }
            }),
            (std::set<std::vector<int>>{{-1}}));
}

TEST(Constraints, HoldAMessageBackUntilTheStateAcceptsIt) {
  Execution execution([](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Take{});
    system.send(cell, Put{3});
  });
  EXPECT_THAT(execution.enabled(), ElementsAre("Put{3} to cell"));
  EXPECT_EQ(execution.standing().hold(execution.pending_message("Take{}")), Hold::guard);
  execution.deliver("Put{3}");
  EXPECT_THAT(execution.enabled(), ElementsAre("Take{} to cell"));
  execution.undo();
  EXPECT_THAT(execution.enabled(), ElementsAre("Put{3} to cell"));
}

struct Ask {
  using reply_type = int;
};
struct Answer {};

/// Keeps the right to reply until it is told to.
class Desk : public Actor<Desk> {
 public:
  void on(Ask, Reply<int> to) { waiting_.push_back(to); }
  void on(Answer) {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      reply(waiting_[i], 10 + static_cast<int>(i));
    }
    waiting_.clear();
  }

 private:
  std::vector<Reply<int>> waiting_;
};

class Asker : public Actor<Asker> {
 public:
  explicit Asker(Ref<Desk> desk) : desk_(desk) {}
  Task<> on(Go) { answer = co_await call(desk_, Ask{}); }
  int answer = 0;

 private:
  Ref<Desk> desk_;
};

TEST(Replies, CanBeGivenInALaterStep) {
  Execution execution([](System& system) {
    const auto desk = system.spawn<Desk>();
    system.send(system.spawn<Asker>(desk), Go{});
    system.send(system.spawn<Asker>(desk), Go{});
    system.send(desk, Answer{});
  });
  execution.deliver("Go{} to asker");
  execution.deliver("Go{} to asker.2");
  execution.deliver("Ask{}");
  execution.deliver("Ask{}");
  EXPECT_EQ(execution.standing().activity(execution.actor("asker")), Activity::calling);
  EXPECT_EQ(execution.standing().status(execution.actor("asker")).waits_for,
            "the reply of desk to Ask{}");
  execution.deliver("Answer{}");
  EXPECT_THAT(execution.enabled(), ElementsAre("reply 10 to asker", "reply 11 to asker.2"));
  execution.undo();
  EXPECT_THAT(execution.enabled(), ElementsAre("Answer{} to desk"));
}

TEST(Replies, ToAMessageNobodyWaitsForAreDropped) {
  Execution execution([](System& system) { system.send(system.spawn<Cell>(), Get{}); });
  EXPECT_EQ(execution.deliver("Get{}").sent_count, 0U);
  EXPECT_THAT(execution.pending(), IsEmpty());
}

class Dice : public Actor<Dice> {
 public:
  void on(Go) {
    const std::uint32_t first = choose(3);
    // The second throw is there after some first throws only.
    const std::uint32_t second = first == 1 ? choose(2) : 0;
    thrown = 10 * static_cast<int>(first) + static_cast<int>(second);
  }
  int thrown = -1;
};

TEST(Choices, AreAllExplored) {
  for (const char* reduction : {"exhaustive", "optimal"}) {
    std::multiset<int> thrown;
    const CheckResult result = check(
        [&](System& system) {
          const auto dice = system.spawn<Dice>();
          system.send(dice, Go{});
          system.at_end([&thrown, dice](const End& end) { thrown.insert(end.actor(dice).thrown); });
        },
        {.reduction = reduction});
    EXPECT_EQ(result.executions, 4U) << reduction;  // 0, 2, and 1 with two second throws
    EXPECT_EQ(thrown, (std::multiset<int>{0, 10, 11, 20})) << reduction;
  }
}

TEST(Choices, AreRecordedInTheTraceAndTakenFromTheSchedule) {
  Execution execution([](System& system) { system.send(system.spawn<Dice>(), Go{}); });
  execution.deliver("Go{}", {1, 1});
  EXPECT_THAT(execution.trace().choices(0), ElementsAre(Choice{1, 3}, Choice{1, 2}));
}

class Judge : public Actor<Judge> {
 public:
  void on(Put m) {
    check(m.value < 3, "values are small");
    if (m.value == 2) throw std::out_of_range("two is odd");
    if (m.value == 1) throw 1;
  }
};

TEST(Failures, AreRecordedWithTheirStep) {
  Execution execution([](System& system) {
    for (const int value : {3, 2, 1, 0}) system.send(system.spawn<Judge>(), Put{value});
  });
  EXPECT_TRUE(execution.deliver("Put{3}").failed);
  EXPECT_EQ(execution.failure(), "values are small");
  EXPECT_TRUE(execution.deliver("Put{2}").failed);
  EXPECT_EQ(execution.failure(), "two is odd");
  EXPECT_TRUE(execution.deliver("Put{1}").failed);
  EXPECT_EQ(execution.failure(), "an exception that is not a std::exception");
  EXPECT_FALSE(execution.deliver("Put{0}").failed);
  // An actor whose step failed takes nothing more.
  EXPECT_EQ(execution.standing().activity(execution.actor("judge")), Activity::ended);
  EXPECT_EQ(execution.standing().activity(execution.actor("judge.4")), Activity::idle);
}

TEST(Failures, SayWhatWhoWhyAndWhen) {
  const CheckResult result =
      check([](System& system) { system.send(system.spawn<Judge>(), Put{3}); });
  EXPECT_EQ(result.verdict, Verdict::violation);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].kind(), ViolationKind::check);
  EXPECT_EQ(result.violations[0].message(),
            "check failed: values are small (judge on Put{3}, step 1)");
  EXPECT_EQ(result.violations[0].schedule.text(), "0");
}

}  // namespace
}  // namespace harrier::testing
