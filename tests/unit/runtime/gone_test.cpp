// Calls to actors that may be gone: the wait ends, and both outcomes are explored.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Key;

struct Go {};
struct Get {};
struct Slow {};
struct Mark {};
struct Late {
  using reply_type = int;
};
struct Quit {};

class Server : public Actor<Server> {
 public:
  int on(Get) { return 5; }
  Task<int> on(Slow) {
    co_await until([this] { return marked_.get(); });
    co_return 6;
  }
  void on(Mark) { marked_ = true; }
  void on(Late, Reply<int> to) { reply(to, 7); }
  void on(Quit) { stop(); }

 private:
  Tracked<bool> marked_ = false;
};

/// Asks in its only handler and keeps what it hears.
class Client : public Actor<Client> {
 public:
  using Script = Task<> (*)(Client&);
  Client(Ref<Server> to, Script script) : server(to), script_(script) {}
  Task<> on(Go) { return script_(*this); }

  using Actor<Client>::call_or_gone;
  using Actor<Client>::request;
  using Actor<Client>::request_or_gone;
  using Actor<Client>::until;

  void hear(const std::optional<int>& reply) {
    heard.edit() += (reply ? std::to_string(*reply) : "gone") + " ";
  }

  Constant<Ref<Server>> server;
  Tracked<std::string> heard;

 private:
  Constant<Script> script_;
};

template <class... Messages>
Setup asked(Client::Script script, Messages... messages) {
  return [=](System& system) {
    const auto server = system.spawn<Server>();
    system.send(system.spawn<Client>(server, script), Go{});
    (system.send(server, messages), ...);
  };
}

/// Explores everything and counts the executions by what the client heard.
std::map<std::string, int> heard_by(const Setup& setup, CheckOptions options) {
  std::map<std::string, int> heard;
  options.keep_going = true;
  const CheckResult result = check(
      [&](System& system) {
        setup(system);
        system.at_end([&](const End& end) { ++heard[end.actor(Ref<Client>(ActorId(1))).heard]; });
      },
      options);
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.blocked, 0U);
  return heard;
}

Task<> call_once(Client& self) {
  const std::optional<int> reply = co_await self.call_or_gone(self.server, Get{});
  self.hear(reply);
}

TEST(Gone, BothOutcomesAreExploredOnce) {
  for (const Dependence dependence : {Dependence::actor, Dependence::field}) {
    for (const DeliveryModel delivery : delivery_models) {
      if (delivery == DeliveryModel::mailbox) continue;  // where Quit is sent first
      EXPECT_EQ(
          heard_by(asked(call_once, Quit{}), {.dependence = dependence, .delivery = delivery}),
          (std::map<std::string, int>{{"5 ", 1}, {"gone ", 1}}));
    }
  }
}

TEST(Gone, TheOutcomeIsAStepOfTheReceiver) {
  Execution execution(asked(call_once, Quit{}));
  execution.deliver("Go{}");
  execution.deliver("Quit{}");
  execution.deliver("Get{} to server");
  EXPECT_THAT(execution.enabled(), ElementsAre("reply gone to client"));
  execution.undo();
  execution.undo();
  execution.deliver("Get{} to server");
  EXPECT_THAT(execution.enabled(), ElementsAre("Quit{} to server", "reply 5 to client"));
}

Task<> call_slow(Client& self) {
  const std::optional<int> reply = co_await self.call_or_gone(self.server, Slow{});
  self.hear(reply);
}

TEST(Gone, WhoWaitsForAHandlerThatWaitsIsToldWhenItsActorEnds) {
  for (const char* reduction : {"exhaustive", "optimal", "source", "udpor"}) {
    EXPECT_THAT(heard_by(asked(call_slow, Mark{}, Quit{}), {.reduction = reduction}),
                ElementsAre(Key("6 "), Key("gone ")));
    EXPECT_THAT(heard_by(asked(call_slow, Quit{}), {.reduction = reduction}),
                ElementsAre(Key("gone ")));
  }
}

Task<> ask_twice(Client& self) {
  const auto [late, got] = co_await self.until(self.request_or_gone(self.server, Late{}),
                                               self.request_or_gone(self.server, Get{}));
  self.hear(late);
  self.hear(got);
}

TEST(Gone, FuturesAreToldToo) {
  // The two requests and Quit in any order: what comes before it is answered.
  EXPECT_EQ(
      heard_by(asked(ask_twice, Quit{}), {}),
      (std::map<std::string, int>{{"7 5 ", 1}, {"7 gone ", 1}, {"gone 5 ", 1}, {"gone gone ", 1}}));
  // In order of sending the second cannot be answered where the first is not.
  EXPECT_EQ(heard_by(asked(ask_twice, Quit{}), {.delivery = DeliveryModel::fifo}),
            (std::map<std::string, int>{{"7 5 ", 1}, {"7 gone ", 1}, {"gone gone ", 1}}));
}

Task<> call_nothing(Client& self) {
  const std::optional<Nothing> done = co_await self.call_or_gone(self.server, Quit{});
  self.hear(done ? std::optional(1) : std::nullopt);
  const std::optional<Nothing> again = co_await self.call_or_gone(self.server, Quit{});
  self.hear(again ? std::optional(1) : std::nullopt);
}

TEST(Gone, AReplyWithoutAValueIsNothing) {
  EXPECT_EQ(heard_by(asked(call_nothing), {}), (std::map<std::string, int>{{"1 gone ", 1}}));
}

/// Ends without a reply, and holds the right to it for ever.
class Keeper : public Actor<Keeper> {
 public:
  void on(Late, Reply<int>) { stop(); }
};
class Asker : public Actor<Asker> {
 public:
  explicit Asker(Ref<Keeper> keeper) : keeper_(keeper) {}
  Task<> on(Go) { co_await call_or_gone(keeper_, Late{}); }

 private:
  Constant<Ref<Keeper>> keeper_;
};

TEST(Gone, ARightToReplyThatIsKeptIsStillWaitedFor) {
  const CheckResult result =
      check([](System& system) { system.send(system.spawn<Asker>(system.spawn<Keeper>()), Go{}); });
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].kind(), ViolationKind::deadlock);
}

TEST(Gone, IsBacktrackedInEveryWay) {
  for (const Backtrack backtrack : {Backtrack::undo, Backtrack::local, Backtrack::replay}) {
    EXPECT_EQ(heard_by(asked(call_once, Quit{}), {.backtrack = backtrack, .audit = true}),
              (std::map<std::string, int>{{"5 ", 1}, {"gone ", 1}}));
  }
}

}  // namespace
}  // namespace harrier::testing
