// Sequences: initials, weak initials, what is not known of the last step, and shortening.
#include "reduction/sequence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/hand_sequence.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using Kind = WeakInitial::Kind;

constexpr Writes p{1, 10};
constexpr Writes q{2, 10};  // conflicts with p
constexpr Writes r{3, 30};  // independent of both
constexpr Writes s{4, 30};  // conflicts with r

TEST(Sequences, InitialsHaveNothingBeforeThem) {
  HandSequence sequence({p, r, q});
  EXPECT_EQ(sequence.is_initial(0), Decision::yes);
  EXPECT_EQ(sequence.is_initial(1), Decision::yes);
  EXPECT_EQ(sequence.is_initial(2), Decision::no);
  sequence.remove(0);
  EXPECT_EQ(sequence.is_initial(0), Decision::yes);  // r
  EXPECT_EQ(sequence.is_initial(1), Decision::yes);  // q, now that p is gone
  EXPECT_EQ(sequence[1].name, named(q.name));
}

TEST(Sequences, WeakInitialsMayAlsoBeIndependentOfAll) {
  HandSequence sequence({p, q});
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
  HandSequence sequence({p});
  const std::vector<Choice> one{{1, 2}};
  EXPECT_FALSE(sequence.weak_initial(named(p.name), one, touched_by(p)));
  // A choice that is not said takes 0.
  const std::vector<Choice> zero{{0, 2}};
  EXPECT_EQ(sequence.weak_initial(named(p.name), zero, touched_by(p)).kind, Kind::member);
}

TEST(LastSteps, ComeBehindWhatTheyConflictWith) {
  Footprint touched = known(written(10));
  HandSequence sequence({p, r}, 9, touched);
  EXPECT_EQ(sequence.is_initial(2), Decision::no);
  EXPECT_EQ(sequence.before(0, 2), Decision::yes);
  EXPECT_EQ(sequence.before(1, 2), Decision::no);
  sequence.remove(0);
  EXPECT_EQ(sequence.is_initial(1), Decision::yes);
}

TEST(LastSteps, ComeBehindThePastOfWhatTheyConflictWith) {
  Footprint touched = known(written(50));
  HandSequence sequence({});
  const std::vector<NamedAccess> both{written(10)[0], written(50)[0]};
  const std::vector<std::uint64_t> behind_first{1};
  const std::vector<NamedAccess> ten = written(10);
  sequence.append({named(1), MessageId(1), 0, {}, ten, {}});
  sequence.append({named(2), MessageId(2), 1, {}, both, BitSpan(behind_first)});
  sequence.append_last({named(9), MessageId(9), 2}, touched);
  EXPECT_EQ(sequence.before(0, 2), Decision::yes);  // through the second
}

TEST(LastSteps, AreUndecidedWhereWhatIsUnknownDecides) {
  Footprint touched = known_in_part(written(10));
  HandSequence sequence({p, r}, 9, touched);
  EXPECT_EQ(sequence.is_initial(2), Decision::no);  // what is known puts it behind p
  EXPECT_EQ(sequence.before(1, 2), Decision::undecided);
  sequence.remove(0);
  EXPECT_EQ(sequence.is_initial(1), Decision::undecided);
  EXPECT_EQ(sequence.weak_initial(named(9), {}, {}).kind, Kind::undecided);
  sequence.remove(0);
  EXPECT_EQ(sequence.is_initial(0), Decision::yes);  // alone, whatever it touches
  EXPECT_EQ(&sequence.last_footprint(), &touched);
}

TEST(LastSteps, LeaveItOpenWhetherAnAbsentStepCommutes) {
  const auto weak = [](Footprint touched, const Writes& step) {
    HandSequence sequence({p}, 9, touched);
    return sequence.weak_initial(named(step.name), {}, touched_by(step)).kind;
  };
  EXPECT_EQ(weak(known(written(40)), r), Kind::absent);
  EXPECT_EQ(weak(known(written(30)), r), Kind::none);
  EXPECT_EQ(weak(known_in_part(written(40)), r), Kind::undecided);
  EXPECT_EQ(weak(known_in_part(written(30)), r), Kind::none);  // what is known is enough
  EXPECT_EQ(weak(known_in_part(written(40)), q), Kind::none);  // so is another step
}

TEST(LastSteps, ThatAreImpossibleSayNothingAboutOthers) {
  Footprint touched = known_in_part({});
  FakeRehearsal rehearsal({false, {}, {}});
  touched.find_out(rehearsal);
  HandSequence sequence({p}, 9, touched);
  EXPECT_EQ(sequence.weak_initial(named(r.name), {}, touched_by(r)).kind, Kind::none);
  EXPECT_EQ(sequence.weak_initial(named(p.name), {}, touched_by(p)).kind, Kind::member);
}

/// What is left of p r s and a last step, given what sleeps.
std::vector<std::uint64_t> shortened(Footprint last, const std::vector<Writes>& asleep) {
  constexpr Writes t{5, 50};
  HandSequence sequence({p, r, s, t}, 9, last);
  std::vector<std::vector<NamedAccess>> touched;
  for (const Writes& step : asleep) touched.push_back(touched_by(step));
  std::vector<Sleeper> sleepers;
  for (std::size_t i = 0; i < asleep.size(); ++i) {
    sleepers.push_back(sleeper(asleep[i], touched[i]));
  }
  sequence.shorten(sleepers);
  return sequence.names();
}

TEST(Shortening, KeepsTheLastStepAndItsPastAndDropsTheRest) {
  EXPECT_THAT(shortened(known(written(10)), {}), ElementsAre(1U, 9U));
  EXPECT_THAT(shortened(known(written(30)), {}), ElementsAre(3U, 4U, 9U));
  EXPECT_THAT(shortened(known(written(99)), {}), ElementsAre(9U));
}

TEST(Shortening, KeepsWhatStopsEachSleeper) {
  // What sleeps on 30 is stopped by r already, on 50 by t; the last step stops what is on 99.
  EXPECT_THAT(shortened(known(written(99)), {{7, 30}}), ElementsAre(3U, 9U));
  EXPECT_THAT(shortened(known(written(99)), {{7, 30}, {8, 50}}), ElementsAre(3U, 5U, 9U));
  EXPECT_THAT(shortened(known(written(99)), {{7, 99}}), ElementsAre(9U));
  EXPECT_THAT(shortened(known(written(30)), {{7, 30}}), ElementsAre(3U, 4U, 9U));
  // s itself sleeps: it comes behind r.
  EXPECT_THAT(shortened(known(written(99)), {s}), ElementsAre(3U, 9U));
}

TEST(Shortening, LeavesAsideWhatCouldComeFirst) {
  // r is an initial, and what is on 77 commutes with all.
  EXPECT_THAT(shortened(known(written(99)), {r, {7, 77}}), ElementsAre(9U));
}

TEST(Shortening, DropsNothingWhereThePastIsNotKnown) {
  EXPECT_THAT(shortened(known_in_part(written(99)), {}), ElementsAre(1U, 3U, 4U, 5U, 9U));
}

TEST(Shortening, KeepsTheOrderBetweenWhatIsLeft) {
  Footprint last = known(written(30));
  HandSequence sequence({p, r, s}, 9, last);
  sequence.shorten({});
  ASSERT_THAT(sequence.names(), ElementsAre(3U, 4U, 9U));
  EXPECT_EQ(sequence.is_initial(0), Decision::yes);
  EXPECT_EQ(sequence.is_initial(1), Decision::no);
  sequence.remove(0);
  EXPECT_EQ(sequence.is_initial(0), Decision::yes);
  EXPECT_EQ(sequence.is_initial(1), Decision::no);
}

}  // namespace
}  // namespace harrier::testing
