// How many classes an execution that was drawn at random speaks for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// Knuth's estimator for classes instead of leaves.
///
/// Knuth: Estimating the Efficiency of Backtrack Programs, 1975: of a leaf that is drawn with the
/// probability p, 1 / p is an unbiased estimate of the number of leaves. A class has many
/// executions, so each of them is given a share q of it, and the shares of a class add up to one:
/// then q / p is an unbiased estimate of the number of classes. The share is the probability with
/// which the execution comes out when the class is put in order at random: an actor is drawn among
/// those that can go on, then one of its events that can come next. All of that can be read off the
/// execution itself.
///
/// Where nothing races, q is p and every execution says 1. No tree of a search is needed, whose
/// branches race reversal does not know before it has explored the others.
class ClassWeight {
 public:
  /// Returns the natural logarithm of q. `ready_after` is that of ClassNames.
  double log_share(const Trace& trace, std::span<const std::uint32_t> ready_after);

 private:
  std::vector<std::uint32_t> begins_;   ///< per prefix, of what is ready after it
  std::vector<std::uint32_t> events_;   ///< by the prefix they are ready after
  std::vector<std::uint32_t> waiting_;  ///< per actor, its events that can come next
};

}  // namespace harrier
