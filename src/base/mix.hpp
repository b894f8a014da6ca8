// Mixes numbers into hashes.
#pragma once

#include <cstdint>

namespace harrier {

/// The finaliser of splitmix64; the factor keeps (a, b) and (b, a) apart.
constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t z = seed * 0xD6E8'FEB8'6659'FD93U + value + 0x9E37'79B9'7F4A'7C15U;
  z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9U;
  z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBU;
  return z ^ (z >> 31);
}

}  // namespace harrier
