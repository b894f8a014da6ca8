// Sets of small numbers, above all where one word of bits ends and the next begins.
#include "base/bits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <set>
#include <vector>

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

constexpr std::size_t borders[] = {0, 1, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192};

Bits bits_of(const std::vector<std::size_t>& numbers) {
  Bits bits;
  for (const std::size_t number : numbers) bits.add(number);
  return bits;
}

std::vector<std::size_t> members(BitSpan bits) {
  std::vector<std::size_t> numbers;
  for (std::size_t at = bits.next(0); at != BitSpan::none; at = bits.next(at + 1)) {
    numbers.push_back(at);
  }
  return numbers;
}

TEST(BitSets, HaveWhatIsAddedAndNothingElse) {
  for (const std::size_t number : borders) {
    const Bits bits = bits_of({number});
    for (const std::size_t other : borders) EXPECT_EQ(bits.contains(other), other == number);
    EXPECT_FALSE(bits.contains(10'000));
  }
}

TEST(BitSets, LoseWhatIsRemoved) {
  for (const std::size_t number : borders) {
    Bits bits = bits_of({borders, std::end(borders)});
    bits.remove(number);
    bits.remove(10'000);  // was never there
    for (const std::size_t other : borders) EXPECT_EQ(bits.contains(other), other != number);
  }
}

TEST(BitSets, FindTheNextMember) {
  const Bits bits = bits_of({63, 64, 129});
  const BitSpan span = bits;
  EXPECT_EQ(span.next(0), 63U);
  EXPECT_EQ(span.next(63), 63U);
  EXPECT_EQ(span.next(64), 64U);
  EXPECT_EQ(span.next(65), 129U);
  EXPECT_EQ(span.next(128), 129U);
  EXPECT_EQ(span.next(129), 129U);
  EXPECT_EQ(span.next(130), BitSpan::none);
  EXPECT_EQ(span.next(10'000), BitSpan::none);
  EXPECT_EQ(BitSpan().next(0), BitSpan::none);
}

TEST(BitSets, IntersectWhereTheyHaveAMemberInCommon) {
  for (const std::size_t one : borders) {
    for (const std::size_t other : borders) {
      EXPECT_EQ(BitSpan(bits_of({one})).intersects(bits_of({other})), one == other);
    }
  }
  EXPECT_FALSE(BitSpan().intersects(bits_of({0})));
  EXPECT_FALSE(BitSpan(bits_of({0})).intersects(BitSpan()));
}

TEST(BitSets, AreUnitedAndSubtractedWhateverTheirLengths) {
  Bits bits = bits_of({1, 63});
  bits.add_all(bits_of({64, 128}));
  EXPECT_THAT(members(bits), ElementsAre(1U, 63U, 64U, 128U));
  bits.add_all(bits_of({0}));
  EXPECT_THAT(members(bits), ElementsAre(0U, 1U, 63U, 64U, 128U));
  bits.remove_all(bits_of({0, 64, 200}));
  EXPECT_THAT(members(bits), ElementsAre(1U, 63U, 128U));
  bits.remove_all(bits_of({63}));
  EXPECT_THAT(members(bits), ElementsAre(1U, 128U));
}

TEST(BitSets, GiveTheirLargestMemberFirst) {
  Bits bits = bits_of({borders, std::end(borders)});
  for (std::size_t i = std::size(borders); i-- > 0;) EXPECT_EQ(bits.take_last(), borders[i]);
  EXPECT_EQ(bits.take_last(), BitSpan::none);
  bits.add(64);
  EXPECT_EQ(bits.take_last(), 64U);
}

TEST(BitSets, AreFilledUpToANumberAndNoFurther) {
  Bits bits = bits_of({200});
  for (const std::size_t size : borders) {
    bits.fill(size);
    std::vector<std::size_t> below(size);
    std::iota(below.begin(), below.end(), 0U);
    EXPECT_EQ(members(bits), below);
  }
}

TEST(BitSets, AreEmptiedAndAssigned) {
  Bits bits = bits_of({5, 129});
  bits.reset(64);
  EXPECT_THAT(members(bits), IsEmpty());
  bits.add(3);
  bits.assign(bits_of({64}));
  EXPECT_THAT(members(bits), ElementsAre(64U));
  bits.clear();
  EXPECT_THAT(members(bits), IsEmpty());
}

RC_GTEST_PROP(BitSets, BehaveAsSets,
              (const std::vector<std::uint8_t>& added, const std::vector<std::uint8_t>& taken)) {
  Bits bits;
  Bits other;
  std::set<std::size_t> expected;
  for (const std::uint8_t number : added) {
    bits.add(number);
    expected.insert(number);
  }
  for (const std::uint8_t number : taken) other.add(number);
  bool common = false;
  for (const std::uint8_t number : taken) common |= expected.contains(number);
  RC_ASSERT(BitSpan(bits).intersects(other) == common);
  bits.remove_all(other);
  for (const std::uint8_t number : taken) expected.erase(number);
  RC_ASSERT(members(bits) == std::vector<std::size_t>(expected.begin(), expected.end()));
}

TEST(PastRows, HaveWhatTheyGetAndItsPast) {
  PastRows rows;
  for (int i = 0; i < 3; ++i) rows.push();
  rows.include(1);
  EXPECT_FALSE(rows.contains(2, 0));  // 1 alone
  EXPECT_TRUE(rows.contains(2, 1));
  EXPECT_FALSE(rows.contains(2, 2));
  EXPECT_FALSE(rows.contains(1, 2));  // a row has smaller numbers only
  rows.push();
  rows.include_past(2);
  EXPECT_TRUE(rows.last_contains(1));
  EXPECT_FALSE(rows.last_contains(2));  // its past alone
  rows.include(2);
  EXPECT_TRUE(rows.last_contains(2));
}

TEST(PastRows, AreForgottenAndEmptyWhenTheyComeAgain) {
  PastRows rows;
  for (const std::size_t size : {63U, 64U, 65U, 127U, 128U, 129U, 200U}) {
    while (rows.size() < size) rows.push();
    rows.push();
    for (std::size_t i = 0; i < size; ++i) rows.include(i);
    EXPECT_EQ(members(rows[size]).size(), size);
    rows.pop();
    rows.push();
    EXPECT_THAT(members(rows[size]), IsEmpty()) << size;
  }
  rows.clear();
  EXPECT_EQ(rows.size(), 0U);
}

TEST(PastRows, AreKeptApartAcrossWordBoundaries) {
  constexpr std::size_t count = 260;
  PastRows rows;
  std::vector<std::vector<std::size_t>> expected;
  // Row n gets n - 3 and all before that, and the border below n.
  for (std::size_t n = 0; n < count; ++n) {
    rows.push();
    std::set<std::size_t> row;
    if (n >= 3) {
      rows.include_past(n - 3);
      rows.include(n - 3);
      row.insert(expected[n - 3].begin(), expected[n - 3].end());
      row.insert(n - 3);
    }
    if (n > 64) {
      rows.include((n - 1) / 64 * 64);
      row.insert((n - 1) / 64 * 64);
    }
    expected.emplace_back(row.begin(), row.end());
  }
  for (std::size_t n = 0; n < count; ++n) {
    ASSERT_THAT(members(rows[n]), ElementsAreArray(expected[n])) << n;
    for (std::size_t k = 0; k < count; ++k) {
      const bool has = std::ranges::find(expected[n], k) != expected[n].end();
      ASSERT_EQ(rows.contains(n, k), has) << n << " and " << k;
    }
  }
}

}  // namespace
}  // namespace harrier
