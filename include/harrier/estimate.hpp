// How large an exploration would be, before it is made.
#pragma once

#include <cstdint>

#include "harrier/check.hpp"

namespace harrier {

/// How long to probe.
struct EstimateOptions {
  std::uint64_t probes_max = 0;  ///< 0: no bound
  double seconds_max = 1;        ///< 0: no bound
};

/// Estimates how many classes of executions a program has, from executions drawn at random; says
/// nothing of violations. Takes dependence, delivery, seed, depth_max, step_seconds_max, interrupt
/// and on_hang from the options. Throws UsageError where neither bound is given.
Estimate estimate(const ProgramFactory& make, const CheckOptions& options,
                  const EstimateOptions& effort = {});

}  // namespace harrier
