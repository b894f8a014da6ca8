// What was found must be told before the process ends, should an execution that is only tried end
// it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace harrier {

struct ExplainOptions;

namespace detail {

/// Returns after how many seconds of the clock something does not return that is tried for one of
/// so many violations.
double lost_after_seconds(const ExplainOptions& how, std::size_t violations);

/// Calls back, once, where the program crashes by a signal while this lives, or does not return for
/// so many seconds (0: however long); after that the process ends as it would have, or with status
/// 1. One lives at a time.
class LostGuard {
 public:
  LostGuard(std::function<void()> on_lost, double seconds_max);
  LostGuard(const LostGuard&) = delete;
  LostGuard& operator=(const LostGuard&) = delete;
  ~LostGuard();

 private:
  class Clock;
  std::unique_ptr<Clock> clock_;
};

}  // namespace detail

}  // namespace harrier
