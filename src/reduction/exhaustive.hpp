// Explores every sequence of steps: no reduction, and the oracle for all of them.
#pragma once

#include <vector>

#include "harrier/schedule.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

/// Every enabled step in every state. Valid for any dependence; costs nothing per step.
class Exhaustive final : public Reduction {
 public:
  Coverage covers() const override { return Coverage::every_execution(); }
  std::uint64_t length_max() const override { return Schedule::steps_max; }
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State& state) override;
  std::optional<std::size_t> left(std::size_t node, std::size_t enabled) const override {
    return enabled - explored_[node];
  }
  bool is_movable() const override { return true; }
  StateWork take(const Taken& state) const override;
  void put(const State& state, const StateWork& work, const Step* onward) override;

 private:
  std::vector<std::uint32_t> explored_;  ///< per state, how many of its enabled steps
};

}  // namespace harrier
