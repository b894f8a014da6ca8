// Sequences and wakeup trees: initials, weak initials, and insertion as in the paper.
#include "reduction/wakeup_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A step that writes one resource of its own.
struct Writes {
  Name name;
  std::uint32_t resource;
};

std::vector<ResourceAccess> touched_by(const Writes& step) {
  return {{Resource::of(step.resource, Resource::whole), Access::write}};
}

/// A sequence in which steps on one resource happen before each other, with what it points to.
class Filled : public Sequence {
 public:
  explicit Filled(const std::vector<Writes>& steps) {
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      touched_.push_back(touched_by(steps[i]));
      std::uint64_t past = 0;
      for (std::size_t k = 0; k < i; ++k) {
        if (steps[k].resource == steps[i].resource) past |= std::uint64_t{1} << k;
      }
      pasts_.push_back({past});
      append({steps[i].name, MessageId(steps[i].name), i, {}, touched_.back(), pasts_.back()});
    }
  }

 private:
  std::deque<std::vector<ResourceAccess>> touched_;
  std::deque<std::vector<std::uint64_t>> pasts_;
};

constexpr Writes p{1, 10};
constexpr Writes q{2, 10};  // conflicts with p
constexpr Writes r{3, 30};  // independent of both
constexpr Writes s{4, 30};  // conflicts with r

TEST(Sequences, InitialsHaveNothingBeforeThem) {
  Filled sequence({p, r, q});
  EXPECT_TRUE(sequence.is_initial(0));
  EXPECT_TRUE(sequence.is_initial(1));
  EXPECT_FALSE(sequence.is_initial(2));
  sequence.remove(0);
  EXPECT_TRUE(sequence.is_initial(0));  // r
  EXPECT_TRUE(sequence.is_initial(1));  // q, now that p is gone
  EXPECT_EQ(sequence[1].name, q.name);
}

TEST(Sequences, WeakInitialsMayAlsoBeIndependentOfAll) {
  Filled sequence({p, q});
  const auto weak = [&](const Writes& step) {
    return sequence.weak_initial(step.name, {}, touched_by(step));
  };
  EXPECT_EQ(weak(p), std::optional<std::size_t>(0));
  EXPECT_EQ(weak(q), std::nullopt);                     // p comes first
  EXPECT_EQ(weak(r), std::optional(Sequence::absent));  // commutes with both
  EXPECT_EQ(weak({5, 10}), std::nullopt);               // conflicts with both
}

TEST(Sequences, AStepWithOtherChoicesIsNotTheSame) {
  Filled sequence({p});
  const std::vector<Choice> one{{1, 2}};
  EXPECT_EQ(sequence.weak_initial(p.name, one, touched_by(p)), std::nullopt);
  // A choice that is not said takes 0.
  const std::vector<Choice> zero{{0, 2}};
  EXPECT_EQ(sequence.weak_initial(p.name, zero, touched_by(p)), std::optional<std::size_t>(0));
}

/// The branches below a node, as lists of names from the root down.
std::vector<std::vector<Name>> branches(WakeupTrees& trees, WakeupTrees::NodeId node) {
  std::vector<std::vector<Name>> result;
  WakeupTrees copy = trees;
  for (auto child = copy.first_child(node); child != WakeupTrees::none;
       child = copy.first_child(node)) {
    const Name name = copy.step(child).name;
    std::vector<std::vector<Name>> below = branches(copy, child);
    if (below.empty()) below.emplace_back();
    for (std::vector<Name>& rest : below) {
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

  bool insert(const std::vector<Writes>& steps) {
    Filled sequence(steps);
    return trees_.insert(root_, sequence);
  }
};

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
  trees_.prepend(root_, 7, {});
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(7U), ElementsAre(1U)));
  const WakeupTrees::NodeId first = trees_.first_child(root_);
  trees_.remove(root_, first);
  EXPECT_EQ(trees_.make(), first);
}

}  // namespace
}  // namespace harrier
