// What a step touches where only a part of it is known, and finding out the rest.
#include "reduction/footprint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/hand_sequence.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Footprints, ThatAreKnownNeedNoRehearsal) {
  const Footprint footprint = known(written(1));
  EXPECT_TRUE(footprint.complete());
  EXPECT_TRUE(footprint.possible());
  EXPECT_TRUE(footprint.is_sure());
  EXPECT_THAT(footprint.known(), ElementsAre(written(1)[0]));
}

TEST(Footprints, ThatAreKnownInPartAreFoundOut) {
  Footprint footprint = known_in_part(written(1), {{0, 2, {}}, {1, 0, {{1, 3}}}});
  EXPECT_FALSE(footprint.complete());
  EXPECT_TRUE(footprint.possible());
  EXPECT_FALSE(footprint.is_sure());
  EXPECT_THAT(footprint.known(), ElementsAre(written(1)[0]));
  FakeRehearsal rehearsal({true, {written(1)[0], written(2)[0]}, {{1, 3}}});
  EXPECT_THAT(footprint.find_out(rehearsal), ElementsAre(Choice{1, 3}));
  ASSERT_THAT(rehearsal.rehearsed, SizeIs(1));
  ASSERT_THAT(rehearsal.rehearsed[0], SizeIs(2));
  EXPECT_EQ(rehearsal.rehearsed[0][0].position, 2U);
  EXPECT_EQ(rehearsal.rehearsed[0][1].sent_by, 1U);
  EXPECT_THAT(rehearsal.rehearsed[0][1].choices, ElementsAre(Choice{1, 3}));
  EXPECT_TRUE(footprint.is_sure());
  EXPECT_THAT(footprint.known(), ElementsAre(written(1)[0], written(2)[0]));
}

TEST(Footprints, OfImpossibleStepsAreCompleteAndNeverSure) {
  Footprint footprint = known_in_part(written(1));
  FakeRehearsal rehearsal({false, {}, {}});
  footprint.find_out(rehearsal);
  EXPECT_TRUE(footprint.complete());
  EXPECT_FALSE(footprint.possible());
  EXPECT_FALSE(footprint.is_sure());
  footprint.assign(written(2));  // another step takes its place
  EXPECT_TRUE(footprint.is_sure());
}

TEST(Footprints, ThatWereCopiedAreFoundOutEachForItself) {
  Footprint one = known_in_part(written(1));
  Footprint other = one;
  FakeRehearsal rehearsal({true, written(2), {}});
  one.find_out(rehearsal);
  EXPECT_TRUE(one.complete());
  EXPECT_FALSE(other.complete());
  EXPECT_THAT(other.known(), ElementsAre(written(1)[0]));
  other.find_out(rehearsal);
  EXPECT_THAT(other.known(), ElementsAre(written(2)[0]));
}

}  // namespace
}  // namespace harrier::testing
