// Where the columns of a sequence diagram stand and how long its labels may be.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace harrier::report_detail {

/// One arrow, by columns; `from` is none for a message of the set-up. A bar joins the lifelines of
/// those who meet instead.
struct Arrow {
  std::optional<std::size_t> from;
  std::size_t to = 0;
  std::vector<std::size_t> joined = {};  ///< ascending; empty where it is an arrow
  std::string label;                     ///< printable
  std::size_t width = 0;                 ///< of the label

  bool is_bar() const { return joined.size() > 1; }
  bool to_itself() const { return !is_bar() && from && *from == to; }
  std::size_t low() const { return is_bar() ? joined.front() : std::min(from.value_or(to), to); }
  std::size_t high() const { return is_bar() ? joined.back() : std::max(from.value_or(to), to); }
};

/// Columns of the page: lifelines, and where notes begin.
struct Layout {
  std::vector<std::size_t> lifelines;
  std::size_t notes = 0;
  std::size_t label_width_max = 0;
  bool wraps = false;  ///< longer labels go on in the next row; otherwise they are cut
};

/// Returns the lines of a label in a layout.
std::vector<std::string> label_lines(const Arrow& arrow, const Layout& layout, bool unicode);

/// Places the lifelines so that every header and label fits. When the page is narrow labels take
/// several rows, and where they would take too many they are cut, if they may be. None where even
/// that does not fit.
struct LayoutRequest {
  const std::vector<std::size_t>& header_widths;
  const std::vector<Arrow>& arrows;
  std::size_t left = 0;   ///< columns taken by the step numbers
  std::size_t width = 0;  ///< columns of the page
  std::size_t notes_width = 0;
  bool cuts = false;  ///< labels may be cut
};
std::optional<Layout> lay_out(const LayoutRequest& request);

}  // namespace harrier::report_detail
