// The assertions for GoogleTest with CAF programs, as docs/caf.md shows them.
#include <gtest/gtest-spi.h>

#include <caf/all.hpp>

#include "harrier/caf.hpp"
#include "harrier/gtest.hpp"
#include "senders.hpp"

namespace {

using put_atom = caf::atom_constant<caf::atom("put")>;
using get_atom = caf::atom_constant<caf::atom("get")>;

caf::behavior my_store(caf::stateful_actor<int>* self) {
  return {[=](put_atom, int value) { self->state = value; }, [=](get_atom) { return self->state; }};
}

TEST(Store, KeepsTheLastValue) {
  EXPECT_HARRIER_OK(harrier::caf::program([](caf::actor_system& system) {
    caf::scoped_actor self{system};
    const caf::actor store = system.spawn(my_store);
    self->send(store, put_atom::value, 1);
    self->request(store, caf::infinite, get_atom::value)
        .receive([](int value) { harrier::caf::expect(value == 1, "the value is kept"); },
                 [](caf::error&) { harrier::caf::expect(false, "the store answers"); });
  }));
}

/// Two clients put different values, and whoever is last decides.
void racing_puts(caf::actor_system& system) {
  const caf::actor store = system.spawn([]() -> caf::behavior {
    return {[last = 0](int value) mutable {
      harrier::caf::expect(value > last, "values only grow");
      last = value;
    }};
  });
  harrier::caf_tests::sender(system, store, 1);
  harrier::caf_tests::sender(system, store, 2);
}

TEST(CafAssertions, ShowTheViolationAndReplayIt) {
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(harrier::caf::program(racing_puts)),
                          "violation: check failed: values only grow");
  EXPECT_HARRIER_VIOLATION("values only grow", harrier::caf::program(racing_puts));
  // The same by way of the line that the first assertion printed.
  const harrier::CheckResult found = harrier::caf::check(racing_puts);
  ASSERT_FALSE(found.violations.empty());
  const std::string schedule = found.violations[0].schedule.text();
  setenv("HARRIER_SCHEDULE", (schedule + "@CafAssertions.ShowTheViolationAndReplayIt#3").c_str(),
         1);
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(harrier::caf::program(racing_puts)),
                          "HARRIER_SCHEDULE is set");
  unsetenv("HARRIER_SCHEDULE");
}

}  // namespace
