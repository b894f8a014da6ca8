// Draws the arrows and bars of a sequence diagram.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "report/canvas.hpp"
#include "report/layout.hpp"

namespace harrier::report_detail {

/// What a diagram is drawn with.
struct Glyphs {
  std::string_view lifeline, line, right, left, leaves_right, leaves_left, crossing, source, own,
      created, ended, failed, gap, bar, bar_begin, bar_middle, bar_end;
};
const Glyphs& glyphs_for(bool unicode);

class Arrows {
 public:
  /// `alive` says which lifelines are there.
  Arrows(const Layout& layout, const Glyphs& glyphs, const std::vector<bool>& alive)
      : layout_(layout), glyphs_(glyphs), alive_(alive) {}

  /// Draws an arrow or a bar with room for a label of so many columns; returns where that begins.
  std::size_t draw(Row& row, const Arrow& arrow, std::size_t width, Style style) const;

 private:
  std::size_t draw_own(Row& row, std::size_t column, Style style) const;
  std::size_t draw_from_setup(Row& row, std::size_t column, std::size_t width, Style style) const;
  std::size_t draw_bar(Row& row, const Arrow& bar, std::size_t width, Style style) const;
  std::size_t draw_message(Row& row, std::size_t from, std::size_t to, std::size_t width,
                           Style style) const;
  std::size_t label_place(std::size_t low, std::size_t high, bool rightwards,
                          std::size_t width) const;

  const Layout& layout_;
  const Glyphs& glyphs_;
  const std::vector<bool>& alive_;
};

}  // namespace harrier::report_detail
