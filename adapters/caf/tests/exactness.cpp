// Compares what a reduction explores of a CAF test with everything, class by class.
#include "exactness.hpp"

#include <gtest/gtest.h>

#include "explore/search.hpp"

namespace harrier::caf_tests {

CheckOptions with(const std::string& reduction) {
  CheckOptions options;
  options.reduction = reduction;
  options.keep_going = true;
  return options;
}

Explored explore(const ProgramFactory& make, const CheckOptions& options,
                 const std::function<std::string()>& outcome) {
  Explored explored;
  Search search(make, options);
  search.observe([&](const State& state) {
    const ClassName name = class_of(state.trace);
    ++explored.classes[name];
    if (outcome) {
      explored.outcomes[name].insert(outcome());
      explored.all_outcomes.insert(outcome());
    }
  });
  explored.result = search.run();
  return explored;
}

void expect_exact(const ProgramFactory& make, std::size_t count) {
  const Explored all = explore(make, with("exhaustive"));
  const Explored once = explore(make, with("optimal"));
  ASSERT_TRUE(all.result.complete) << all.result.incomplete_reason();
  ASSERT_TRUE(once.result.complete) << once.result.incomplete_reason();
  EXPECT_EQ(all.classes.size(), count);
  EXPECT_EQ(once.result.executions, count);
  EXPECT_EQ(once.result.blocked, 0U);
  EXPECT_EQ(once.classes.size(), count);
  for (const auto& [name, times] : once.classes) EXPECT_TRUE(all.classes.contains(name));
}

void expect_exact(const caf::Test& test, std::size_t count, const caf::Options& how) {
  expect_exact(caf::program(test, how), count);
}

void expect_outcomes(const TellingTest& test, std::size_t count,
                     const std::set<std::string>& outcomes, const caf::Options& how) {
  std::string seen;
  const ProgramFactory make = caf::program(
      [&](::caf::actor_system& system) {
        seen.clear();
        test(system, seen);
      },
      how);
  expect_exact(make, count);
  for (const char* reduction : {"exhaustive", "optimal"}) {
    EXPECT_EQ(explore(make, with(reduction), [&] { return seen; }).all_outcomes, outcomes);
  }
}

}  // namespace harrier::caf_tests
