// Small pieces of text for people: nearest words, counts, durations, lists.
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace harrier::base {

namespace {

template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::size_t edit_distance(std::string_view first, std::string_view second) {
  // Three rows of the usual table: swaps look two rows back.
  const std::size_t width = second.size() + 1;
  std::vector<std::size_t> before(width), previous(width), current(width);
  for (std::size_t j = 0; j < width; ++j) current[j] = j;
  for (std::size_t i = 1; i <= first.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, current);
    current[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const bool equal = first[i - 1] == second[j - 1];
      current[j] = std::min(
          {previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (equal ? std::size_t{0} : 1)});
      const bool swapped =
          i > 1 && j > 1 && first[i - 1] == second[j - 2] && first[i - 2] == second[j - 1];
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
  }
  return current[second.size()];
}

std::optional<std::string_view> nearest(std::string_view word,
                                        const std::vector<std::string>& candidates) {
  if (word.empty()) return std::nullopt;
  // A third of the letters may be wrong, at least one; a word cut off after three letters counts
  // as near.
  constexpr std::size_t cut_off_min = 3;
  const std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string_view> best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    std::size_t distance = edit_distance(word, candidate);
    if (word.size() >= cut_off_min && candidate.starts_with(word)) distance = 1;
    if (distance > limit || (best && distance >= best_distance)) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::optional<std::string_view> near = nearest(word, candidates);
  return near ? " (did you mean '" + std::string(*near) + "'?)" : std::string();
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) joined += separator;
    joined += part;
  }
  return joined;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3;) {
    place -= 3;
    digits.insert(place, 1, ',');
  }
  return digits;
}

std::string about(double number) {
  constexpr double grouped_max = 1e7;
  if (!std::isfinite(number)) return "any number of";
  if (number < 100) return std::to_string(std::llround(number));
  const double magnitude = std::floor(std::log10(number));
  const double unit = std::pow(10.0, magnitude - 1);
  const double rounded = std::round(number / unit) * unit;
  if (rounded < grouped_max) return grouped(static_cast<std::uint64_t>(std::llround(rounded)));
  // The rounded number may have one digit more.
  const double power = std::floor(std::log10(rounded) + 1e-9);
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.1f x 10^%.0f", rounded / std::pow(10.0, power), power);
  return text.data();
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return grouped(number) + ' ' + std::string(noun) + (number == 1 ? "" : "s");
}

std::string seconds_text(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f s", seconds);
  return text;
}

std::string short_seconds_text(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g s", seconds);
  return text;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}

std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
  return parse_whole<std::uint64_t>(text);
}

}  // namespace harrier::base
