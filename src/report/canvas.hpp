// Text that is drawn cell by cell: display widths, styles, rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace harrier::report_detail {

/// How a piece of text stands out on a terminal with colours.
enum class Style : std::uint8_t { plain, dim, strong, good, bad, notice };

/// Returns the text in a style, as escape codes when `color` is set.
std::string styled(std::string_view text, Style style, bool color);

/// Makes text safe to show: control characters and broken UTF-8 as escapes (`\n`, `\xff`); without
/// `unicode` everything beyond ASCII too.
std::string printable(std::string_view text, bool unicode);

/// Counts the columns that printable text takes.
std::size_t display_width(std::string_view text);

/// Cuts printable text to a width: an ellipsis replaces a part of its middle, because both ends of
/// a message tell more than one of them.
std::string cut_to(std::string_view text, std::size_t width, bool unicode);

/// Pads printable text with blanks to a width.
std::string padded(std::string_view text, std::size_t width);

/// Breaks printable text into lines of at most a width, at blanks where there are any.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// One line of a drawing.
class Row {
 public:
  /// Puts text at a column, over what is there.
  void put(std::size_t column, std::string_view text, Style style = Style::plain);
  /// Repeats a glyph of one column over [begin, end).
  void fill(std::size_t begin, std::size_t end, std::string_view glyph, Style style = Style::plain);
  /// Returns the line without trailing blanks.
  std::string text(bool color) const;

 private:
  struct Cell {
    std::string glyph = " ";  ///< empty for the right half of a wide glyph
    Style style = Style::plain;
  };
  std::vector<Cell> cells_;
};

}  // namespace harrier::report_detail
