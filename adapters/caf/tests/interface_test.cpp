// One test with most of what CAF offers, which expects the same in every order.
#include <gtest/gtest.h>

#include <caf/all.hpp>
#include <string>

#include "exactness.hpp"
#include "harrier/caf.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using caf::infinite;
using caf::scoped_actor;
using harrier::CheckOptions;
using harrier::CheckResult;
using harrier::Verdict;
using harrier::caf_tests::with;

using get_atom = caf::atom_constant<caf::atom("get")>;
using go_atom = caf::atom_constant<caf::atom("go")>;

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

TEST(CafInterface, BehavesInEveryOrderAsItIsDocumented) {
  for (const char* reduction : {"optimal", "exhaustive"}) {
    CheckOptions options = with(reduction);
    options.keep_going = false;
    options.executions_max = 3000;
    const CheckResult result = harrier::caf::check(whole_interface, options);
    EXPECT_TRUE(result.violations.empty())
        << result.violations.front().message() << " " << result.violations.front().schedule.text();
    EXPECT_NE(result.verdict, Verdict::nondeterminism) << result.incomplete_reason();
    EXPECT_EQ(result.depth_max, 30U);  // it came to its end
  }
}

}  // namespace
