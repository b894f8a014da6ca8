// How much is left of what may be spent on a violation.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <limits>

#include "harrier/explain.hpp"

namespace harrier {

/// Ends with the time that was spent, with the steps that were executed, or with an interruption.
/// Where the steps end it, the same is found again whatever the machine does beside. Of the time it
/// is that of the processor which counts, up to a point: others may be busy on the machine.
class Budget {
 public:
  Budget(const Effort& effort, const std::atomic<bool>* interrupt)
      : seconds_max_(effort.seconds_max),
        steps_(effort.steps_max != 0 ? effort.steps_max
                                     : std::numeric_limits<std::uint64_t>::max()),
        steps_left_(steps_),
        interrupt_(interrupt) {}

  void spend(std::uint64_t steps) { steps_left_ -= std::min(steps, steps_left_); }
  std::uint64_t steps_left() const { return steps_left_; }
  double seconds_left() const {
    constexpr double wall_share = 3;
    const double wall = std::chrono::duration<double>(Wall::now() - begin_).count();
    return std::max(0.0, std::min(seconds_max_ - (processor_seconds() - processor_begin_),
                                  seconds_max_ - wall / wall_share));
  }
  /// Tells whether half of it is gone, for what is to leave something to others.
  bool is_half_over() const {
    return steps_left_ <= steps_ / 2 || is_over() || seconds_left() < seconds_max_ / 2;
  }
  bool is_over() const {
    return steps_left_ == 0 || (interrupt_ != nullptr && interrupt_->load()) || seconds_left() <= 0;
  }

 private:
  using Wall = std::chrono::steady_clock;

  static double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

  const double seconds_max_;
  const Wall::time_point begin_ = Wall::now();
  const double processor_begin_ = processor_seconds();
  const std::uint64_t steps_;
  std::uint64_t steps_left_;
  const std::atomic<bool>* const interrupt_;
};

}  // namespace harrier
