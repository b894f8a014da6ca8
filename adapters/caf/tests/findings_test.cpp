// What is found, what is said about it, and that it is found again.
#include <gmock/gmock.h>

#include <caf/all.hpp>
#include <cassert>
#include <string>

#include "harrier/caf.hpp"
#include "senders.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using caf::infinite;
using caf::scoped_actor;
using harrier::caf_tests::sender;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Property;

using get_atom = caf::atom_constant<caf::atom("get")>;
using go_atom = caf::atom_constant<caf::atom("go")>;

/// Explores a test that must fail within ten executions, and again by the schedule of that.
harrier::Violation found_in(const harrier::caf::Test& test) {
  const harrier::CheckResult result = harrier::caf::check(test);
  EXPECT_EQ(result.verdict, harrier::Verdict::violation) << result.incomplete_reason();
  EXPECT_LE(result.executions, 10U);
  if (result.violations.empty()) return {};
  const harrier::Violation& found = result.violations.front();
  const harrier::ReplayResult again = harrier::caf::replay(test, found.schedule);
  EXPECT_THAT(again.violations,
              ElementsAre(Property(&harrier::Violation::message, found.message())));
  return found;
}

/// Sends 1 and 2 to an actor, in either order.
void send_both(actor_system& system, const actor& target) {
  sender(system, target, 1);
  sender(system, target, 2);
}

TEST(CafFindings, AnExceptionNobodyHandles) {
  const harrier::Violation violation = found_in([](actor_system& system) {
    send_both(system, system.spawn([]() -> behavior {
      return {[last = 0](int i) mutable {
        if (i < last) throw std::runtime_error("went backwards");
        last = i;
      }};
    }));
  });
  EXPECT_EQ(violation.kind(), harrier::ViolationKind::exception);
  EXPECT_EQ(violation.message(), "exception: went backwards (actor on (1), step 2)");
  ASSERT_EQ(violation.steps.size(), 2U);
  EXPECT_EQ(violation.steps[0].from, "actor.3");
  EXPECT_EQ(violation.steps[0].to, "actor");
  EXPECT_EQ(violation.steps[0].text, "(2)");
}

TEST(CafFindings, AFailedAssertion) {
  const harrier::Violation violation = found_in([](actor_system& system) {
    send_both(system, system.spawn([]() -> behavior {
      return {[last = 0](int i) mutable {
        assert(i > last);
        last = i;
      }};
    }));
  });
  EXPECT_THAT(violation.message(), HasSubstr("assertion 'i > last' failed at "));
}

TEST(CafFindings, ACrash) {
  const harrier::Violation violation = found_in([](actor_system& system) {
    caf::anon_send(system.spawn([]() -> behavior {
      return {[](int) {
        volatile int* nowhere = nullptr;
        *nowhere = 1;
      }};
    }),
                   1);
  });
  EXPECT_EQ(violation.message(),
            "exception: an invalid memory access (SIGSEGV) (actor on (1), step 1)");
}

TEST(CafFindings, AReceiveThatNeverReturns) {
  const harrier::Violation violation = found_in([](actor_system& system) {
    scoped_actor self{system};
    self->send(system.spawn([]() -> behavior { return {[](int) {}}; }), 1);
    self->receive([](int) {});
  });
  EXPECT_EQ(violation.message(), "deadlock: self waits for a message, with mailbox []");
}

TEST(CafFindings, AResponseThatNeverComes) {
  const harrier::Violation violation = found_in([](actor_system& system) {
    const actor silent = system.spawn([](event_based_actor* self) -> behavior {
      auto kept = std::make_shared<caf::response_promise>();
      return {[=](get_atom) { return *kept = self->make_response_promise(); }};
    });
    system.spawn([=](event_based_actor* self) {
      self->request(silent, infinite, get_atom::value).then([](int) {});
    });
  });
  EXPECT_EQ(violation.message(),
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

TEST(CafFindings, AnAwaitThatHoldsBackTheMessageToExit) {
  EXPECT_THAT(found_in(await_blocks_exit).message(),
              HasSubstr("deadlock: self waits for a message"));
}

TEST(CafFindings, AFailedExpectation) {
  const harrier::Violation violation = found_in([](actor_system& system) {
    scoped_actor self{system};
    send_both(system, actor{self.ptr()});
    self->receive([](int first) { harrier::caf::expect(first == 1, "1 comes first"); });
  });
  EXPECT_EQ(violation.message(), "check failed: 1 comes first (self on (2), step 1)");
}

}  // namespace
