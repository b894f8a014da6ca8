// Text that is drawn cell by cell: display widths, styles, rows.
#include "report/canvas.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace harrier::report_detail {

namespace {

/// A code point and the bytes it takes; `size` 0 where the bytes are not UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t size = 0;
};

CodePoint code_point_at(std::string_view text, std::size_t place) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[place + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  std::size_t size = 0;
  std::uint32_t value = 0;
  std::uint32_t smallest = 0;
  if (lead >= 0xc2 && lead < 0xe0) {
    size = 2, value = lead & 0x1fU, smallest = 0x80;
  } else if (lead >= 0xe0 && lead < 0xf0) {
    size = 3, value = lead & 0x0fU, smallest = 0x800;
  } else if (lead >= 0xf0 && lead < 0xf5) {
    size = 4, value = lead & 0x07U, smallest = 0x10000;
  }
  if (size == 0 || place + size > text.size()) return {};
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3fU);
  }
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  if (value < smallest || value > 0x10ffff || surrogate) return {};
  return {value, size};
}

/// Blocks that terminals show two columns wide: East Asian scripts and emoji.
std::size_t width_of(std::uint32_t code_point) {
  constexpr std::array<std::array<std::uint32_t, 2>, 8> wide = {{{0x1100, 0x115f},
                                                                 {0x2e80, 0xa4cf},
                                                                 {0xac00, 0xd7a3},
                                                                 {0xf900, 0xfaff},
                                                                 {0xfe30, 0xfe6f},
                                                                 {0xff00, 0xff60},
                                                                 {0x1f300, 0x1faff},
                                                                 {0x20000, 0x3fffd}}};
  constexpr std::array<std::array<std::uint32_t, 2>, 3> combining = {
      {{0x300, 0x36f}, {0x200b, 0x200f}, {0xfe00, 0xfe0f}}};
  const auto in = [code_point](const auto& block) {
    return code_point >= block[0] && code_point <= block[1];
  };
  if (std::ranges::any_of(combining, in)) return 0;
  return std::ranges::any_of(wide, in) ? 2 : 1;
}

/// Returns the place of the first glyph that does not fit into a width.
std::size_t place_after(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  std::size_t place = 0;
  while (place < text.size()) {
    const CodePoint next = code_point_at(text, place);
    const std::size_t step = next.size == 0 ? 1 : width_of(next.value);
    if (used + step > width) break;
    used += step;
    place += std::max<std::size_t>(next.size, 1);
  }
  return place;
}

std::string escaped_byte(unsigned char byte) {
  if (byte == '\n') return "\\n";
  if (byte == '\t') return "\\t";
  if (byte == '\r') return "\\r";
  char text[8];
  std::snprintf(text, sizeof text, "\\x%02x", byte);
  return text;
}

bool is_control(std::uint32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0) || code_point == 0x2028 ||
         code_point == 0x2029 || (code_point >= 0x202a && code_point <= 0x202e) ||
         (code_point >= 0x2066 && code_point <= 0x2069);
}

std::string escaped_code_point(std::uint32_t code_point) {
  if (code_point < 0x80) return escaped_byte(static_cast<unsigned char>(code_point));
  if (code_point == 0x2026) return "...";
  char text[16];
  std::snprintf(text, sizeof text, "\\u%04x", code_point);
  return text;
}

std::string_view escape_code(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::dim:
      return "\x1b[2m";
    case Style::strong:
      return "\x1b[1m";
    case Style::good:
      return "\x1b[1;32m";
    case Style::bad:
      return "\x1b[1;31m";
    case Style::notice:
      return "\x1b[1;33m";
  }
  return "";
}

}  // namespace

std::string styled(std::string_view text, Style style, bool color) {
  if (!color || style == Style::plain || text.empty()) return std::string(text);
  return std::string(escape_code(style)) + std::string(text) + "\x1b[0m";
}

std::string printable(std::string_view text, bool unicode) {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t place = 0; place < text.size();) {
    const CodePoint next = code_point_at(text, place);
    if (next.size == 0) {
      safe += escaped_byte(static_cast<unsigned char>(text[place]));
      ++place;
      continue;
    }
    if (is_control(next.value) || (!unicode && next.value >= 0x80)) {
      safe += escaped_code_point(next.value);
    } else {
      safe += text.substr(place, next.size);
    }
    place += next.size;
  }
  return safe;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t place = 0; place < text.size();) {
    const CodePoint next = code_point_at(text, place);
    width += next.size == 0 ? 1 : width_of(next.value);
    place += std::max<std::size_t>(next.size, 1);
  }
  return width;
}

std::string cut_to(std::string_view text, std::size_t width, bool unicode) {
  const std::size_t full_width = display_width(text);
  if (full_width <= width) return std::string(text);
  const std::string_view ellipsis = unicode ? "…" : "..";
  const std::size_t ellipsis_width = unicode ? 1 : 2;
  if (width < ellipsis_width) return {};
  // Two thirds from the beginning, the rest from the end.
  const std::size_t front_width = (width - ellipsis_width) - (width - ellipsis_width) / 3;
  const std::size_t back_width = width - ellipsis_width - front_width;
  const std::size_t front = place_after(text, front_width);
  std::size_t back = place_after(text, full_width - back_width);
  if (display_width(text.substr(back)) > back_width) {
    back += std::max<std::size_t>(code_point_at(text, back).size, 1);  // half of a wide glyph
  }
  return std::string(text.substr(0, front)) + std::string(ellipsis) +
         std::string(text.substr(back));
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 8);
  std::vector<std::string> lines;
  for (std::size_t place = place_after(text, width); place < text.size();
       place = place_after(text, width)) {
    // The blank may be the first thing that does not fit.
    const std::size_t blank = text.rfind(' ', place);
    const bool at_blank = blank != std::string_view::npos && blank > 0;
    const std::size_t end = at_blank ? blank : place;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(at_blank ? end + 1 : end);
  }
  lines.emplace_back(text);
  return lines;
}

void Row::put(std::size_t column, std::string_view text, Style style) {
  for (std::size_t place = 0; place < text.size();) {
    const CodePoint next = code_point_at(text, place);
    const std::size_t size = std::max<std::size_t>(next.size, 1);
    const std::size_t width = next.size == 0 ? 1 : width_of(next.value);
    if (cells_.size() < column + width) cells_.resize(column + width);
    if (width == 0) {
      if (column > 0) cells_[column - 1].glyph += text.substr(place, size);
    } else {
      cells_[column] = {std::string(text.substr(place, size)), style};
      if (width == 2) cells_[column + 1] = {"", style};
    }
    column += width;
    place += size;
  }
}

void Row::fill(std::size_t begin, std::size_t end, std::string_view glyph, Style style) {
  for (std::size_t column = begin; column < end; ++column) put(column, glyph, style);
}

std::string Row::text(bool color) const {
  std::size_t end = cells_.size();
  while (end > 0 && cells_[end - 1].glyph == " ") --end;
  std::string line;
  for (std::size_t begin = 0; begin < end;) {
    std::size_t stop = begin;
    std::string run;
    while (stop < end && cells_[stop].style == cells_[begin].style) run += cells_[stop++].glyph;
    line += styled(run, cells_[begin].style, color);
    begin = stop;
  }
  return line;
}

}  // namespace harrier::report_detail
