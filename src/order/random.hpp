// Prefers messages at random, the same way each time for one seed and one path.
#pragma once

#include <cstdint>
#include <utility>

#include "base/mix.hpp"
#include "order/order.hpp"

namespace harrier {

class Random final : public Order {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}

  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    std::uint64_t state = mix(seed_, trace.path());
    for (std::size_t i = enabled.size(); i > 1; --i) {
      state = mix(state, i);
      std::swap(enabled[i - 1], enabled[state % i]);  // the bias of the remainder does not matter
    }
  }

 private:
  std::uint64_t seed_;
};

}  // namespace harrier
