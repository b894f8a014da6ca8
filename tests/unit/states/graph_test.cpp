// Executions that never end, in graphs written by hand.
#include "states/graph.hpp"

#include <gmock/gmock.h>

namespace harrier {
namespace {

using ::testing::IsEmpty;

std::vector<std::uint64_t> contents(const std::vector<GraphStep>& steps) {
  std::vector<std::uint64_t> all;
  for (const GraphStep& step : steps) all.push_back(step.content);
  return all;
}

/// A graph of states 0, 1, … in none of which anything holds.
StateGraph graph_of(std::size_t states) {
  StateGraph graph;
  for (std::size_t i = 0; i < states; ++i) graph.add_state(0);
  return graph;
}

TEST(StateGraph, HasNoEndlessExecutionWithoutACircle) {
  StateGraph graph = graph_of(3);
  graph.add_step(0, 1, {10});
  graph.add_step(0, 2, {11});
  graph.add_step(1, 2, {11});
  EXPECT_FALSE(graph.find_endless());
}

TEST(StateGraph, FindsTheWayToACircleAndRoundIt) {
  StateGraph graph = graph_of(4);
  graph.add_step(0, 1, {10});
  graph.add_step(1, 2, {20});
  graph.add_step(2, 3, {30});
  graph.add_step(3, 1, {40});
  const std::optional<EndlessPath> path = graph.find_endless();
  ASSERT_TRUE(path);
  EXPECT_EQ(contents(path->stem), (std::vector<std::uint64_t>{10}));
  EXPECT_EQ(contents(path->cycle), (std::vector<std::uint64_t>{20, 30, 40}));
}

TEST(StateGraph, DoesNotTakeACircleThatPutsOffAMessageForEver) {
  StateGraph graph = graph_of(2);
  graph.add_step(0, 0, {10});
  graph.add_step(0, 1, {20});  // could always be delivered, and leads out of the circle
  EXPECT_FALSE(graph.find_endless());
}

TEST(StateGraph, TakesACircleInWhichAMessageCannotAlwaysBeDelivered) {
  StateGraph graph = graph_of(3);
  graph.add_step(0, 1, {10});
  graph.add_step(1, 0, {11});
  graph.add_step(0, 2, {20});  // not in state 1
  const std::optional<EndlessPath> path = graph.find_endless();
  ASSERT_TRUE(path);
  EXPECT_EQ(contents(path->cycle), (std::vector<std::uint64_t>{10, 11}));
}

TEST(StateGraph, GoesRoundSoThatEverythingIsDelivered) {
  // Two circles through one state; what each delivers can be delivered throughout the other.
  StateGraph graph = graph_of(2);
  graph.add_step(0, 0, {10});
  graph.add_step(0, 1, {20});
  graph.add_step(1, 1, {10});
  graph.add_step(1, 0, {20});
  const std::optional<EndlessPath> path = graph.find_endless();
  ASSERT_TRUE(path);
  EXPECT_THAT(contents(path->cycle), ::testing::IsSupersetOf({10U, 20U}));
}

TEST(StateGraph, LooksForCirclesOnlyWhereThePropertyNeverHeld) {
  StateGraph graph;
  graph.add_state(0);
  graph.add_state(1);  // here it holds
  graph.add_state(0);
  graph.add_step(0, 1, {10});
  graph.add_step(1, 2, {20});
  graph.add_step(2, 2, {30});
  EXPECT_FALSE(graph.find_without(0));
  EXPECT_TRUE(graph.find_endless());
}

TEST(StateGraph, FindsAnEndBeforeThePropertyHeld) {
  StateGraph graph;
  graph.add_state(0);
  graph.add_state(1);
  graph.add_state(0);
  graph.add_step(0, 1, {10});
  graph.add_step(0, 2, {20});
  const std::optional<EndlessPath> path = graph.find_without(0);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->property, 0U);
  EXPECT_EQ(contents(path->stem), (std::vector<std::uint64_t>{20}));
  EXPECT_THAT(path->cycle, IsEmpty());
}

TEST(StateGraph, HoldsAPropertyThatHoldsAtOnce) {
  StateGraph graph;
  graph.add_state(2);
  graph.add_step(0, 0, {10});
  EXPECT_FALSE(graph.find_without(1));
  EXPECT_TRUE(graph.find_without(0));
}

}  // namespace
}  // namespace harrier
