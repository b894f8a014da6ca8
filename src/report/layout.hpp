// Where the columns of a sequence diagram stand and how long its labels may be.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace harrier::report_detail {

/// One arrow, by columns; `from` is none for a message of the set-up.
struct Arrow {
  std::optional<std::size_t> from;
  std::size_t to = 0;
  std::string label;      ///< printable
  std::size_t width = 0;  ///< of the label

  bool to_itself() const { return from && *from == to; }
};

/// Columns of the page: lifelines, and where notes begin.
struct Layout {
  std::vector<std::size_t> lifelines;
  std::size_t notes = 0;
  std::size_t label_width_max = 0;
};

/// Places the lifelines so that every header and label fits; labels are cut, not below
/// `label_width_min`, when the page is narrow and they may be. None where even that does not fit.
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
