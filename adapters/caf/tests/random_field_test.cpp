// Random programs that tell which fields they touch: `optimal` meets every class of `exhaustive`
// once, and every outcome.
#include <gtest/gtest.h>

#include "random_comparison.hpp"

namespace harrier::caf_tests {
namespace {

TEST(CafRandomFields, OptimalIsExactInMailboxOrder) { compare_all(Deeds::with_fields, {}); }
TEST(CafRandomFields, OptimalIsExactInFifoOrder) {
  compare_all(Deeds::with_fields, {.order = caf::Order::fifo});
}
TEST(CafRandomFields, OptimalIsExactInAnyOrder) {
  compare_all(Deeds::with_fields, {.order = caf::Order::bag});
}
TEST(CafRandomFields, OptimalIsExactWhenTimersFireAnyTime) {
  compare_all(Deeds::with_fields, {.timers = caf::Timers::any});
}

// What a step touched in other orders was taken for what it touches in this one, too.
TEST(CafRandomFields, OptimalMeetsNoClassTwiceWhereAFieldDecidesWhatAStepTouches) {
  EXPECT_TRUE(
      compare(86, Deeds::with_fields, {.order = caf::Order::fifo, .lost_responses = false}));
}
TEST(CafRandomFields, OptimalAbandonsNothingWhereAFieldDecidesWhatAStepTouches) {
  EXPECT_TRUE(compare(11, Deeds::with_fields, {.lost_responses = false}));
}
TEST(CafRandomFields, OptimalAbandonsNothingWhereAChoiceDecidesWhatAStepTouches) {
  EXPECT_TRUE(
      compare(46, Deeds::with_fields, {.timers = caf::Timers::any, .lost_responses = false}));
}

// A step sends to an actor and ends another one that knows it: the number of handles is the same.
TEST(CafRandomFields, OptimalIsExactWhereHandlesComeAndGoInOneStep) {
  EXPECT_TRUE(
      compare(40018, Deeds::with_fields, {.order = caf::Order::fifo, .lost_responses = false}));
}

// A handle is given up by a function of the library: what follows from it was not seen.
TEST(CafRandomFields, OptimalIsExactWhereTheLibraryChangesAField) {
  EXPECT_TRUE(compare(50337, Deeds::with_fields, {.lost_responses = false}));
}

}  // namespace
}  // namespace harrier::caf_tests
