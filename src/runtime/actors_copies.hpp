// Whether an actor is kept by copy or is run through its past again, where that is cheaper.
#pragma once

#include <chrono>
#include <unordered_map>

#include "harrier/detail/types.hpp"

namespace harrier::detail {

/// Tells whether this process has found that the actors of a type take long to copy.
bool is_dear_to_copy(const ActorType& type);

/// Measures the first steps of a program: how long their actors take to copy, and to run.
class CopyCosts {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  /// Returns the time while steps are measured.
  Time now() const { return steps_left_ == 0 ? Time() : Clock::now(); }
  /// Takes note of a step: when it began, had its actor copied, and had run. Throws StartAgain once
  /// an actor's whole past runs faster than it is copied once, and copying has taken long enough.
  void add(const ActorType& type, Time begin, Time copied) {
    if (steps_left_ != 0) measure(type, begin, copied);
  }

 private:
  struct Spent {
    std::chrono::duration<double> one_copy{0};  ///< the fastest
    std::chrono::duration<double> running{0};   ///< all steps
    std::size_t steps = 0;
  };

  void measure(const ActorType& type, Time begin, Time copied);

  std::size_t steps_left_ = 1'000;
  std::unordered_map<const ActorType*, Spent> spent_;
};

}  // namespace harrier::detail
