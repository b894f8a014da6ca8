// Sequences and wakeup trees: initials, weak initials, and insertion as in the paper.
#include "reduction/wakeup_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <utility>
#include <vector>

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Name named(std::uint64_t number) { return {0, number}; }

/// A step that writes one resource.
struct Writes {
  std::uint64_t name;
  std::uint64_t resource;
};

std::vector<NamedAccess> touched_by(const Writes& step) {
  return {{NamedResource{step.resource}, Access::write}};
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
      append({named(steps[i].name),
              MessageId(steps[i].name),
              i,
              {},
              touched_.back(),
              BitSpan(pasts_.back())});
    }
  }

 private:
  std::deque<std::vector<NamedAccess>> touched_;
  std::deque<std::vector<std::uint64_t>> pasts_;
};

constexpr Writes p{1, 10};
constexpr Writes q{2, 10};  // conflicts with p
constexpr Writes r{3, 30};  // independent of both
constexpr Writes s{4, 30};  // conflicts with r

TEST(Sequences, InitialsHaveNothingBeforeThem) {
  Filled sequence({p, r, q});
  EXPECT_EQ(sequence.is_initial(0), Decision::yes);
  EXPECT_EQ(sequence.is_initial(1), Decision::yes);
  EXPECT_EQ(sequence.is_initial(2), Decision::no);
  sequence.remove(0);
  EXPECT_EQ(sequence.is_initial(0), Decision::yes);  // r
  EXPECT_EQ(sequence.is_initial(1), Decision::yes);  // q, now that p is gone
  EXPECT_EQ(sequence[1].name, named(q.name));
}

TEST(Sequences, WeakInitialsMayAlsoBeIndependentOfAll) {
  using Kind = WeakInitial::Kind;
  Filled sequence({p, q});
  const auto weak = [&](const Writes& step) {
    return sequence.weak_initial(named(step.name), {}, touched_by(step));
  };
  EXPECT_EQ(weak(p).kind, Kind::member);
  EXPECT_EQ(weak(p).index, 0U);
  EXPECT_EQ(weak(q).kind, Kind::none);        // p comes first
  EXPECT_EQ(weak(r).kind, Kind::absent);      // commutes with both
  EXPECT_EQ(weak({5, 10}).kind, Kind::none);  // conflicts with both
}

TEST(Sequences, AStepWithOtherChoicesIsNotTheSame) {
  Filled sequence({p});
  const std::vector<Choice> one{{1, 2}};
  EXPECT_FALSE(sequence.weak_initial(named(p.name), one, touched_by(p)));
  // A choice that is not said takes 0.
  const std::vector<Choice> zero{{0, 2}};
  EXPECT_EQ(sequence.weak_initial(named(p.name), zero, touched_by(p)).kind,
            WeakInitial::Kind::member);
}

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

  bool insert(const std::vector<Writes>& steps) {
    Filled sequence(steps);
    std::vector<Sleeper> asleep;
    return trees_.insert(root_, sequence, asleep).kind == Insertion::Kind::planned;
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
  trees_.prepend(root_, named(7), {});
  EXPECT_THAT(branches(trees_, root_), ElementsAre(ElementsAre(7U), ElementsAre(1U)));
  const WakeupTrees::NodeId first = trees_.first_child(root_);
  trees_.remove(root_, first);
  EXPECT_EQ(trees_.make(), first);
}

}  // namespace
}  // namespace harrier
