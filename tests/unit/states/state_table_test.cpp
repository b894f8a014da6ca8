// The table of states.
#include "states/state_table.hpp"

#include <gmock/gmock.h>

namespace harrier {
namespace {

Fingerprint numbered(std::uint64_t number) {
  Fingerprint state;
  state.add(number);
  return state;
}

TEST(FingerprintTable, KnowsWhatItWasGivenHoweverMuchItGrows) {
  FingerprintTable<std::uint32_t> table;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    const auto [value, is_new] = table.insert(numbered(i));
    ASSERT_TRUE(is_new) << i;
    *value = i;
  }
  EXPECT_EQ(table.size(), 50'000U);
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    const auto [value, is_new] = table.insert(numbered(i));
    ASSERT_FALSE(is_new) << i;
    ASSERT_EQ(*value, i);
  }
}

TEST(FingerprintTable, TakesTheStateThatIsZero) {
  FingerprintTable<std::uint32_t> table;
  EXPECT_TRUE(table.insert({}).second);
  EXPECT_FALSE(table.insert({}).second);
}

TEST(FingerprintTable, StopsAtItsBound) {
  FingerprintTable<std::uint32_t> table(100'000);
  EXPECT_THROW(
      {
        for (std::uint64_t i = 0; i < 10'000; ++i) table.insert(numbered(i));
      },
      TableFull);
  EXPECT_LE(table.bytes(), 100'000U);
  EXPECT_GT(table.size(), 4'000U);
}

template <class Value>
double most_bytes_a_state() {
  FingerprintTable<Value> table;
  double most = 0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    table.insert(numbered(i));
    if (i < 10'000) continue;
    most = std::max(most, static_cast<double>(table.bytes()) / static_cast<double>(i + 1));
  }
  return most;
}

TEST(FingerprintTable, NeedsFewBytesAState) {
  struct Nothing {};
  EXPECT_LT(most_bytes_a_state<Nothing>(), 24);
  EXPECT_LT(most_bytes_a_state<std::uint32_t>(), 29);
}

}  // namespace
}  // namespace harrier
