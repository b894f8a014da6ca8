// Explorations that compare the states of processes: random programs against all of their
// executions, and what decides whether two states are one.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "harrier/process.hpp"
#include "harrier/usage_error.hpp"
#include "states/breadth_first.hpp"
#include "states/depth_first.hpp"
#include "tests/conformance/random/explored_states.hpp"
#include "tests/support/random_processes.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t programs = 2'000;

ProgramFactory factory(const std::function<void(ProcessSystem&)>& setup) {
  return [setup](const ProgramOptions& how) { return make_program(setup, how); };
}

TEST(ProcessStates, AreThoseOfAllExecutions) {
  std::uint64_t looked_at = 0;
  std::uint64_t states = 0;
  std::uint64_t met_again = 0;
  const CheckOptions options = options_for(Dependence::field, DeliveryModel::bag);
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const RandomProcesses program = random_processes(seed, {.processes_max = 3, .ops_max = 5});
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + program.text());
    const ProgramFactory make =
        factory([program](ProcessSystem& system) { program.set_up(system); });
    const Met all = explore_executions(make, options);
    if (!all.result.complete) continue;
    ++looked_at;
    const Met plain = explore_plainly(make, options);
    ASSERT_EQ(plain.texts, all.texts);
    ASSERT_EQ(plain.ends, all.ends);
    ASSERT_EQ(plain.failures, all.failures);
    ASSERT_EQ(plain.states, all.states);
    const Met sleeping = explore_states<DepthFirst>(make, options, StateReduction::sleep);
    ASSERT_EQ(sleeping.states, plain.states);
    ASSERT_EQ(sleeping.failures, plain.failures);
    const Met wide = explore_states<BreadthFirst>(make, options);
    ASSERT_EQ(wide.states, plain.states);
    states += plain.result.states->distinct;
    met_again += sleeping.result.states->met_again;
  }
  EXPECT_GT(looked_at, 1'000U);
  EXPECT_GT(states, 10'000U);
  EXPECT_GT(met_again, 80U);  // states that another order of conflicting actions leads to
}

std::uint64_t states_of(const std::function<void(ProcessSystem&)>& setup) {
  const Met met = explore_plainly(factory(setup), options_for(Dependence::field, {}));
  EXPECT_TRUE(met.result.complete);
  return met.result.states->distinct;
}

Task<> locks(Mutex mutex, Shared<int> shared, int value) {
  const auto guard = co_await lock_guard(mutex);
  shared.set(value);
}

std::function<void(ProcessSystem&)> two_owners(int first, int second) {
  return [first, second](ProcessSystem& system) {
    const Mutex mutex = system.mutex("mutex");
    const auto shared = system.shared<int>(mutex, 0);
    system.spawn("first", locks, mutex, shared, first);
    system.spawn("second", locks, mutex, shared, second);
  };
}

TEST(ProcessStates, ForgetWhoOwnedAMutexUnlessItShows) {
  // Each has four places, before its lock, its wait, its unlock, and at its end: 16, but two do not
  // own the mutex at a time, and where both have asked for it, either may be the first. Once both
  // have ended, what the last one wrote is left.
  EXPECT_EQ(states_of(two_owners(1, 1)) + 1, states_of(two_owners(1, 2)));
}

Task<> sends(Mailbox<int> mailbox, int value) { co_await async_send(mailbox, value); }
Task<> takes_two(Mailbox<int> mailbox) {
  co_await receive(mailbox);
  co_await receive(mailbox);
}

TEST(ProcessStates, KnowWhatWasReceived) {
  const auto with = [](int first, int second) {
    return [first, second](ProcessSystem& system) {
      const auto mailbox = system.mailbox<int>("mailbox");
      system.spawn("first", sends, mailbox, first);
      system.spawn("second", sends, mailbox, second);
      system.spawn("receiver", takes_two, mailbox);
    };
  };
  // A send returns its place, so the senders know their order in any case.
  EXPECT_EQ(states_of(with(1, 1)), states_of(with(1, 2)));
}

struct Pointer {
  const int* to = nullptr;
};
Task<> sends_pointer(Mailbox<Pointer> mailbox) { co_await send(mailbox, Pointer{}); }
Task<> takes_pointer(Mailbox<Pointer> mailbox) { co_await receive(mailbox); }

TEST(ProcessStates, CannotBeComparedWhereAProcessGetsAnAddress) {
  const auto setup = [](ProcessSystem& system) {
    const auto mailbox = system.mailbox<Pointer>("mailbox");
    system.spawn("sender", sends_pointer, mailbox);
    system.spawn("receiver", takes_pointer, mailbox);
  };
  CheckOptions options;
  options.states.on = true;
  try {
    check(factory(setup), options);
    FAIL() << "an address was hashed";
  } catch (const UsageError& error) {
    // clang writes a space before the asterisk
    EXPECT_THAT(error.what(),
                ::testing::ContainsRegex("a process gets a Pointer with a const int ?\\*"));
  }
}

TEST(ProcessStates, AreNotForStubbornSets) {
  CheckOptions options;
  options.states.on = true;
  options.states.reduction = StateReduction::stubborn;
  EXPECT_THROW(check(factory(two_owners(1, 2)), options), UsageError);
}

}  // namespace
}  // namespace harrier::testing
