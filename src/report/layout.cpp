// Where the columns of a sequence diagram stand and how long its labels may be.
#include "report/layout.hpp"

#include <algorithm>

#include "report/canvas.hpp"

namespace harrier::report_detail {

namespace {

constexpr std::size_t label_width_min = 8;
// A label that is broken into rows is not narrower, and has no more of them.
constexpr std::size_t wrapped_width_min = 16;
constexpr std::size_t label_lines_max = 6;
// Columns around a label: `├─ label ─▶│`, `•─ label ─▶│` after a blank, `│◀╯ label` before one.
constexpr std::size_t around_arrow = 6;
constexpr std::size_t around_setup_arrow = 7;
constexpr std::size_t around_own_arrow = 5;
constexpr std::size_t between_headers = 2;

/// How a label looks that does not fit into one row.
struct LabelForm {
  std::size_t width_max = 0;
  bool wraps = false;
};

std::vector<std::string> label_parts(const Arrow& arrow, const LabelForm& form) {
  return wrapped(arrow.label, form.width_max);
}

std::size_t label_width(const Arrow& arrow, const LabelForm& form) {
  if (arrow.width <= form.width_max) return arrow.width;
  if (!form.wraps) return form.width_max;
  std::size_t width = 0;
  for (const std::string& line : label_parts(arrow, form)) {
    width = std::max(width, display_width(line));
  }
  return width;
}

/// Tells whether a label can be broken between its words, and does not become too high.
bool can_wrap(const Arrow& arrow, const LabelForm& form) {
  if (arrow.width <= form.width_max) return true;
  if (label_parts(arrow, form).size() > label_lines_max) return false;
  for (std::string_view rest = arrow.label; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (display_width(rest.substr(0, end)) > form.width_max) return false;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return true;
}

/// The widths between neighbouring lifelines; gaps[0] is left of the first, gaps.back() right of
/// the last.
class Gaps {
 public:
  Gaps(const LayoutRequest& request, const LabelForm& form)
      : gaps_(request.header_widths.size() + 1, 0) {
    fit_headers(request.header_widths);
    for (const Arrow& arrow : request.arrows) {
      const std::size_t width = label_width(arrow, form);
      if (arrow.is_bar()) {
        // Its label hides none of those who meet.
        widen(arrow.low() + 1, arrow.low() + 1, width + around_arrow);
      } else if (!arrow.from) {
        widen(arrow.to, arrow.to, width + around_setup_arrow);
      } else if (arrow.to_itself()) {
        widen(arrow.to + 1, arrow.to + 1, width + around_own_arrow);
      }
    }
    // Arrows over few columns first: what they need is there already for the longer ones.
    for (std::size_t reach = 1; reach < gaps_.size(); ++reach) {
      for (const Arrow& arrow : request.arrows) {
        if (!arrow.is_bar() && arrow.high() - arrow.low() == reach) {
          widen(arrow.low() + 1, arrow.high(), label_width(arrow, form) + around_arrow);
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

std::optional<Layout> lay_out_with(const LayoutRequest& request, const LabelForm& form) {
  const Gaps gaps(request, form);
  Layout layout;
  layout.label_width_max = form.width_max;
  layout.wraps = form.wraps;
  std::size_t column = request.left;
  for (std::size_t i = 0; i + 1 < gaps.widths().size(); ++i) {
    column += gaps.widths()[i];
    layout.lifelines.push_back(column);
  }
  layout.notes = column + std::max<std::size_t>(gaps.widths().back(), 2) + 1;
  if (layout.notes + request.notes_width > request.width) return std::nullopt;
  return layout;
}

}  // namespace

std::vector<std::string> label_lines(const Arrow& arrow, const Layout& layout, bool unicode) {
  const LabelForm form{layout.label_width_max, layout.wraps};
  if (layout.wraps) return label_parts(arrow, form);
  return {cut_to(arrow.label, form.width_max, unicode)};
}

std::optional<Layout> lay_out(const LayoutRequest& request) {
  std::size_t longest = label_width_min;
  for (const Arrow& arrow : request.arrows) longest = std::max(longest, arrow.width);
  // A label longer than the page would only make the search for the right width longer.
  const std::size_t widest = std::min(longest, std::max(request.width, label_width_min));
  for (LabelForm form{widest, true}; form.width_max >= std::min(widest, wrapped_width_min);
       --form.width_max) {
    const bool can_all = std::ranges::all_of(
        request.arrows, [&](const Arrow& arrow) { return can_wrap(arrow, form); });
    if (!can_all) break;  // the less where they are narrower
    if (const auto layout = lay_out_with(request, form)) return layout;
  }
  if (!request.cuts) return std::nullopt;
  for (LabelForm form{widest, false}; form.width_max >= label_width_min; --form.width_max) {
    if (const auto layout = lay_out_with(request, form)) return layout;
  }
  return std::nullopt;
}

}  // namespace harrier::report_detail
