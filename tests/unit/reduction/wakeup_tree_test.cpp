// Wakeup trees: insertion as in the paper, and where it cannot be decided yet.
#include "reduction/wakeup_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/hand_sequence.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Kind = Insertion::Kind;

constexpr Writes p{1, 10};
constexpr Writes q{2, 10};  // conflicts with p
constexpr Writes r{3, 30};  // independent of both
constexpr Writes s{4, 30};  // conflicts with r

/// The branches below a node, as lists of names from the root down.
std::vector<std::vector<std::uint64_t>> branches(WakeupTrees& trees, WakeupTrees::NodeId node) {
  std::vector<std::vector<std::uint64_t>> result;
  WakeupTrees copy = trees;
  for (auto child = copy.first_child(node); child != WakeupTrees::none;
       child = copy.first_child(node)) {
    const std::uint64_t name = copy.step(child).name.low;
    std::vector<std::vector<std::uint64_t>> below = branches(copy, child);
    if (below.empty()) below.emplace_back();
    for (std::vector<std::uint64_t>& rest : below) {
      rest.insert(rest.begin(), name);
      result.push_back(rest);
    }
    copy.remove(node, child);
  }
  return result;
}

class Trees : public ::testing::Test {
 protected:
  WakeupTrees trees_;
  WakeupTrees::NodeId root_ = trees_.make();

  bool insert(const std::vector<Writes>& steps, WakeupTrees::NodeId current = WakeupTrees::none) {
    HandSequence sequence(steps);
    std::vector<Sleeper> asleep;
    return trees_.insert(root_, current, sequence, asleep).kind == Insertion::Kind::planned;
  }
  /// Inserts these steps and a last one that touches this.
  Insertion insert(const std::vector<Writes>& steps, std::uint64_t last, Footprint& touched,
                   std::vector<Sleeper> asleep = {}) {
    HandSequence sequence(steps, last, touched);
    return trees_.insert(root_, WakeupTrees::none, sequence, asleep);
  }
};

TEST_F(Trees, WhatCanBeginWithTheBranchThatIsBeingExploredIsFoundFromThere) {
  insert({r, p});
  EXPECT_FALSE(insert({q}, trees_.first_child(root_)));  // r is independent of q
  EXPECT_TRUE(insert({s, q}, trees_.first_child(root_)));
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3, 1), ElementsAre(4, 2)));
}

TEST_F(Trees, ASequenceBecomesABranch) {
  EXPECT_TRUE(insert({p, q, r}));
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(1U, 2U, 3U)));
}

TEST_F(Trees, AnEquivalentSequenceIsThereAlready) {
  insert({p, r});
  EXPECT_FALSE(insert({r, p}));
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(1U, 3U)));
}

TEST_F(Trees, AContinuationOfABranchIsThereAlready) {
  insert({p});
  EXPECT_FALSE(insert({p, q}));  // whatever follows p is explored from there
}

TEST_F(Trees, ASharedBeginningIsSharedAndTheRestBranches) {
  insert({p, r, s});
  EXPECT_TRUE(insert({p, s, r}));
  EXPECT_THAT(branches(trees_, root_),
              ElementsAre(ElementsAre(1U, 3U, 4U), ElementsAre(1U, 4U, 3U)));
}

TEST_F(Trees, AConflictingSequenceGoesBesideAndAfterTheOthers) {
  insert({p, q});
  EXPECT_TRUE(insert({q, p}));
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(1U, 2U), ElementsAre(2U, 1U)));
}

TEST_F(Trees, AnIndependentBranchLeadsToItToo) {
  insert({r, p});  // r commutes with the sequence q, and p conflicts with it
  EXPECT_TRUE(insert({q}));
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3U, 1U), ElementsAre(3U, 2U)));
}

TEST_F(Trees, APrependedStepGoesFirstAndNodesAreUsedAgain) {
  insert({p});
  trees_.prepend(root_, named(7), {});
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(7U), ElementsAre(1U)));
  const WakeupTrees::NodeId first = trees_.first_child(root_);
  trees_.remove(root_, first);
  EXPECT_EQ(trees_.make(), first);
}

TEST_F(Trees, ABranchIsTheShortestBehindWhichWhatSleepsIsAwake) {
  Footprint touched = known(written(10));
  EXPECT_EQ(insert({r, p}, 9, touched).kind, Kind::planned);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(1U, 9U)));  // r does not matter
  trees_.remove(root_, trees_.first_child(root_));

  const std::vector<NamedAccess> thirty = written(30);
  Footprint again = known(written(10));
  EXPECT_EQ(insert({r, p}, 9, again, {sleeper({7, 30}, thirty)}).kind, Kind::planned);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3U, 1U, 9U)));
}

TEST_F(Trees, ABranchAlsoWakesWhatTheBranchesBeforeItBeginWith) {
  insert({q});  // conflicts with p
  Footprint touched = known(written(99));
  EXPECT_EQ(insert({r, p}, 9, touched).kind, Kind::planned);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(2U), ElementsAre(1U, 9U)));
}

TEST_F(Trees, WhatIsUnknownOfTheLastStepIsAskedForAndNothingChanges) {
  insert({r});
  Footprint touched = known_in_part(written(10));
  const Insertion undecided = insert({p}, 9, touched);
  EXPECT_EQ(undecided.kind, Kind::undecided);
  EXPECT_EQ(undecided.unknown, &touched);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3U)));

  FakeRehearsal conflicting({true, written(30), {}});
  undecided.unknown->find_out(conflicting);
  EXPECT_EQ(insert({p}, 9, touched).kind, Kind::planned);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3U), ElementsAre(9U)));
}

TEST_F(Trees, WhatIsFoundOutMayBeCovered) {
  insert({r});
  Footprint touched = known_in_part(written(10));
  const Insertion undecided = insert({p}, 9, touched);
  ASSERT_EQ(undecided.kind, Kind::undecided);
  FakeRehearsal commuting({true, written(40), {}});
  undecided.unknown->find_out(commuting);
  EXPECT_EQ(insert({p}, 9, touched).kind, Kind::covered);  // from r on everything is explored
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3U)));
}

TEST_F(Trees, WhatIsKnownOfTheLastStepMayBeEnough) {
  insert({r});
  Footprint touched = known_in_part(written(30));
  EXPECT_EQ(insert({p}, 9, touched).kind, Kind::planned);  // it conflicts with r
  // All of it is kept: what else the last step comes behind is not known.
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3U), ElementsAre(1U, 9U)));
}

TEST_F(Trees, WhatABranchBeginsWithIsThereAlreadyWhateverItTouches) {
  insert({Writes{9, 10}, r});
  Footprint touched = known_in_part(written(10));
  EXPECT_EQ(insert({}, 9, touched).kind, Kind::covered);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(9U, 3U)));
}

TEST_F(Trees, WhatIsUnknownOfABranchIsAskedFor) {
  Footprint touched = known_in_part(written(10));
  ASSERT_EQ(insert({}, 9, touched).kind, Kind::planned);  // nothing to compare it with yet
  Footprint other = known(written(30));
  const Insertion undecided = insert({}, 8, other);
  ASSERT_EQ(undecided.kind, Kind::undecided);
  EXPECT_EQ(undecided.unknown, &trees_.step(trees_.first_child(root_)).touched);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(9U)));

  FakeRehearsal conflicting({true, {written(10)[0], written(30)[0]}, {}});
  undecided.unknown->find_out(conflicting);
  EXPECT_EQ(insert({}, 8, other).kind, Kind::planned);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(9U), ElementsAre(8U)));
}

TEST_F(Trees, ABranchThatIsFoundOutMayCover) {
  Footprint touched = known_in_part(written(10));
  insert({}, 9, touched);
  Footprint other = known(written(30));
  const Insertion undecided = insert({}, 8, other);
  ASSERT_EQ(undecided.kind, Kind::undecided);
  FakeRehearsal commuting({true, written(10), {}});
  undecided.unknown->find_out(commuting);
  EXPECT_EQ(insert({}, 8, other).kind, Kind::covered);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(9U)));
}

TEST_F(Trees, AnImpossibleBranchCoversNothing) {
  Footprint touched = known_in_part(written(10));
  insert({}, 9, touched);
  Footprint other = known(written(30));
  const Insertion undecided = insert({}, 8, other);
  ASSERT_EQ(undecided.kind, Kind::undecided);
  FakeRehearsal impossible({false, {}, {}});
  undecided.unknown->find_out(impossible);
  EXPECT_EQ(insert({}, 8, other).kind, Kind::planned);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(9U), ElementsAre(8U)));
}

TEST_F(Trees, AnImpossibleLastStepIsCoveredByNothing) {
  insert({r});
  Footprint touched = known_in_part({});
  const Insertion undecided = insert({p}, 9, touched);
  ASSERT_EQ(undecided.kind, Kind::undecided);
  FakeRehearsal impossible({false, {}, {}});
  undecided.unknown->find_out(impossible);
  EXPECT_EQ(insert({p}, 9, touched).kind, Kind::planned);
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(3U), ElementsAre(1U, 9U)));
}

}  // namespace
}  // namespace harrier::testing
