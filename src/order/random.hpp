// Prefers messages at random, the same way each time for one seed and one path.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/mix.hpp"
#include "order/order.hpp"

namespace harrier {

class Random final : public Order {
 public:
  explicit Random(std::uint64_t seed) : paths_{mix(seed, 0)} {}

  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    // What is known of the path before the last step stays true until that step is taken back.
    paths_.resize(std::min(paths_.size(), std::max<std::size_t>(trace.size(), 1)));
    for (std::size_t i = paths_.size() - 1; i < trace.size(); ++i) {
      std::uint64_t path = mix(paths_.back(), trace[i].message.value);
      for (const Choice& choice : trace.choices(i)) path = mix(path, choice.value);
      paths_.push_back(path);
    }
    std::uint64_t state = paths_.back();
    for (std::size_t i = enabled.size(); i > 1; --i) {
      state = mix(state, i);
      std::swap(enabled[i - 1], enabled[state % i]);  // the bias of the remainder does not matter
    }
  }

 private:
  std::vector<std::uint64_t> paths_;  ///< a number for each beginning of the path
};

}  // namespace harrier
