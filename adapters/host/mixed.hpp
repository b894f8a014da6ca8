// Numbers that name things by where they come from.
#pragma once

#include <cstdint>

namespace harrier::host {

/// Mixes two numbers into a name.
constexpr std::uint64_t mixed(std::uint64_t name, std::uint64_t value) {
  std::uint64_t z = name + value * 0x9E37'79B9'7F4A'7C15U + 0x9E37'79B9'7F4A'7C15U;
  z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9U;
  z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBU;
  return z ^ (z >> 31);
}

}  // namespace harrier::host
