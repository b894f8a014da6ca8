// States that were met, with what slept in them.
#include "states/met_states.hpp"

#include <gtest/gtest.h>

#include <array>

namespace harrier {
namespace {

/// Meets states, each with a set of eight contents, until there is no room; returns how many.
std::uint64_t meet_until_full(MetStates& states, bool same_sets) {
  std::vector<std::uint64_t> slept;
  for (std::uint64_t i = 1; i < 100'000; ++i) {
    std::array<std::uint64_t, 8> asleep{};
    for (std::uint64_t j = 0; j < 8; ++j) asleep[j] = same_sets ? j : 8 * i + j;
    try {
      // States far from each other, as fingerprints are.
      states.meet({i * 0x9e3779b97f4a7c15ULL, i}, asleep, slept);
    } catch (const TableFull&) {
      return i - 1;
    }
  }
  return 0;
}

// 16 bytes for a slot; 64 for the contents of a set and 72 for what holds it.
TEST(MetStates, SetsThatSleepTakeRoomAsStatesDo) {
  MetStates states({.bytes_max = 100'000, .keeps_sleep = true});
  EXPECT_EQ(meet_until_full(states, false), 100'000 / (16 + 64 + 72));
}

TEST(MetStates, OneSetIsKeptOnce) {
  MetStates states({.bytes_max = 100'000, .keeps_sleep = true});
  EXPECT_GT(meet_until_full(states, true), 100'000 * 8 / 10 / 16);
}

}  // namespace
}  // namespace harrier
