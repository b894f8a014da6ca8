// The table of states.
#include "states/state_table.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "harrier/check.hpp"
#include "states/stored_sleep.hpp"

namespace harrier {
namespace {

Fingerprint numbered(std::uint64_t number) {
  Fingerprint state;
  state.add(number);
  return state;
}

TEST(FingerprintTable, KnowsWhatItWasGivenHoweverMuchItGrows) {
  for (const std::size_t value_bytes : {0U, 3U, 4U}) {
    FingerprintTable table({.value_bytes = value_bytes});
    for (std::uint32_t i = 0; i < 50'000; ++i) {
      const auto [slot, is_new] = table.insert(numbered(i));
      ASSERT_TRUE(is_new) << i;
      ASSERT_EQ(table.value(slot), 0U);
      table.set_value(slot, i);
    }
    EXPECT_EQ(table.size(), 50'000U);
    for (std::uint32_t i = 0; i < 50'000; ++i) {
      const auto [slot, is_new] = table.insert(numbered(i));
      ASSERT_FALSE(is_new) << i;
      ASSERT_EQ(table.value(slot), value_bytes == 0 ? 0 : i);
    }
  }
}

TEST(FingerprintTable, FindsRoomForStatesThatBeginAlike) {
  FingerprintTable table({.slots = 64, .value_bytes = 3});
  for (std::uint64_t i = 1'000; i > 0; --i) {
    // The first, the last, and the one in the middle of all.
    for (const std::uint64_t high :
         {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63U}) {
      const auto [slot, is_new] = table.insert({high, i << 24U});
      ASSERT_TRUE(is_new);
      table.set_value(slot, static_cast<std::uint32_t>(i));
    }
  }
  for (std::uint64_t i = 1; i <= 1'000; ++i) {
    const auto [slot, is_new] = table.insert({~std::uint64_t{0}, i << 24U});
    ASSERT_FALSE(is_new);
    ASSERT_EQ(table.value(slot), i);
  }
}

TEST(FingerprintTable, ForgetsAllStates) {
  FingerprintTable table({.value_bytes = 4});
  for (std::uint32_t i = 0; i < 10'000; ++i) table.set_value(table.insert(numbered(i)).first, ~0U);
  table.clear();
  EXPECT_EQ(table.size(), 0U);
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const auto [slot, is_new] = table.insert(numbered(i));
    ASSERT_TRUE(is_new);
    ASSERT_EQ(table.value(slot), 0U);
  }
}

TEST(FingerprintTable, TakesTheStateThatIsZero) {
  FingerprintTable table({});
  EXPECT_TRUE(table.insert({}).second);
  EXPECT_FALSE(table.insert({}).second);
}

TEST(FingerprintTable, StopsAtItsBound) {
  FingerprintTable table({.bytes_max = 100'000, .value_bytes = 4});
  EXPECT_THROW(
      {
        for (std::uint64_t i = 0; i < 10'000; ++i) table.insert(numbered(i));
      },
      TableFull);
  EXPECT_LE(table.bytes(), 100'000U);
  EXPECT_GT(table.size(), 4'000U);
}

double most_bytes_a_state(std::size_t value_bytes) {
  FingerprintTable table({.value_bytes = value_bytes});
  double most = 0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    table.insert(numbered(i));
    if (i < 10'000) continue;
    most = std::max(most, static_cast<double>(table.bytes()) / static_cast<double>(i + 1));
  }
  return most;
}

TEST(FingerprintTable, NeedsFewBytesAState) {
  EXPECT_LT(most_bytes_a_state(0), 19);
  EXPECT_LT(most_bytes_a_state(StoredSleep::number_bytes), 23);
}

TEST(StatesSeen, MayHaveMissedAStateByTheBitsThatAreKept) {
  StatesSeen seen;
  seen.distinct = 1U << 20U;
  EXPECT_EQ(seen.chance_of_omission(), std::ldexp(1.0, 40 - 105));  // 104 bits of a fingerprint
}

}  // namespace
}  // namespace harrier
