// Reductions and orders compared on one program, and the ways to show that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace harrier::tools {

/// One exploration of a comparison.
struct Cell {
  std::string reduction;
  bool sleep = false;
  std::string order;
  bool complete = false;
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t steps = 0;
  double seconds = 0;

  /// Names the reduction with its sleep sets: `persistent+sleep`.
  std::string name() const { return reduction + (sleep ? "+sleep" : ""); }
};

/// Shows the cells as a table for a terminal. What was stopped shows how far it came.
std::string table_text(const std::vector<Cell>& cells);
/// Shows the cells as comma-separated values, the first line being the names of the columns.
std::string csv_text(const std::vector<Cell>& cells);
/// Draws the executions of the cells as bars, one group for each reduction and one bar for each
/// order, on a logarithmic scale. `title` says what was explored.
std::string plot_svg(const std::vector<Cell>& cells, const std::string& title);

}  // namespace harrier::tools
