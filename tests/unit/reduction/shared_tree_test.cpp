// What several searches explore together, put together by hand.
#include "reduction/shared_tree.hpp"

#include <gtest/gtest.h>

#include "harrier/usage_error.hpp"

namespace harrier {
namespace {

Name name(std::uint64_t number) { return {number, number}; }

WorkStep step(std::uint64_t number) {
  WorkStep made;
  made.name = name(number);
  const NamedAccess touched{.resource = {7}, .access = Access::write};
  made.touched.assign({&touched, 1});
  return made;
}

/// What is left of a search that stands behind step 1, with `planned` other steps to explore
/// before.
Work rest(std::size_t planned) {
  Work work;
  work.path.emplace_back().name = name(1);
  StateWork& first = work.states.emplace_back();
  first.begun = first.free = true;
  for (std::size_t i = 0; i < planned; ++i) first.branches.push_back(step(i + 2));
  work.states.emplace_back().free = true;
  return work;
}

SharedTree split_in(std::size_t tasks, std::uint64_t executions) {
  SharedTree tree(SharedTree::Planning::sequences);
  const auto all = tree.lease(SharedTree::Pick::deepest);
  tree.commit(
      all->task,
      {.handed_over = {}, .rest = rest(tasks - 1), .split = true, .executions = executions});
  return tree;
}

void explore(SharedTree& tree, std::uint64_t executions) {
  const auto one = tree.lease(SharedTree::Pick::deepest);
  ASSERT_TRUE(one);
  tree.commit(one->task, {.handed_over = {}, .rest = {}, .split = false, .executions = executions});
}

TEST(SharedTree, SaysHowMuchIsExplored) {
  SharedTree tree = split_in(4, 0);
  EXPECT_EQ(tree.ready_count(), 4U);
  EXPECT_EQ(tree.extent().share, 0);
  explore(tree, 10);
  EXPECT_EQ(tree.extent().share, 0.25);
  EXPECT_EQ(tree.extent().executions, 20);  // the three others count as one
  explore(tree, 30);
  EXPECT_EQ(tree.extent().executions, 60);  // 10 + 30, and once more their mean
  explore(tree, 10);
  explore(tree, 10);
  EXPECT_EQ(tree.extent().share, 1);
  EXPECT_EQ(tree.extent().executions, 60);
  EXPECT_TRUE(tree.is_explored());
}

TEST(SharedTree, HasNoTaskBehindAStepThatIsImpossible) {
  SharedTree tree(SharedTree::Planning::sequences);
  const auto all = tree.lease(SharedTree::Pick::deepest);
  Work left = rest(2);
  left.states[0].branches.back().touched.assign_impossible({});
  tree.commit(all->task, {.handed_over = {}, .rest = left, .split = true});
  EXPECT_EQ(tree.ready_count(), 2U);  // behind steps 1 and 2, not 3
  explore(tree, 1);
  explore(tree, 1);
  EXPECT_TRUE(tree.is_explored());
}

TEST(SharedTree, KeepsThatWhenItIsWrittenDown) {
  SharedTree tree = split_in(3, 5);
  explore(tree, 10);
  const SharedTree again = SharedTree::parse(tree.text());
  EXPECT_EQ(again.text(), tree.text());
  EXPECT_EQ(again.extent().executions, tree.extent().executions);
}

// What a task is told of its siblings: the first steps, and whether more is planned behind them.
TEST(SharedTree, TellsATaskAsMuchAsThereIsRoomFor) {
  SharedTree tree(SharedTree::Planning::sequences);
  const auto all = tree.lease(SharedTree::Pick::deepest);
  Work left = rest(1);
  left.states[0].branches.push_back(step(9));
  left.states[0].branches.back().depth = 1;
  tree.commit(all->task, {.handed_over = {}, .rest = left, .split = true});
  tree.set_known_max(0);
  const auto first = tree.lease(SharedTree::Pick::shallowest);
  ASSERT_EQ(first->work.states[0].branches.size(), 1U);
  EXPECT_TRUE(first->work.states[0].branches[0].open);
  tree.give_back(first->task);
  tree.set_known_max(1);
  EXPECT_EQ(tree.lease(SharedTree::Pick::shallowest)->work.states[0].branches.size(), 2U);
}

// Branches from the first state: 1 with its rest, 2 that goes on with 9 or 8, and 3.
SharedTree with_neighbours() {
  SharedTree tree(SharedTree::Planning::sequences);
  const auto all = tree.lease(SharedTree::Pick::deepest);
  Work left = rest(1);
  for (const std::uint64_t below : {9, 8}) {
    left.states[0].branches.push_back(step(below));
    left.states[0].branches.back().depth = 1;
  }
  left.states[0].branches.push_back(step(3));
  tree.commit(all->task, {.handed_over = {}, .rest = left, .split = true});
  return tree;
}

std::vector<std::vector<Name>> paths_of(const std::vector<SharedTree::Lease>& leases) {
  std::vector<std::vector<Name>> paths;
  for (const SharedTree::Lease& lease : leases) {
    std::vector<Name>& path = paths.emplace_back();
    for (const Work::Onward& step : lease.work.path) path.push_back(step.name);
  }
  return paths;
}

TEST(SharedTree, GivesOutTheNearestTasksTogether) {
  using Paths = std::vector<std::vector<Name>>;
  std::shared_mutex mutex;
  SharedTree tree = with_neighbours();
  ASSERT_EQ(tree.ready_count(), 4U);
  EXPECT_EQ(paths_of(tree.lease_some(SharedTree::Pick::deepest, 3, mutex)),
            (Paths{{name(2), name(8)}, {name(2), name(9)}, {name(1)}}));
  EXPECT_EQ(paths_of(tree.lease_some(SharedTree::Pick::deepest, 3, mutex)), (Paths{{name(3)}}));
  EXPECT_TRUE(tree.lease_some(SharedTree::Pick::deepest, 3, mutex).empty());
}

// Whoever has explored an execution has looked at the races among its steps.
TEST(SharedTree, TellsHowFarSomebodyWasOnThePathOfATask) {
  std::shared_mutex mutex;
  SharedTree tree = with_neighbours();
  const auto first = tree.lease(SharedTree::Pick::deepest, &mutex);
  EXPECT_EQ(first->work.steps_known, 0U);
  tree.commit(first->task, {.handed_over = {}, .rest = {}, .split = false, .executions = 1});
  EXPECT_EQ(tree.lease(SharedTree::Pick::deepest, &mutex)->work.steps_known, 1U);
  EXPECT_EQ(tree.lease(SharedTree::Pick::deepest, &mutex)->work.steps_known, 0U);
}

TEST(SharedTree, RefusesWhatCannotBecomeOfATask) {
  SharedTree tree = split_in(2, 0);
  const SharedTree::TaskId task = tree.ready().begin()->second;
  const auto fits = [&](SharedTree::TaskId of, SharedTree::Outcome outcome) {
    try {
      tree.require_fitting(of, outcome);
      return true;
    } catch (const UsageError&) {
      return false;
    }
  };
  const auto sequence = [](std::size_t state, const Bits& past) {
    const WorkStep only = step(3);
    HandedOver one(state);
    one.add({.name = only.name, .touched = only.touched.known(), .past = past});
    return one;
  };
  EXPECT_TRUE(fits(task, {.handed_over = {sequence(0, {})}, .rest = {}, .split = false}));
  EXPECT_FALSE(fits(task + 100, {}));
  const std::size_t own = 1;
  EXPECT_FALSE(fits(task, {.handed_over = {sequence(own, {})}, .rest = {}, .split = false}));
  Bits itself;
  itself.add(0);
  EXPECT_FALSE(fits(task, {.handed_over = {sequence(0, itself)}, .rest = {}, .split = false}));
  Work shared = rest(0);
  shared.states[0].shared = true;
  EXPECT_FALSE(fits(task, {.handed_over = {}, .rest = shared, .split = false}));
}

}  // namespace
}  // namespace harrier
