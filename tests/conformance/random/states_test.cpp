// Explorations that compare states, on random programs, against every state there is.
#include <gmock/gmock.h>

#include <memory>

#include "states/breadth_first.hpp"
#include "states/depth_first.hpp"
#include "states/stubborn.hpp"
#include "tests/conformance/random/explored_states.hpp"
#include "tests/support/script_actor.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t programs = 150;  ///< unless said

/// Looks whether the other searches come to what the plain one comes to.
void compare_with(const Met& plain, const ProgramFactory& make, const CheckOptions& options) {
  const Met sleeping = explore_states<DepthFirst>(make, options, StateReduction::sleep);
  EXPECT_EQ(sleeping.states, plain.states);
  EXPECT_EQ(sleeping.failures, plain.failures);
  EXPECT_LE(sleeping.result.steps, plain.result.steps);
  const Met wide = explore_states<BreadthFirst>(make, options);
  EXPECT_EQ(wide.states, plain.states);
  EXPECT_EQ(wide.failures, plain.failures);
  const Met stubborn = explore_states<Stubborn>(make, options);
  EXPECT_EQ(stubborn.ends, plain.ends);
  EXPECT_EQ(stubborn.failures, plain.failures);
  EXPECT_LE(stubborn.result.states->distinct, plain.states.size());
}

TEST(States, AreThoseOfAllExecutions) {
  for_each_program(programs, [](const ProgramFactory& make, const CheckOptions& given) {
    CheckOptions options = given;
    const Met all = explore_executions(make, options);
    if (!all.result.complete || !starts(all)) return false;
    const Met plain = explore_plainly(make, options);
    EXPECT_EQ(plain.texts, all.texts);
    EXPECT_EQ(plain.ends, all.ends);
    EXPECT_EQ(plain.failures, all.failures);
    EXPECT_EQ(plain.states.size(), all.states.size());
    EXPECT_EQ(plain.result.states->distinct, all.states.size());
    compare_with(plain, make, options);
    options.keep_going = false;
    const Met first = explore_states<BreadthFirst>(make, options);
    if (first.first_failure != ~std::size_t{0}) {
      EXPECT_EQ(first.first_failure, all.first_failure);
    }
    return true;
  });
}

TEST(States, OfEndlessProgramsAreAllMet) {
  const Endless endless;
  for_each_program(programs, [](const ProgramFactory& make, const CheckOptions& options) {
    const Met plain = explore_plainly(make, options);
    if (!plain.result.complete || !starts(plain)) return false;
    compare_with(plain, make, options);
    return true;
  });
}

/// Returns how many programs end or fail in a way that stubborn sets by these rules do not come to.
std::size_t programs_missed(const StubbornRules& rules) {
  std::size_t missed = 0;
  for_each_program(programs, [&](const ProgramFactory& make, const CheckOptions& options) {
    const Met plain = explore_plainly(make, options);
    if (!plain.result.complete || !starts(plain)) return false;
    const Met stubborn =
        explore_with(make, options, std::make_unique<Stubborn>(StateOptions{}, rules));
    missed += stubborn.ends != plain.ends || stubborn.failures != plain.failures ? 1 : 0;
    return true;
  });
  return missed;
}

TEST(StubbornRules, AreAllNeeded) {
  EXPECT_GT(programs_missed({.learns_until_nothing_is_new = false}), 0U);
  EXPECT_GT(programs_missed({.asks_who_lets_held_messages_go = false}), 0U);
  EXPECT_GT(programs_missed({.held_messages_read = false}), 0U);
  const Endless endless;
  EXPECT_GT(programs_missed({.takes_what_cycles_ignore = false}), 0U);
}

}  // namespace
}  // namespace harrier::testing
