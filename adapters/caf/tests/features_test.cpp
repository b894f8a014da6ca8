// What CAF offers, one by one: how many classes of executions there are, and what is seen in them.
#include <gtest/gtest.h>

#include <caf/all.hpp>
#include <cstdlib>
#include <string>

#include "exactness.hpp"
#include "senders.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using caf::infinite;
using caf::scoped_actor;
using caf::stateful_actor;
using harrier::caf::Timers;
using harrier::caf_tests::expect_outcomes;
using harrier::caf_tests::sender;

using get_atom = caf::atom_constant<caf::atom("get")>;
using go_atom = caf::atom_constant<caf::atom("go")>;

TEST(CafLinks, PassTheReasonOn) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor linked = system.spawn([&](event_based_actor* self) -> behavior {
          self->set_exit_handler([=, &seen](caf::exit_msg& exit) {
            seen += exit.reason == caf::exit_reason::user_shutdown ? "told" : "?";
            self->quit(exit.reason);
          });
          return {[&](int i) { seen += std::to_string(i); }};
        });
        const actor quits = system.spawn([=](event_based_actor* self) -> behavior {
          self->link_to(linked);
          return {[=](go_atom) { self->quit(caf::exit_reason::user_shutdown); }};
        });
        sender(system, quits, go_atom::value);
        sender(system, linked, 1);
        system.await_all_actors_done();
      },
      2, {"1told", "told"});  // 1 comes before the exit or is dropped
}

TEST(CafMonitors, TellTheReason) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor watched = system.spawn([](event_based_actor* self) -> behavior {
          return {[=](int i) {
            self->quit(i == 1 ? caf::exit_reason::user_shutdown : caf::exit_reason::kill);
          }};
        });
        const actor watcher = system.spawn([&, watched](event_based_actor* self) -> behavior {
          self->monitor(watched);
          self->set_down_handler([self, &system, &seen](caf::down_msg& down) {
            seen += system.render(down.reason);
            self->quit();
          });
          return {[](go_atom) {}};
        });
        sender(system, watched, 1);
        sender(system, watched, 2);
        system.await_all_actors_done();
      },
      2, {"exit_reason(user_shutdown)", "exit_reason(kill)"});  // the first to arrive decides
}

TEST(CafErrors, EndAnActorThatHandlesNone) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor fails = system.spawn([](event_based_actor*) -> behavior {
          return {[](int i) -> caf::result<int> {
            if (i == 1) return caf::sec::invalid_argument;
            return i;
          }};
        });
        scoped_actor self{system};
        for (int i = 1; i <= 2; ++i) {
          self->request(fails, infinite, i)
              .receive([&](int value) { seen += std::to_string(value); },
                       [&](caf::error& error) { seen += system.render(error); });
        }
      },
      1, {"system_error(invalid_argument)2"});  // each request is answered before the next
}

TEST(CafRequests, ThenInterleavesAndAwaitDoesNot) {
  const auto test = [](bool awaits) {
    return [awaits](actor_system& system, std::string& seen) {
      const actor server = system.spawn([]() -> behavior { return {[](get_atom) { return 7; }}; });
      const actor client = system.spawn([&, server, awaits](event_based_actor* self) -> behavior {
        return {[=, &seen](go_atom) {
                  auto request = self->request(server, infinite, get_atom::value);
                  const auto answered = [&seen](int) { seen += "r"; };
                  if (awaits) {
                    request.await(answered);
                  } else {
                    request.then(answered);
                  }
                },
                [&](int) { seen += "i"; }};
      });
      sender(system, client, go_atom::value);
      sender(system, client, 1);
      scoped_actor self{system};  // holds the client until all is done
      self->receive([](int) {}, caf::after(std::chrono::seconds(1)) >> [] {});
    };
  };
  // The other message comes before the request, between it and its response, or last; a pending
  // await holds it back, so it arrives in the middle and is handled at the end.
  expect_outcomes(test(false), 3, {"ir", "ri"});
  expect_outcomes(test(true), 3, {"ir", "ri"});
}

TEST(CafPromises, AreAnsweredLater) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor keeper = system.spawn([](event_based_actor* self) -> behavior {
          auto promise = std::make_shared<caf::response_promise>();
          return {[=](get_atom) { return *promise = self->make_response_promise(); },
                  [=](int i) {
                    if (promise->pending()) promise->deliver(i);
                  }};
        });
        scoped_actor self{system};
        sender(system, keeper, 1);
        sender(system, keeper, 2);
        self->request(keeper, std::chrono::seconds(1), get_atom::value)
            .receive([&](int value) { seen += std::to_string(value); },
                     [&](caf::error&) { seen += "late"; });
      },
      6, {"1", "2", "late"});  // 3! orders of the request and the two numbers
}

TEST(CafDelegation, LetsAnotherActorAnswer) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor worker =
            system.spawn([]() -> behavior { return {[](int i) { return i * 2; }}; });
        const actor front = system.spawn([worker](event_based_actor* self) -> behavior {
          return {[=](int i) { return self->delegate(worker, i); }};
        });
        scoped_actor self{system};
        sender(system, worker, 5);
        self->request(front, infinite, 2)
            .receive(
                [&](int value) {
                  seen +=
                      std::to_string(value) + (self->current_sender() == worker ? "worker" : "?");
                },
                [&](caf::error&) { seen += "?"; });
      },
      2, {"4worker"});  // the worker gets 5 before or after what is delegated to it
}

TEST(CafBehaviors, ChangeAndSkip) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor changes = system.spawn([&](event_based_actor* self) -> behavior {
          self->set_default_handler(caf::skip);
          return {[=, &seen](go_atom) {
            self->become(caf::keep_behavior, [=, &seen](int i) {
              seen += std::to_string(i);
              self->unbecome();
            });
          }};
        });
        sender(system, changes, go_atom::value);
        sender(system, changes, 1);
        sender(system, changes, 2);
        scoped_actor self{system};
        self->receive([](int) {}, caf::after(std::chrono::seconds(1)) >> [] {});
      },
      6, {"1", "2"});  // 3! orders; the first number is taken, before or after it was skipped
}

using Calculator = caf::typed_actor<caf::replies_to<int, int>::with<int>>;
struct CalculatorState {
  int calls = 0;
  static constexpr const char* name = "calculator";
};

TEST(CafTypedActors, KeepStateLikeOthers) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const Calculator typed = system.spawn(
            [](Calculator::stateful_pointer<CalculatorState> self) -> Calculator::behavior_type {
              return {[=](int a, int b) { return a + b + 10 * self->state.calls++; }};
            });
        for (int i = 1; i <= 2; ++i) {
          system.spawn([=, &seen](event_based_actor* self) {
            self->request(typed, infinite, i, i).then([&seen, i](int sum) {
              seen += std::to_string(i) + ":" + std::to_string(sum) + " ";
            });
          });
        }
      },
      2, {"1:2 2:14 ", "2:4 1:12 "});
}

TEST(CafTime, DelaysFireInOrderWhenNothingElseCanHappen) {
  const auto test = [](actor_system& system, std::string& seen) {
    const actor target = system.spawn([&](event_based_actor* self) -> behavior {
      self->delayed_send(self, std::chrono::seconds(2), 2);
      self->delayed_send(self, std::chrono::seconds(1), 1);
      return {[=, &seen](int i) {
        seen += std::to_string(i);
        if (i == 2) self->quit();
      }};
    });
    sender(system, target, 0);
    system.await_all_actors_done();
  };
  expect_outcomes(test, 1, {"012"});
  // At any moment: 0 comes first, second or third; the actor has ended before the last.
  expect_outcomes(test, 3, {"012", "102", "12"}, {.timers = Timers::any});
}

TEST(CafTime, AfterEndsAnIdleActor) {
  const auto test = [](actor_system& system, std::string& seen) {
    const actor idles = system.spawn([&](event_based_actor* self) -> behavior {
      return {[&](int) { seen += "i"; }, caf::after(std::chrono::seconds(1)) >>
                                             [=, &seen] {
                                               seen += "t";
                                               self->quit();
                                             }};
    });
    sender(system, idles, 1);
    system.await_all_actors_done();
  };
  expect_outcomes(test, 1, {"it"});
  // The number comes before the timeout or after the end; or it sets the timeout anew, and the
  // first, which comes too late, still is a step.
  expect_outcomes(test, 3, {"it", "t"}, {.timers = Timers::any});
}

TEST(CafBlocking, ActorsAndDetachedOnesTakePart) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor blocking = system.spawn<caf::detached>([&](caf::blocking_actor* self) {
          self->receive([&](int i) { seen += std::to_string(i); });
          self->receive([&](int i) { seen += std::to_string(i); });
        });
        for (int i = 1; i <= 2; ++i) {
          const actor detached =
              system.spawn<caf::detached>([=](event_based_actor* self) -> behavior {
                return {[=](go_atom) {
                  self->send(blocking, i);
                  self->quit();
                }};
              });
          sender(system, detached, go_atom::value);
        }
        system.await_all_actors_done();
      },
      2, {"12", "21"});
}

TEST(CafExceptions, AreWhatTheHandlerMakesOfThem) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor throws = system.spawn([](event_based_actor* self) -> behavior {
          self->set_exception_handler(
              [](std::exception_ptr&) -> caf::error { return caf::exit_reason::user_shutdown; });
          return {[](int) { throw std::runtime_error("on purpose"); }};
        });
        scoped_actor self{system};
        self->monitor(throws);
        sender(system, throws, 1);
        sender(system, throws, 2);
        self->receive([&](caf::down_msg& down) { seen += system.render(down.reason); });
      },
      2, {"exit_reason(user_shutdown)"});  // either number ends it; the other is dropped
}

TEST(CafHandles, TheLastOneToGoEndsAnActor) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        scoped_actor self{system};
        {
          const actor watched =
              system.spawn([](event_based_actor*) -> behavior { return {[](int) {}}; });
          self->monitor(watched);
          sender(system, watched, 1);
          sender(system, watched, 2);
        }
        self->receive([&](caf::down_msg& down) { seen += system.render(down.reason); });
      },
      2, {"exit_reason(unreachable)"});  // 1 and 2 in either order; the end is behind both
}

TEST(CafExit, LetsEverythingComeThatCouldHaveComeBefore) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor leaves = system.spawn(
            [&](event_based_actor*) -> behavior { return {[](int) { std::exit(0); }}; });
        const actor stays = system.spawn([&](event_based_actor*) -> behavior {
          return {[&](int i) { seen += std::to_string(i); }};
        });
        sender(system, leaves, 1);
        sender(system, stays, 2);
        sender(system, stays, 3);
        sender(system, leaves, 4);
        system.await_all_actors_done();
      },
      4, {"23", "32"});  // 1 or 4 exits, and the other is not handled; 2 and 3 in either order
}

TEST(CafCrash, DependsOnEverythingThatWouldHaveCome) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor crashes = system.spawn(
            [&](event_based_actor*) -> behavior { return {[](int) { std::abort(); }}; });
        const actor stays = system.spawn([&](event_based_actor*) -> behavior {
          return {[&](int i) { seen += std::to_string(i); }};
        });
        sender(system, crashes, 1);
        sender(system, stays, 2);
        sender(system, stays, 3);
        system.await_all_actors_done();
      },
      5, {"", "2", "3", "23", "32"});  // what comes before the crash, in its order
}

TEST(CafStreams, AreExploredUpToTheirEnd) {
  expect_outcomes(
      [](actor_system& system, std::string& seen) {
        const actor sink = system.spawn([&](event_based_actor* self) -> behavior {
          return {[=, &seen](const caf::stream<int>& in) {
            return self->make_sink(
                in, [](caf::unit_t&) {},
                [&seen](caf::unit_t&, int i) { seen += std::to_string(i); },
                [](caf::unit_t&, const caf::error&) {});
          }};
        });
        const actor source = system.spawn([](event_based_actor* self) -> behavior {
          return {[=](caf::open_atom) {
            return self->make_source([](int& next) { next = 1; },
                                     [](int& next, caf::downstream<int>& out, std::size_t n) {
                                       for (; n > 0 && next <= 3; --n) out.push(next++);
                                     },
                                     [](const int& next) { return next > 3; });
          }};
        });
        caf::anon_send(sink * source, caf::open_atom::value);
        scoped_actor self{system};
        self->receive([](int) {}, caf::after(std::chrono::seconds(100)) >> [] {});
      },
      1, {"123"});  // one source and one sink: every step follows from the one before
}

}  // namespace
