// A hash of 128 bits that stands for a state, or a part of one.
#pragma once

#include <compare>
#include <cstdint>

namespace harrier {

/// Two states are taken for one where their fingerprints are equal.
struct Fingerprint {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend constexpr auto operator<=>(const Fingerprint&, const Fingerprint&) = default;

  /// Takes one more word into account; the order of words counts.
  constexpr void add(std::uint64_t word) {
    high = folded(high ^ word ^ 0x9E37'79B9'7F4A'7C15U, word + 0xD6E8'FEB8'6659'FD93U);
    low = folded(low + word + 0xBF58'476D'1CE4'E5B9U, low ^ 0x94D0'49BB'1331'11EBU) ^ high;
  }
  constexpr void add(const Fingerprint& other) {
    add(other.high);
    add(other.low);
  }
  /// Sums stand for bags: the order of what is added does not count, how often does.
  constexpr Fingerprint& operator+=(const Fingerprint& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  constexpr Fingerprint& operator-=(const Fingerprint& other) {
    low -= other.low;
    high -= other.high;
    return *this;
  }

 private:
  /// Multiplies and folds the product; neither factor is to be 0.
  static constexpr std::uint64_t folded(std::uint64_t first, std::uint64_t second) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(first | 1U) * (second | 1U);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }
};

}  // namespace harrier
