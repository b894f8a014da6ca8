// Draws a comparison as bars.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/markup.hpp"
#include "base/text.hpp"
#include "tools/comparison.hpp"

namespace harrier::tools {

namespace {

constexpr int left = 70;
constexpr int top = 60;
constexpr int plot_height = 260;
constexpr int bar_width = 16;
constexpr int group_gap = 28;
constexpr int bottom = 120;
constexpr int plot_width_min = 420;

/// Colours that people with any kind of sight can tell apart (Okabe and Ito), then greys.
constexpr std::array<std::string_view, 11> colours = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                      "#56b4e9", "#d55e00", "#f0e442", "#000000",
                                                      "#666666", "#999999", "#cccccc"};

std::string rectangle(int x, int y, int width, int height, std::string_view style) {
  return fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" {})", x, y, width, height,
                     style);
}

std::string label(int x, int y, std::string_view text, std::string_view style = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", x, y, style,
                     base::escaped_markup(text));
}

std::vector<std::string> distinct(const std::vector<Cell>& cells,
                                  std::string (*name)(const Cell&)) {
  std::vector<std::string> names;
  for (const Cell& cell : cells) {
    if (std::ranges::find(names, name(cell)) == names.end()) names.push_back(name(cell));
  }
  return names;
}

/// Draws one group of bars for each reduction, on a scale of powers of ten.
class Plot {
 public:
  explicit Plot(const std::vector<Cell>& cells)
      : cells_(cells),
        groups_(distinct(cells, [](const Cell& cell) { return cell.name(); })),
        orders_(distinct(cells, [](const Cell& cell) { return cell.order; })) {
    std::uint64_t most = 1;
    for (const Cell& cell : cells) most = std::max(most, cell.executions);
    while (std::pow(10.0, decades_) < static_cast<double>(most)) ++decades_;
  }

  std::string svg(const std::string& title) const {
    const int width =
        std::max(plot_width_min, left + static_cast<int>(groups_.size()) * group_width());
    const int height = top + plot_height + bottom;
    std::string text =
        fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" )"
                    "font-family=\"sans-serif\" font-size=\"12\">\n",
                    width, height);
    text += rectangle(0, 0, width, height, "fill=\"white\"/>\n");
    text += label(left, 22, title, "font-size=\"15\"");
    text += legend() + scale(width);
    for (std::size_t group = 0; group < groups_.size(); ++group) text += bars_of(group);
    return text + "</svg>\n";
  }

 private:
  int group_width() const { return static_cast<int>(orders_.size()) * bar_width + group_gap; }

  int bar_height(std::uint64_t count) const {
    // Even a single execution is a bar that can be seen.
    const double log = std::log10(static_cast<double>(std::max<std::uint64_t>(count, 1)));
    return 2 + static_cast<int>(std::lround(log / decades_ * (plot_height - 2)));
  }

  std::string legend() const {
    std::string text;
    int x = left;
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      text += rectangle(x, 34, 10, 10, fmt::format("fill=\"{}\"/>\n", colour(i)));
      text += label(x + 14, 43, orders_[i]);
      x += 30 + 8 * static_cast<int>(orders_[i].size());
    }
    return text;
  }

  std::string scale(int width) const {
    std::string text;
    std::uint64_t value = 1;
    for (int decade = 0; decade <= decades_; ++decade, value *= 10) {
      const int y = top + plot_height - bar_height(value);
      text += rectangle(left, y, width - left, 1, "fill=\"#dddddd\"/>\n");
      text += label(left - 6, y + 4, base::grouped(value), "text-anchor=\"end\"");
    }
    return text;
  }

  std::string bars_of(std::size_t group) const {
    std::string text;
    const int begin = left + group_gap / 2 + static_cast<int>(group) * group_width();
    for (const Cell& cell : cells_) {
      if (cell.name() != groups_[group]) continue;
      const auto order =
          static_cast<std::size_t>(std::ranges::find(orders_, cell.order) - orders_.begin());
      const int height = bar_height(cell.executions);
      const std::string stopped =
          cell.complete ? "" : " fill-opacity=\"0.35\" stroke=\"black\" stroke-dasharray=\"3 2\"";
      text +=
          rectangle(begin + static_cast<int>(order) * bar_width, top + plot_height - height,
                    bar_width - 2, height, fmt::format("fill=\"{}\"{}>", colour(order), stopped));
      text += fmt::format("<title>{}, {}: {}{}</title></rect>\n", base::escaped_markup(cell.name()),
                          base::escaped_markup(cell.order), cell.complete ? "" : "stopped after ",
                          base::counted(cell.executions, "execution"));
    }
    const int x = begin + group_width() / 2 - group_gap / 2;
    const int y = top + plot_height + 16;
    return text + label(x, y, groups_[group],
                        fmt::format("text-anchor=\"end\" transform=\"rotate(-35 {} {})\"", x, y));
  }

  static std::string_view colour(std::size_t order) { return colours[order % colours.size()]; }

  const std::vector<Cell>& cells_;
  std::vector<std::string> groups_;
  std::vector<std::string> orders_;
  int decades_ = 1;
};

}  // namespace

std::string plot_svg(const std::vector<Cell>& cells, const std::string& title) {
  return Plot(cells).svg(title);
}

}  // namespace harrier::tools
