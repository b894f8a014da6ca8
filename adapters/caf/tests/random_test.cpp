// Random programs: `optimal` meets every class of `exhaustive` once, and every outcome.
#include <gtest/gtest.h>

#include "random_comparison.hpp"

namespace harrier::caf_tests {
namespace {

TEST(CafRandom, OptimalIsExactInMailboxOrder) { compare_all(Deeds::with_messages, {}); }
TEST(CafRandom, OptimalIsExactInFifoOrder) {
  compare_all(Deeds::with_messages, {.order = caf::Order::fifo});
}
TEST(CafRandom, OptimalIsExactInAnyOrder) {
  compare_all(Deeds::with_messages, {.order = caf::Order::bag});
}
TEST(CafRandom, OptimalIsExactWhenTimersFireAnyTime) {
  compare_all(Deeds::with_messages, {.timers = caf::Timers::any});
}

// A step that touched a weak reference in one order only: a class was missed.
TEST(CafRandom, OptimalIsExactWhereAnOrderDecidesWhatAStepTouches) {
  EXPECT_TRUE(
      compare(1270, Deeds::with_messages, {.order = caf::Order::fifo, .lost_responses = false}));
}

// A timer that is set only in the other order does not hold one back: a class was missed.
TEST(CafRandom, OptimalIsExactWhereAnOrderDecidesWhichTimersAreSet) {
  EXPECT_TRUE(
      compare(5487, Deeds::with_messages, {.timers = caf::Timers::any, .lost_responses = false}));
}

}  // namespace
}  // namespace harrier::caf_tests
