// Explorations that are made of several searches: bounds one after the other, a portfolio.
#pragma once

#include <functional>
#include <memory>

#include "explore/search.hpp"
#include "harrier/check.hpp"
#include "sampling/sampled.hpp"

namespace harrier {

/// How one search is made; some of its executions are looked at once more.
struct RunSearch {
  /// Makes one with these options and this reduction to its end, and shows its executions to an
  /// observer.
  std::function<CheckResult(const CheckOptions&, std::unique_ptr<Reduction>,
                            const Search::Observer&)>
      explore;
  /// Draws executions with these options.
  std::function<CheckResult(const CheckOptions&, std::unique_ptr<Sampled>)> draw;
};

/// Explores as CheckOptions::search says, which must not be empty.
CheckResult run_searches(const CheckOptions& options, const RunSearch& run);

}  // namespace harrier
