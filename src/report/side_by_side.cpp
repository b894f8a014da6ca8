// Two executions that begin alike, beside each other.
#include "report/side_by_side.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/canvas.hpp"
#include "report/steps.hpp"

namespace harrier::report_detail {

namespace {

constexpr std::size_t common_shown_max = 2;

/// Says what a step is, in one line.
std::string step_line(const StepText& step, const ReportOptions& options) {
  std::string text = fmt::format("{:>3} {}{}{}  {}", step.number, step.from,
                                 options.unicode ? " → " : " -> ", step.to, step.text);
  if (!step.choices.empty()) text += fmt::format(" ({})", choices_text(step));
  if (step.failure) {
    text += fmt::format(" {} {}", options.unicode ? "✗" : "X", to_string(*step.failure));
  }
  return printable(text, options.unicode);
}

/// Lists the steps from `begin` on, of many only the first ones.
std::vector<std::string> lines_of(const Side& side, std::size_t begin,
                                  const ReportOptions& options) {
  std::vector<std::string> lines;
  std::size_t idle = 0;
  const auto fold = [&] {
    if (idle == 0) return;
    lines.push_back(fmt::format("    {} that {} not matter", base::counted(idle, "step"),
                                idle == 1 ? "does" : "do"));
    idle = 0;
  };
  for (std::size_t i = begin; i < side.steps.size(); ++i) {
    if (i < side.matters.size() && !side.matters[i]) {
      ++idle;
      continue;
    }
    fold();
    if (options.steps_max != 0 && lines.size() >= options.steps_max) {
      lines.push_back(fmt::format("    and {}", base::counted(side.steps.size() - i, "more step")));
      return lines;
    }
    lines.push_back(step_line(side.steps[i], options));
  }
  fold();
  return lines;
}

}  // namespace

std::string side_by_side(const Side& left, const Side& right, std::size_t common,
                         const ReportOptions& options) {
  const std::size_t begin = common > common_shown_max ? common - common_shown_max : 0;
  const std::vector<std::string> one = lines_of(left, begin, options);
  const std::vector<std::string> other = lines_of(right, begin, options);
  // What is before the difference is in both, so it is on the same rows where all of it matters.
  std::size_t first_different = 0;
  while (first_different < std::min(one.size(), other.size()) &&
         one[first_different] == other[first_different]) {
    ++first_different;
  }

  constexpr std::size_t margin = 2;
  constexpr std::size_t gap = 3;
  std::size_t width = left.title.size() + 4;
  for (const std::string& line : one) width = std::max(width, display_width(line));
  const std::size_t half = options.width > 40 ? (options.width - margin - gap) / 2 : 20;
  if (options.cuts) width = std::min(width, half);

  std::string text;
  const auto add = [&](std::string_view mark, const std::string& a, const std::string& b,
                       Style style) {
    const auto shown = [&](const std::string& line) {
      return options.cuts ? cut_to(line, half, options.unicode) : line;
    };
    std::string row =
        padded(mark, margin) + (b.empty() ? shown(a) : padded(shown(a), width + gap) + shown(b));
    while (!row.empty() && row.back() == ' ') row.pop_back();
    text += styled(row, style, options.color) + '\n';
  };
  add("", "    " + left.title, "    " + right.title, Style::strong);
  if (begin > 0) {
    const std::string folded = fmt::format("    {} in both", base::counted(begin, "step"));
    add("", folded, folded, Style::dim);
  }
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    const bool marked = i == first_different;
    add(marked ? ">" : "", i < one.size() ? one[i] : "", i < other.size() ? other[i] : "",
        marked ? Style::notice : Style::plain);
  }
  return text;
}

}  // namespace harrier::report_detail
