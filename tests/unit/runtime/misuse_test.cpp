// What the runtime refuses, and in which words.
#include <gtest/gtest.h>

#include <coroutine>
#include <optional>
#include <stdexcept>
#include <string>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Go {};
struct Get {};
struct Ask {
  using reply_type = int;
};

class Server : public Actor<Server> {
 public:
  int on(Get) { return 1; }
  void on(Go) {}
};

/// Explores a set-up that misuses something; returns kind and message of the violation.
std::string violation_of(const Setup& setup) {
  const CheckResult result = check(setup, {.reduction = "exhaustive"});
  EXPECT_EQ(result.verdict, Verdict::violation);
  if (result.violations.size() != 1) return "not one violation";
  return std::string(to_string(result.violations[0].kind())) + ": " +
         result.violations[0].message();
}

/// Spawns one actor and sends it a Go.
template <class A, class... Args>
Setup one(Args... args) {
  return [=](System& system) { system.send(system.spawn<A>(args...), Go{}); };
}

class SendsToNobody : public Actor<SendsToNobody> {
 public:
  void on(Go) { send(nobody_, Go{}); }

 private:
  Ref<Server> nobody_;
};

TEST(Misuse, SendingToAReferenceThatWasNeverSet) {
  EXPECT_EQ(violation_of(one<SendsToNobody>()),
            "misuse: misuse: send of Go to nobody: the reference was never set "
            "(sends-to-nobody on Go{}, step 1)");
}

class SendsToUnsetTo : public Actor<SendsToUnsetTo> {
 public:
  void on(Go) { send(nobody_, Go{}); }

 private:
  To<Go> nobody_;
};

TEST(Misuse, SendingToATypedReferenceThatWasNeverSet) {
  EXPECT_EQ(violation_of(one<SendsToUnsetTo>()),
            "misuse: misuse: send of Go to nobody: the reference was never set "
            "(sends-to-unset-to on Go{}, step 1)");
}

class SendsInConstructor : public Actor<SendsInConstructor> {
 public:
  explicit SendsInConstructor(Ref<Server> server) { send(server, Go{}); }
  void on(Go) {}
};

TEST(Misuse, SendingInAConstructor) {
  EXPECT_EQ(violation_of(
                [](System& system) { system.spawn<SendsInConstructor>(system.spawn<Server>()); }),
            "misuse: the set-up failed: send by sends-in-constructor in a constructor; do it in a "
            "handler");
}

class SpawnsInConstructor : public Actor<SpawnsInConstructor> {
 public:
  SpawnsInConstructor() { spawn<Server>(); }
  void on(Go) {}
};
class SpawnsSpawner : public Actor<SpawnsSpawner> {
 public:
  void on(Go) { spawn<SpawnsInConstructor>(); }
};

TEST(Misuse, SpawningInAConstructor) {
  EXPECT_EQ(violation_of(one<SpawnsSpawner>()),
            "misuse: misuse: spawn by spawns-spawner/spawns-in-constructor in a constructor; do it "
            "in a handler (spawns-spawner on Go{}, step 1)");
}

class ThrowsInConstructor : public Actor<ThrowsInConstructor> {
 public:
  ThrowsInConstructor() { throw std::runtime_error("no memory for that"); }
};
class SpawnsThrower : public Actor<SpawnsThrower> {
 public:
  void on(Go) { spawn<ThrowsInConstructor>(); }
};

TEST(Misuse, AConstructorThatThrowsFailsTheStepThatSpawns) {
  EXPECT_EQ(violation_of(one<SpawnsThrower>()),
            "exception: exception: the constructor of ThrowsInConstructor threw: no memory for "
            "that (spawns-thrower on Go{}, step 1)");
}

/// Lets itself be used from outside its own steps, as no actor should.
class Puppet : public Actor<Puppet> {
 public:
  void on(Go) {}
  void act() { send(self(), Go{}); }
};
struct Pull {
  Puppet* puppet;
  void describe(Text& text) const { text.out() += "Pull"; }
};
class Hands : public Actor<Hands> {
 public:
  void on(Pull m) { m.puppet->act(); }
};

TEST(Misuse, SendingOutsideOnesOwnStep) {
  Puppet* puppet = nullptr;
  const auto setup = [&](System& system) {
    const auto ref = system.spawn<Puppet>();
    const auto hands = system.spawn<Hands>();
    if (puppet != nullptr) system.send(hands, Pull{puppet});
    // An end check is the only way to an actor's object; it gives a const one.
    system.at_end(
        [&puppet, ref](const End& end) { puppet = const_cast<Puppet*>(&end.actor(ref)); });
  };
  const auto program = make_program(setup);
  program->start();
  ASSERT_FALSE(program->standing()->check_end().has_value());
  program->start();  // the arena gives the same actor the same place
  const StepReport& report = program->execute(program->pending().front(), {});
  ASSERT_NE(report.failure, nullptr);
  EXPECT_EQ(report.failure->kind, FailureKind::misuse);
  EXPECT_EQ(report.failure->text,
            "send by puppet outside its own step; only the running handler may do that");
}

class ChoosesFromNothing : public Actor<ChoosesFromNothing> {
 public:
  void on(Go) { choose(0); }
};

TEST(Misuse, ChoosingFromNothing) {
  EXPECT_EQ(violation_of(one<ChoosesFromNothing>()),
            "misuse: misuse: choose(0): there is nothing to choose from (chooses-from-nothing on "
            "Go{}, step 1)");
}

class WaitsAfterStop : public Actor<WaitsAfterStop> {
 public:
  explicit WaitsAfterStop(Ref<Server> server) : server_(server) {}
  Task<> on(Go) {
    stop();
    co_await call(server_, Get{});
  }

 private:
  Ref<Server> server_;
};

TEST(Misuse, WaitingAfterStop) {
  EXPECT_EQ(violation_of([](System& system) {
              system.send(system.spawn<WaitsAfterStop>(system.spawn<Server>()), Go{});
            }),
            "misuse: misuse: a handler waits after stop(): it would never go on (waits-after-stop "
            "on Go{}, step 1)");
}

class RepliesTwice : public Actor<RepliesTwice> {
 public:
  void on(Ask, Reply<int> to) {
    reply(to, 1);
    reply(to, 2);
  }
};
class AsksTwice : public Actor<AsksTwice> {
 public:
  explicit AsksTwice(Ref<RepliesTwice> server) : server_(server) {}
  Task<> on(Go) { co_await call(server_, Ask{}); }

 private:
  Ref<RepliesTwice> server_;
};

TEST(Misuse, ReplyingTwice) {
  EXPECT_EQ(violation_of([](System& system) {
              system.send(system.spawn<AsksTwice>(system.spawn<RepliesTwice>()), Go{});
            }),
            "misuse: misuse: a second reply to Ask{} (replies-twice on Ask{}, step 2)");
}

class WaitsTwice : public Actor<WaitsTwice> {
 public:
  explicit WaitsTwice(Ref<Server> server) : server_(server) {}
  Task<> on(Go) {
    const Future<int> future = request(server_, Get{});
    co_await until(future);
    co_await until(future);
  }

 private:
  Ref<Server> server_;
};

TEST(Misuse, WaitingForOneFutureTwice) {
  EXPECT_EQ(violation_of([](System& system) {
              system.send(system.spawn<WaitsTwice>(system.spawn<Server>()), Go{});
            }),
            "misuse: misuse: two handlers wait for one reply; wait for a future once (waits-twice "
            "on reply 1, step 3)");
}

class AwaitsForeign : public Actor<AwaitsForeign> {
 public:
  Task<> on(Go) { co_await std::suspend_always{}; }
};

TEST(Misuse, AwaitingSomethingThatIsNotHarriers) {
  EXPECT_EQ(violation_of(one<AwaitsForeign>()),
            "misuse: misuse: a handler awaits something that is not Harrier's; use call, get, "
            "until or release (awaits-foreign on Go{}, step 1)");
}

class Loose : public Actor<Loose> {
 public:
  void on(Go) { send(self(), Go{}); }
};

TEST(Misuse, AnActorThatWasNotMadeBySpawn) {
  Loose loose;
  try {
    loose.on(Go{});
    FAIL() << "it sent";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(),
                 "harrier: send by an actor of type Loose that was not made by spawn");
  }
}

/// Keeps a reference where undo does not reach.
class Keeper : public Actor<Keeper> {
 public:
  explicit Keeper(Ref<Server>* kept) : kept_(kept) {}
  void on(Go) { *kept_ = spawn<Server>(); }
  void on(Get) {
    if (*kept_) send(*kept_, Go{});
  }

 private:
  Ref<Server>* kept_;
};

TEST(Misuse, KeepingAReferenceOutsideActorsAndMessages) {
  Ref<Server> kept;
  const auto program = make_program([&](System& system) {
    const auto keeper = system.spawn<Keeper>(&kept);
    system.send(keeper, Go{});
    system.send(keeper, Get{});
  });
  program->start();
  program->execute(MessageId(0), {});
  program->undo()->take_back();
  const StepReport& report = program->execute(MessageId(1), {});
  ASSERT_NE(report.failure, nullptr);
  EXPECT_EQ(report.failure->text,
            "send of Go to an actor of another execution; keep references in actors and messages "
            "only");
}

}  // namespace
}  // namespace harrier::testing
