// Shows a comparison as a table and as comma-separated values.
#include "tools/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace harrier::tools {

namespace {

constexpr std::size_t column_count = 6;
using Row = std::array<std::string, column_count>;
constexpr std::size_t text_columns = 2;  ///< the first ones, which line up at the left

Row row_of(const Cell& cell) {
  const std::string at_least = cell.complete ? "" : "> ";
  return {cell.name(),
          cell.order,
          at_least + base::grouped(cell.executions),
          at_least + base::grouped(cell.blocked),
          at_least + base::grouped(cell.steps),
          cell.complete ? base::seconds_text(cell.seconds) : "stopped"};
}

}  // namespace

std::string table_text(const std::vector<Cell>& cells) {
  std::vector<Row> rows{{"reduction", "order", "executions", "blocked", "steps", "time"}};
  for (const Cell& cell : cells) rows.push_back(row_of(cell));
  std::array<std::size_t, column_count> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < column_count; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  const std::string* above = nullptr;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < column_count; ++i) {
      const bool repeated = i == 0 && above != nullptr && *above == row[0];
      const std::string shown = repeated ? "" : row[i];
      const std::string space(widths[i] - shown.size(), ' ');
      line += (i == 0 ? "" : "  ") + (i < text_columns ? shown + space : space + shown);
    }
    text += line + '\n';
    above = row.data();
  }
  return text;
}

std::string csv_text(const std::vector<Cell>& cells) {
  std::string text = "reduction,sleep,order,complete,executions,blocked,steps,seconds\n";
  for (const Cell& cell : cells) {
    text += fmt::format("{},{},{},{},{},{},{},{:f}\n", cell.reduction, cell.sleep ? "yes" : "no",
                        cell.order, cell.complete ? "yes" : "no", cell.executions, cell.blocked,
                        cell.steps, cell.seconds);
  }
  return text;
}

}  // namespace harrier::tools
