// What actors are called in reports.
#include <gtest/gtest.h>

#include <caf/all.hpp>

#include "harrier/caf.hpp"

namespace {

using caf::actor;
using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;

/// Explores a test whose actor fails at its first message, and returns who that was.
std::string name_of(const std::function<actor(actor_system&)>& spawn) {
  const harrier::CheckResult result =
      harrier::caf::check([&](actor_system& system) { caf::anon_send(spawn(system), 1); });
  return result.violations.empty() ? "" : result.violations.front().steps.back().to;
}

[[noreturn]] void fail() { throw std::runtime_error("on purpose"); }

behavior worker(event_based_actor*) {
  return {[](int) { fail(); }};
}
behavior listener(event_based_actor*, void (*callback)()) {
  return {[=](int) { callback(); }};
}
template <class Message>
behavior handler_of(caf::stateful_actor<int>*) {
  return {[](Message) { fail(); }};
}
void waiter(caf::blocking_actor* self) {
  self->receive([](int) { fail(); });
}

class Account : public event_based_actor {
 public:
  explicit Account(caf::actor_config& config) : event_based_actor(config) {}
  behavior make_behavior() override { return worker(this); }
};

struct NamedState {
  static constexpr const char* name = "clerk";
};

TEST(CafNames, AreWhatTheActorSaysItself) {
  EXPECT_EQ(name_of([](actor_system& system) {
              return system.spawn([](caf::stateful_actor<NamedState>*) -> behavior {
                return {[](int) { fail(); }};
              });
            }),
            "clerk");
}

TEST(CafNames, AreThoseOfFunctions) {
  EXPECT_EQ(name_of([](actor_system& system) { return system.spawn(worker); }), "worker");
  EXPECT_EQ(name_of([](actor_system& system) { return system.spawn(listener, fail); }), "listener");
  EXPECT_EQ(name_of([](actor_system& system) { return system.spawn(handler_of<int>); }),
            "handler_of");
  EXPECT_EQ(name_of([](actor_system& system) { return system.spawn(waiter); }), "waiter");
}

TEST(CafNames, AreThoseOfClasses) {
  EXPECT_EQ(name_of([](actor_system& system) { return system.spawn<Account>(); }), "Account");
}

TEST(CafNames, ALambdaHasNone) {
  // It takes a function, whose name is not the actor's.
  EXPECT_EQ(name_of([](actor_system& system) {
              return system.spawn([](event_based_actor* self,
                                     void (*callback)()) { return listener(self, callback); },
                                  fail);
            }),
            "actor");
}

}  // namespace
