// How far an exploration is that several threads or processes share.
#pragma once

#include "explore/estimate.hpp"
#include "harrier/check.hpp"
#include "reduction/shared_tree.hpp"

namespace harrier {

/// `Sums` are those of all who explore, as far as they have told.
template <class Sums>
Progress shared_progress(const Sums& sums, const SharedTree& tree, double seconds) {
  const SharedTree::Extent extent = tree.extent();
  return {.executions = sums.executions,
          .blocked = sums.blocked,
          .steps = sums.steps,
          .depth = sums.depth_max,
          .seconds = seconds,
          .explored = extent.share,
          .estimate = expected_executions(sums.executions, extent.share, extent.executions)};
}

}  // namespace harrier
