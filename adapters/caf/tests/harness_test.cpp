// Tests that are given an actor system: what is explored, in which orders, and what is found.
#include <gmock/gmock.h>

#include <caf/all.hpp>
#include <cassert>
#include <set>
#include <string>

#include "exactness.hpp"
#include "explore/explorer.hpp"
#include "harrier/caf.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::atom;
using caf::atom_constant;
using caf::behavior;
using caf::event_based_actor;
using caf::infinite;
using caf::scoped_actor;
using caf::stateful_actor;
using harrier::CheckOptions;
using harrier::CheckResult;
using harrier::Verdict;
using harrier::caf::Options;
using harrier::caf::Order;
using harrier::caf_tests::expect_exact;
using harrier::caf_tests::with;
using Explored = harrier::caf::Test;
using harrier::caf::Timers;
using testing::HasSubstr;

using get_atom = atom_constant<atom("get")>;
using put_atom = atom_constant<atom("put")>;
using go_atom = atom_constant<atom("go")>;

struct ServerState {
  int value = 0;
  static constexpr const char* name = "server";
};

behavior server(stateful_actor<ServerState>* self) {
  return {[=](get_atom) { return self->state.value; },
          [=](put_atom, int value) { self->state.value = value; }};
}

void incrementer(event_based_actor* self, const actor& target) {
  self->request(target, infinite, get_atom::value).then([=](int value) {
    self->send(target, put_atom::value, value + 1);
  });
}

void lost_update(actor_system& system) {
  const actor target = system.spawn(server);
  for (int i = 0; i < 3; ++i) system.spawn(incrementer, target);
}

TEST(CafHarness, ExploresEveryOrderAtTheServerOnce) {
  // 6! / 2^3 orders of three gets and three puts, each put behind its get.
  expect_exact(lost_update, 90);
}

TEST(CafHarness, ExploresTheSameClassesInFifoOrder) {
  expect_exact(lost_update, 90, {.order = Order::fifo});
}

/// Runs a test in every order and collects what it tells.
std::set<std::string> outcomes(const std::function<void(actor_system&, std::string&)>& test,
                               Order order) {
  std::set<std::string> seen;
  std::string outcome;
  CheckOptions options = with("optimal");
  const harrier::ProgramFactory make = harrier::caf::program(
      [&](actor_system& system) {
        outcome.clear();
        test(system, outcome);
      },
      {.order = order});
  harrier::Explorer explorer(make, options);
  explorer.observe([&](const harrier::State&) { seen.insert(outcome); });
  const CheckResult result = explorer.run();
  EXPECT_TRUE(result.complete) << result.incomplete_reason;
  return seen;
}

// A sends 1 to C and then makes B send 3 to C; D sends 2 to C.
void relayed(actor_system& system, std::string& outcome) {
  std::string* const out = &outcome;
  const actor c =
      system.spawn([out]() -> behavior { return {[out](int i) { *out += std::to_string(i); }}; });
  const actor b = system.spawn(
      [c](event_based_actor* self) -> behavior { return {[=](go_atom) { self->send(c, 3); }}; });
  system.spawn([b, c](event_based_actor* self) {
    self->send(c, 1);
    self->send(b, go_atom::value);
  });
  system.spawn([c](event_based_actor* self) { self->send(c, 2); });
}

// A sends a to C and then to D; B sends b to D and then to C.
void crossing(actor_system& system, std::string& outcome) {
  outcome = "../..";
  std::string* const out = &outcome;
  const auto collector = [out](std::size_t at) {
    return [out, at](event_based_actor*) -> behavior {
      return {[out, next = at](char c) mutable { (*out)[next++] = c; }};
    };
  };
  const actor c = system.spawn(collector(0));
  const actor d = system.spawn(collector(3));
  system.spawn([=](event_based_actor* self) {
    self->send(c, 'a');
    self->send(d, 'a');
  });
  system.spawn([=](event_based_actor* self) {
    self->send(d, 'b');
    self->send(c, 'b');
  });
}

TEST(CafOrder, MailboxOrderIsWhatOneProcessCanDo) {
  // The outcomes of 400 native runs each.
  EXPECT_EQ(outcomes(relayed, Order::mailbox), (std::set<std::string>{"123", "132", "213"}));
  EXPECT_EQ(outcomes(crossing, Order::mailbox), (std::set<std::string>{"ab/ab", "ab/ba", "ba/ba"}));
}

TEST(CafOrder, FifoOrderIsWhatANetworkCanDo) {
  EXPECT_EQ(outcomes(relayed, Order::fifo).size(), 6U);
  EXPECT_EQ(outcomes(crossing, Order::fifo).size(), 4U);
}

TEST(CafReduction, IsExactWithEveryKindOfActor) {
  // Blocking actors, links, monitors, ends, promises and waits.
  expect_exact(
      [](actor_system& system) {
        const actor target = system.spawn([](caf::blocking_actor* self) {
          self->receive([](int) {});
          self->receive([](int) {});
        });
        for (int i = 0; i < 2; ++i) caf::anon_send(target, i);
        system.spawn([target](event_based_actor* self) { self->send(target, 7); });
      },
      3);
  expect_exact(
      [](actor_system& system) {
        const actor quits = system.spawn(
            [](event_based_actor* self) -> behavior { return {[=](int) { self->quit(); }}; });
        for (int i = 0; i < 3; ++i) {
          system.spawn([quits](event_based_actor* self) { self->send(quits, 1); });
        }
        scoped_actor self{system};
        self->wait_for(quits);
      },
      3);  // the first to arrive ends it; the rest is dropped, in no order
}

TEST(CafReduction, IsExactWhenMainWaitsForAllActors) {
  expect_exact(
      [](actor_system& system) {
        for (int i = 0; i < 2; ++i) {
          system.spawn([](event_based_actor* self) -> behavior {
            self->send(self, 1);
            return {[=](int) { self->quit(); }};
          });
        }
        system.await_all_actors_done();
      },
      1);
}

TEST(CafReduction, IsExactWhenMonitoringRacesWithTheEnd) {
  expect_exact(
      [](actor_system& system) {
        const actor quits = system.spawn(
            [](event_based_actor* self) -> behavior { return {[=](int) { self->quit(); }}; });
        std::vector<actor> watchers;  // which would end if nobody could send to them
        for (int i = 0; i < 2; ++i) {
          watchers.push_back(system.spawn([quits](event_based_actor* self) -> behavior {
            self->set_down_handler([=](caf::down_msg&) { self->quit(); });
            return {[=](go_atom) { self->monitor(quits); }};
          }));
          system.spawn([watcher = watchers.back()](event_based_actor* self) {
            self->send(watcher, go_atom::value);
          });
        }
        system.spawn([=](event_based_actor* self) { self->send(quits, 1); });
        system.await_all_actors_done();
      },
      6);  // the orders of two monitors and the end
}

TEST(CafReduction, IsExactWithActorPools) {
  expect_exact(
      [](actor_system& system) {
        caf::scoped_execution_unit unit{&system};
        const auto worker = [&] {
          return system.spawn([](event_based_actor*) -> behavior { return {[](int) {}}; });
        };
        const actor pool = caf::actor_pool::make(&unit, 2, worker, caf::actor_pool::round_robin());
        for (int i = 0; i < 2; ++i) {
          system.spawn([=](event_based_actor* self) { self->send(pool, i); });
        }
      },
      2);  // which worker gets which message
}

TEST(CafReduction, IsExactWithTimers) {
  const auto test = [](actor_system& system) {
    const actor target = system.spawn([](event_based_actor* self) -> behavior {
      self->delayed_send(self, std::chrono::seconds(1), 1);
      return {[](int) {}};
    });
    caf::anon_send(target, 2);
  };
  expect_exact(test, 1, {.timers = Timers::quiescent});
  expect_exact(test, 2, {.timers = Timers::any});
}

TEST(CafFindings, AnExceptionNobodyHandlesIsAViolationThatReplays) {
  const Explored test = [](actor_system& system) {
    const actor target = system.spawn([](stateful_actor<ServerState>* self) -> behavior {
      return {[=](int i) {
        if (i < self->state.value) throw std::runtime_error("went backwards");
        self->state.value = i;
      }};
    });
    system.spawn([target](event_based_actor* self) { self->send(target, 1); });
    system.spawn([target](event_based_actor* self) { self->send(target, 2); });
  };
  const CheckResult result = harrier::caf::check(test);
  ASSERT_EQ(result.verdict, Verdict::violation);
  const harrier::Violation& violation = result.violations.front();
  EXPECT_EQ(violation.kind, "exception");
  EXPECT_EQ(violation.message, "exception: went backwards (server on (1), step 2)");
  ASSERT_EQ(violation.steps.size(), 2U);
  EXPECT_EQ(violation.steps[0].from, "actor.2");
  EXPECT_EQ(violation.steps[0].to, "server");
  EXPECT_EQ(violation.steps[0].text, "(2)");
  const harrier::ReplayResult again = harrier::caf::replay(test, violation.schedule);
  ASSERT_EQ(again.violations.size(), 1U);
  EXPECT_EQ(again.violations.front().message, violation.message);
}

TEST(CafFindings, AFailedAssertionIsAViolationThatReplays) {
  const Explored test = [](actor_system& system) {
    const actor target = system.spawn([]() -> behavior {
      return {[last = 0](int i) mutable {
        assert(i > last);
        last = i;
      }};
    });
    system.spawn([target](event_based_actor* self) { self->send(target, 1); });
    system.spawn([target](event_based_actor* self) { self->send(target, 2); });
  };
  const CheckResult result = harrier::caf::check(test);
  ASSERT_EQ(result.verdict, Verdict::violation) << result.incomplete_reason;
  EXPECT_THAT(result.violations.front().message, HasSubstr("assertion 'i > last' failed at "));
  EXPECT_EQ(harrier::caf::replay(test, result.violations.front().schedule).violations.size(), 1U);
}

TEST(CafFindings, ACrashIsAViolationThatReplays) {
  const CheckResult result = harrier::caf::check([](actor_system& system) {
    const actor target = system.spawn([]() -> behavior {
      return {[](int) {
        volatile int* nowhere = nullptr;
        *nowhere = 1;
      }};
    });
    caf::anon_send(target, 1);
  });
  ASSERT_EQ(result.verdict, Verdict::violation) << result.incomplete_reason;
  EXPECT_EQ(result.violations.front().message,
            "exception: an invalid memory access (SIGSEGV) (actor on (1), step 1)");
}

TEST(CafFindings, AReceiveThatNeverReturnsIsADeadlock) {
  const CheckResult result = harrier::caf::check([](actor_system& system) {
    scoped_actor self{system};
    const actor target = system.spawn(server);
    self->send(target, put_atom::value, 1);
    self->receive([](int) {});
  });
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violations.front().message,
            "deadlock: self waits for a message, with mailbox []");
}

TEST(CafFindings, AResponseThatNeverComesIsADeadlock) {
  const CheckResult result = harrier::caf::check([](actor_system& system) {
    const actor silent = system.spawn([](event_based_actor* self) -> behavior {
      auto kept = std::make_shared<caf::response_promise>();
      return {[=](get_atom) { return *kept = self->make_response_promise(); }};
    });
    system.spawn(incrementer, silent);
  });
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violations.front().message,
            "deadlock: actor.2 waits for the response of actor to ('get'), with mailbox []");
}

// The situation of CAF's issue 1584: a pending await holds back even the message to exit.
void await_blocks_exit(actor_system& system) {
  scoped_actor self{system};
  const actor slow = system.spawn([](event_based_actor* me) -> behavior {
    auto promise = std::make_shared<caf::response_promise>();
    return {[=](get_atom) {
              *promise = me->make_response_promise();
              return *promise;
            },
            [=](go_atom) {
              if (promise->pending()) promise->deliver(1);
            }};
  });
  const actor worker = system.spawn([slow](event_based_actor* me) -> behavior {
    return {[=](go_atom) { me->request(slow, infinite, get_atom::value).await([](int) {}); }};
  });
  self->send(worker, go_atom::value);
  self->send_exit(worker, caf::exit_reason::user_shutdown);
  self->wait_for(worker);
  self->send(slow, go_atom::value);
}

TEST(CafFindings, TheHangOfAnAwaitThatBlocksExitIsFoundAndReplays) {
  const CheckResult result = harrier::caf::check(await_blocks_exit);
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_LE(result.executions, 10U);
  EXPECT_THAT(result.violations.front().message, HasSubstr("deadlock: self waits for a message"));
  const harrier::ReplayResult again =
      harrier::caf::replay(await_blocks_exit, result.violations.front().schedule);
  EXPECT_EQ(again.violations.size(), 1U);
}

TEST(CafFindings, AFailedExpectationNamesTheStep) {
  const CheckResult result = harrier::caf::check([](actor_system& system) {
    scoped_actor self{system};
    system.spawn([me = actor{self.ptr()}](event_based_actor* a) { a->send(me, 1); });
    system.spawn([me = actor{self.ptr()}](event_based_actor* a) { a->send(me, 2); });
    self->receive([](int first) { harrier::caf::expect(first == 1, "1 comes first"); });
  });
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violations.front().message, "check failed: 1 comes first (self on (2), step 1)");
}

TEST(CafChoice, EveryValueIsExplored) {
  std::set<std::uint32_t> seen;
  const CheckResult result = harrier::caf::check([&](actor_system& system) {
    const actor target = system.spawn(
        [&]() -> behavior { return {[&](int) { seen.insert(harrier::caf::choose(3)); }}; });
    caf::anon_send(target, 1);
  });
  EXPECT_EQ(result.executions, 3U);
  EXPECT_EQ(seen.size(), 3U);
}

// One test with most of what CAF offers. It expects the same in every order.
void whole_interface(actor_system& system);

TEST(CafInterface, BehavesInEveryOrderAsItIsDocumented) {
  for (const char* reduction : {"optimal", "exhaustive"}) {
    CheckOptions options = with(reduction);
    options.keep_going = false;
    options.executions_max = 3000;
    const CheckResult result = harrier::caf::check(whole_interface, options);
    EXPECT_TRUE(result.violations.empty())
        << result.violations.front().message << " " << result.violations.front().schedule.text();
    EXPECT_NE(result.verdict, Verdict::nondeterminism) << result.incomplete_reason;
    EXPECT_EQ(result.depth_max, 30U);  // it came to its end
  }
}

using calculator = caf::typed_actor<caf::replies_to<int, int>::with<int>>;

calculator::behavior_type adder(calculator::pointer) {
  return {[](int a, int b) { return a + b; }};
}

void whole_interface(actor_system& system) {
  using harrier::caf::expect;
  using std::chrono::milliseconds;
  scoped_actor self{system};

  // Typed actors, requests, delegation and promises.
  const calculator typed = system.spawn(adder);
  const actor delegates = system.spawn([typed](event_based_actor* me) -> behavior {
    return {[=](int a, int b) { return me->delegate(typed, a, b); }};
  });
  self->request(delegates, infinite, 1, 2)
      .receive([](int sum) { expect(sum == 3, "the sum is 3"); },
               [](caf::error&) { expect(false, "the request succeeds"); });
  const actor promises = system.spawn([typed](event_based_actor* me) -> behavior {
    return {[=](int a, int b) {
      auto promise = me->make_response_promise<int>();
      me->request(typed, infinite, a, b).then([=](int sum) mutable { promise.deliver(sum * 2); });
      return promise;
    }};
  });
  self->request(promises, infinite, 1, 2)
      .receive([](int sum) { expect(sum == 6, "the doubled sum is 6"); },
               [](caf::error&) { expect(false, "the request succeeds"); });

  // Skipped messages are tried again, in order, when the behaviour changes.
  const actor skips = system.spawn([](event_based_actor* me) -> behavior {
    me->set_default_handler(caf::skip);
    return {[=](go_atom) {
      me->become(caf::keep_behavior, [=](int i) {
        if (i == 2) me->unbecome();
        return i;
      });
    }};
  });
  self->send(skips, 1);
  self->send(skips, 2);
  self->send(skips, go_atom::value);
  int next = 1;
  self->receive_for(next,
                    3)([&](int i) { expect(i == next, "skipped messages keep their order"); });

  // Links, monitors and the reasons with which actors end.
  const actor throws = system.spawn([](event_based_actor* me) -> behavior {
    me->set_exception_handler(
        [](std::exception_ptr&) -> caf::error { return caf::exit_reason::unhandled_exception; });
    return {[](int) { throw std::runtime_error("on purpose"); }};
  });
  self->monitor(throws);
  self->send(throws, 1);
  self->receive([](caf::down_msg& down) {
    expect(down.reason == caf::exit_reason::unhandled_exception, "the reason is told");
  });
  self->request(throws, infinite, 1)
      .receive([](int) { expect(false, "an ended actor does not answer"); },
               [](caf::error& reason) {
                 expect(reason == caf::sec::request_receiver_down, "the request bounces");
               });
  const actor linked = system.spawn([](event_based_actor* me) -> behavior {
    me->set_exit_handler([=](caf::exit_msg& exit) { me->quit(exit.reason); });
    me->spawn<caf::linked>([](event_based_actor* child) { child->quit(caf::exit_reason::kill); });
    return {[](int) {}};
  });
  self->monitor(linked);
  self->receive([](caf::down_msg& down) {
    expect(down.reason == caf::exit_reason::kill, "a link passes the reason on");
  });

  // Time: delayed messages, receives and requests that time out.
  self->delayed_send(self, milliseconds(20), 20);
  self->delayed_send(self, milliseconds(10), 10);
  self->receive([](int i) { expect(i == 10, "the shorter delay fires first"); });
  self->receive([](int i) { expect(i == 20, "the longer delay fires second"); });
  bool timed_out = false;
  self->receive([](int) { expect(false, "nothing is left"); },
                caf::after(milliseconds(5)) >> [&] { timed_out = true; });
  expect(timed_out, "the receive times out");
  const actor silent = system.spawn([](event_based_actor* me) -> behavior {
    return {[=](get_atom) { return me->make_response_promise<int>(); }};
  });
  self->request(silent, milliseconds(5), get_atom::value)
      .receive([](int) { expect(false, "nobody answers"); },
               [](caf::error& reason) {
                 expect(reason == caf::sec::request_timeout, "the request times out");
               });
  const actor idles = system.spawn([](event_based_actor* me) -> behavior {
    return {[](int) {}, caf::after(milliseconds(1)) >> [=] { me->quit(); }};
  });
  self->wait_for(idles);

  // Detached and blocking actors.
  const actor blocking = system.spawn<caf::detached>(
      [](caf::blocking_actor* me) { me->receive([=](int i) { return i + 1; }); });
  self->request(blocking, infinite, 1)
      .receive([](int i) { expect(i == 2, "a blocking actor answers"); },
               [](caf::error&) { expect(false, "the request succeeds"); });
  const actor detached = system.spawn<caf::detached>(
      [](event_based_actor*) -> behavior { return {[](int i) { return i + 1; }}; });
  self->request(detached, infinite, 2)
      .receive([](int i) { expect(i == 3, "a detached actor answers"); },
               [](caf::error&) { expect(false, "the request succeeds"); });
  self->send_exit(silent, caf::exit_reason::kill);
}

}  // namespace
