// Prefers messages at random, the same way each time for one seed.
#pragma once

#include <cstdint>
#include <utility>

#include "order/order.hpp"

namespace harrier {

class Random final : public Order {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  void sort(Program&, const Trace&, std::span<MessageId> enabled) override {
    for (std::size_t i = enabled.size(); i > 1; --i) std::swap(enabled[i - 1], enabled[below(i)]);
  }

 private:
  /// splitmix64; the bias of the remainder does not matter here.
  std::size_t below(std::size_t bound) {
    std::uint64_t z = state_ += 0x9E37'79B9'7F4A'7C15U;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9U;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBU;
    return (z ^ (z >> 31)) % bound;
  }

  std::uint64_t state_;
};

}  // namespace harrier
