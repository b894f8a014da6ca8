// Draws the arrows and bars of a sequence diagram.
#include "report/arrows.hpp"

#include <algorithm>

namespace harrier::report_detail {

namespace {

constexpr Glyphs unicode_glyphs = {"│", "─", "▶", "◀", "├", "┤", "┼", "•", "◀╯",
                                   "┬", "×", "✗", "⋮", "═", "╞", "╪", "╡"};
constexpr Glyphs ascii_glyphs = {"|", "-", ">", "<", "|", "|", "+", "*", "<'",
                                 "+", "x", "X", ":", "=", "|", "#", "|"};

}  // namespace

const Glyphs& glyphs_for(bool unicode) { return unicode ? unicode_glyphs : ascii_glyphs; }

std::size_t Arrows::draw(Row& row, const Arrow& arrow, std::size_t width, Style style) const {
  if (arrow.is_bar()) return draw_bar(row, arrow, width, style);
  if (arrow.to_itself()) return draw_own(row, arrow.to, style);
  if (!arrow.from) return draw_from_setup(row, arrow.to, width, style);
  return draw_message(row, *arrow.from, arrow.to, width, style);
}

std::size_t Arrows::draw_own(Row& row, std::size_t column, Style style) const {
  const std::size_t at = layout_.lifelines[column];
  row.put(at + 1, glyphs_.own, style);
  return at + 4;
}

std::size_t Arrows::draw_from_setup(Row& row, std::size_t column, std::size_t width,
                                    Style style) const {
  const std::size_t at = layout_.lifelines[column];
  const std::size_t begin = at - width - 6;
  row.put(begin, glyphs_.source, style);
  row.put(begin + 1, glyphs_.line, style);
  row.put(begin + 2, padded("", width + 2), style);
  row.put(at - 2, glyphs_.line, style);
  row.put(at - 1, glyphs_.right, style);
  return begin + 3;
}

std::size_t Arrows::draw_bar(Row& row, const Arrow& bar, std::size_t width, Style style) const {
  const std::size_t begin = layout_.lifelines[bar.low()];
  const std::size_t end = layout_.lifelines[bar.high()];
  row.fill(begin, end, glyphs_.bar, style);
  for (std::size_t i = bar.low(); i <= bar.high(); ++i) {
    const bool joined = std::ranges::find(bar.joined, i) != bar.joined.end();
    // A lifeline that has no part in it goes on in front.
    const std::string_view glyph = i == bar.low()    ? glyphs_.bar_begin
                                   : i == bar.high() ? glyphs_.bar_end
                                   : joined          ? glyphs_.bar_middle
                                   : alive_[i]       ? glyphs_.lifeline
                                                     : glyphs_.bar;
    row.put(layout_.lifelines[i], glyph, joined ? style : Style::dim);
  }
  const std::size_t at = label_place(bar.low(), bar.low() + 1, true, width + 2);
  row.put(at, padded("", width + 2), style);
  return at + 1;
}

std::size_t Arrows::draw_message(Row& row, std::size_t from, std::size_t to, std::size_t width,
                                 Style style) const {
  const bool rightwards = from < to;
  const auto [low, high] = std::minmax(from, to);
  const std::size_t begin = layout_.lifelines[low];
  const std::size_t end = layout_.lifelines[high];
  row.fill(begin + 1, end, glyphs_.line, style);
  for (std::size_t i = low + 1; i < high; ++i) {
    if (alive_[i]) row.put(layout_.lifelines[i], glyphs_.crossing, style);
  }
  const std::size_t at = label_place(low, high, rightwards, width + 2);
  row.put(at, padded("", width + 2), style);
  if (rightwards) {
    row.put(begin, alive_[from] ? glyphs_.leaves_right : glyphs_.source, style);
    row.put(end - 1, glyphs_.right, style);
  } else {
    row.put(end, alive_[from] ? glyphs_.leaves_left : glyphs_.source, style);
    row.put(begin + 1, glyphs_.left, style);
  }
  return at + 1;
}

/// Centres a label of so many columns: in a gap where it fits and hides no lifeline, the nearest
/// to the receiver, otherwise over the whole arrow.
std::size_t Arrows::label_place(std::size_t low, std::size_t high, bool rightwards,
                                std::size_t width) const {
  std::size_t begin = layout_.lifelines[low] + 1;
  std::size_t end = layout_.lifelines[high];
  for (std::size_t i = 0; i < high - low; ++i) {
    const std::size_t gap = rightwards ? high - 1 - i : low + i;
    const std::size_t gap_begin = layout_.lifelines[gap] + 1;
    const std::size_t gap_end = layout_.lifelines[gap + 1];
    constexpr std::size_t head_and_tail = 3;
    if (gap_end - gap_begin < width + head_and_tail) continue;
    begin = gap_begin;
    end = gap_end;
    break;
  }
  // The head takes one column more than the tail.
  if (rightwards) {
    --end;
  } else {
    ++begin;
  }
  return begin + (end - begin - std::min(width, end - begin)) / 2;
}

}  // namespace harrier::report_detail
