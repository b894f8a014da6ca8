// Which explorations all cores may share unasked.
#include "harrier/jobs.hpp"

#include <gtest/gtest.h>

namespace harrier {
namespace {

TEST(Jobs, OfExactReductionsAgreeWithOneThread) {
  EXPECT_TRUE(agrees_with_one({.reduction = "optimal"}));
  EXPECT_TRUE(agrees_with_one({.reduction = "exhaustive"}));
  EXPECT_TRUE(agrees_with_one({.reduction = "persistent", .dependence = Dependence::actor}));
}

TEST(Jobs, ThatCompleteOrAbandonOtherExecutionsDoNotAgree) {
  EXPECT_FALSE(agrees_with_one({.reduction = "source"}));
  EXPECT_FALSE(agrees_with_one({.reduction = "persistent", .dependence = Dependence::field}));
  EXPECT_FALSE(
      agrees_with_one({.reduction = "persistent", .dependence = Dependence::field, .sleep = true}));
}

TEST(Jobs, OfOneWalkDoNotAgree) {
  EXPECT_FALSE(agrees_with_one({.reduction = "udpor"}));
  EXPECT_FALSE(agrees_with_one({.reduction = "dcute", .dependence = Dependence::actor}));
  EXPECT_FALSE(agrees_with_one({.executions_max = 10}));
  EXPECT_FALSE(agrees_with_one({.stats = true}));
}

TEST(Jobs, ThatDrawExecutionsAgreeAndBoundedOnesAreOneWalk) {
  EXPECT_TRUE(agrees_with_one({.search = "pct", .executions_max = 10}));
  EXPECT_FALSE(agrees_with_one({.search = "delay"}));
}

TEST(Jobs, ThatCompareStatesDependOnTheTiming) {
  EXPECT_FALSE(agrees_with_one({.states = {.on = true}}));
}

}  // namespace
}  // namespace harrier
