// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

#include "base/mix.hpp"

namespace harrier {

/// Draws numbers one after the other; the same ones for the same seed and stream.
class Draw {
 public:
  explicit Draw(std::uint64_t seed = 0, std::uint64_t stream = 0) : state_(mix(seed, stream)) {}

  std::uint64_t next() { return mix(state_, ++count_); }
  /// Draws one of 0 … count - 1, of at most 2^32 values. None is more likely than another by more
  /// than count / 2^32.
  std::uint64_t below(std::uint64_t count) { return ((next() >> 32U) * count) >> 32U; }
  /// Draws from [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
  std::uint64_t count_ = 0;
};

}  // namespace harrier
