// Two executions that begin alike, beside each other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harrier/report.hpp"

namespace harrier::report_detail {

/// One of the two: its steps, and which of them matter; empty where all do.
struct Side {
  std::string title;
  const std::vector<StepText>& steps;
  std::vector<bool> matters = {};
};

/// Shows both, the first step that differs marked. The steps they have in common are folded but for
/// the last ones, and so are those that do not matter.
std::string side_by_side(const Side& left, const Side& right, std::size_t common,
                         const ReportOptions& options);

}  // namespace harrier::report_detail
