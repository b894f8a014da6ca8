// Where the columns of a sequence diagram stand and how long its labels may be.
#include "report/layout.hpp"

#include <algorithm>

namespace harrier::report_detail {

namespace {

constexpr std::size_t label_width_min = 8;
// Columns around a label: `├─ label ─▶│`, `•─ label ─▶│` after a blank, `│◀╯ label` before one.
constexpr std::size_t around_arrow = 6;
constexpr std::size_t around_setup_arrow = 7;
constexpr std::size_t around_own_arrow = 5;
constexpr std::size_t between_headers = 2;

std::size_t label_width(const Arrow& arrow, std::size_t label_width_max) {
  return std::min(arrow.width, label_width_max);
}

/// The widths between neighbouring lifelines; gaps[0] is left of the first, gaps.back() right of
/// the last.
class Gaps {
 public:
  Gaps(const LayoutRequest& request, std::size_t label_width_max)
      : gaps_(request.header_widths.size() + 1, 0) {
    fit_headers(request.header_widths);
    for (const Arrow& arrow : request.arrows) {
      const std::size_t width = label_width(arrow, label_width_max);
      if (!arrow.from) {
        widen(arrow.to, arrow.to, width + around_setup_arrow);
      } else if (arrow.to_itself()) {
        widen(arrow.to + 1, arrow.to + 1, width + around_own_arrow);
      }
    }
    // Arrows over few columns first: what they need is there already for the longer ones.
    for (std::size_t reach = 1; reach < gaps_.size(); ++reach) {
      for (const Arrow& arrow : request.arrows) {
        if (!arrow.from || arrow.to_itself()) continue;
        const auto [low, high] = std::minmax(*arrow.from, arrow.to);
        if (high - low == reach) {
          widen(low + 1, high, label_width(arrow, label_width_max) + around_arrow);
        }
      }
    }
  }

  const std::vector<std::size_t>& widths() const { return gaps_; }

 private:
  void fit_headers(const std::vector<std::size_t>& headers) {
    for (std::size_t i = 0; i <= headers.size(); ++i) {
      const std::size_t before = i == 0 ? 0 : (headers[i - 1] + 1) / 2;
      const std::size_t after = i == headers.size() ? 0 : headers[i] / 2 + 1;
      const bool inner = i > 0 && i < headers.size();
      gaps_[i] = before + after + (inner ? between_headers : 0);
    }
  }

  /// Makes the gaps [first, last] together at least so wide, one after the other in turn.
  void widen(std::size_t first, std::size_t last, std::size_t width) {
    std::size_t total = 0;
    for (std::size_t i = first; i <= last; ++i) total += gaps_[i];
    for (std::size_t i = first; total < width; i = i == last ? first : i + 1, ++total) ++gaps_[i];
  }

  std::vector<std::size_t> gaps_;
};

}  // namespace

std::optional<Layout> lay_out(const LayoutRequest& request) {
  std::size_t longest = label_width_min;
  for (const Arrow& arrow : request.arrows) longest = std::max(longest, arrow.width);
  if (!request.cuts && longest > request.width) return std::nullopt;
  // A label longer than the page would only make the search for the right width longer.
  longest = std::min(longest, std::max(request.width, label_width_min));

  const std::size_t shortest = request.cuts ? label_width_min : longest;
  for (std::size_t label_max = longest; label_max >= shortest; --label_max) {
    const Gaps gaps(request, label_max);
    Layout layout;
    layout.label_width_max = label_max;
    std::size_t column = request.left;
    for (std::size_t i = 0; i + 1 < gaps.widths().size(); ++i) {
      column += gaps.widths()[i];
      layout.lifelines.push_back(column);
    }
    layout.notes = column + std::max<std::size_t>(gaps.widths().back(), 2) + 1;
    if (layout.notes + request.notes_width <= request.width) return layout;
  }
  return std::nullopt;
}

}  // namespace harrier::report_detail
