// Java's random numbers, so that a subject works on the very values its original works on.
#pragma once

#include <cstdint>
#include <vector>

namespace subjects {

/// Gives the numbers of `java.util.Random` with the same seed.
class JavaRandom {
 public:
  explicit JavaRandom(std::int64_t seed)
      : state_((static_cast<std::uint64_t>(seed) ^ multiplier) & mask) {}

  /// Returns a number from 0 to bound - 1.
  int next_int(int bound) {
    if ((bound & -bound) == bound) return static_cast<int>((std::int64_t{bound} * next_31()) >> 31);
    std::int64_t bits = 0;
    std::int64_t value = 0;
    do {
      bits = next_31();
      value = bits % bound;
    } while (bits - value + (bound - 1) > INT32_MAX);
    return static_cast<int>(value);
  }

  /// Returns `count` numbers from 0 to bound - 1.
  std::vector<int> next_ints(int count, int bound) {
    std::vector<int> values;
    for (int i = 0; i < count; ++i) values.push_back(next_int(bound));
    return values;
  }

 private:
  static constexpr std::uint64_t multiplier = 0x5DEECE66D;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;

  std::int64_t next_31() {
    state_ = (state_ * multiplier + 0xB) & mask;
    return static_cast<std::int64_t>(state_ >> 17);
  }

  std::uint64_t state_;
};

}  // namespace subjects
