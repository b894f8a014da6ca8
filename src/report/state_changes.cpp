// How the states of actors change in an execution, step by step, in words.
#include "report/state_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "report/canvas.hpp"
#include "report/steps.hpp"

namespace harrier {

namespace {

using report_detail::printable;
using report_detail::Style;
using report_detail::styled;

// Larger differences are shown as one.
constexpr std::size_t compared_max = 600;
// What a line has room for around a change.
constexpr std::size_t context_width = 60;

bool is_word(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte >= 0x80U || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '.';
}

/// Splits a text into words and single signs.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    std::size_t length = 1;
    if (is_word(text.front())) {
      while (length < text.size() && is_word(text[length])) ++length;
    }
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return words;
}

using Words = std::span<const std::string_view>;

/// The longest common subsequence of two short lists of words.
class Common {
 public:
  Common(Words before, Words after)
      : before_(before), after_(after), best_((before.size() + 1) * (after.size() + 1)) {
    for (std::size_t i = before.size(); i-- > 0;) {
      for (std::size_t k = after.size(); k-- > 0;) {
        at(i, k) = before[i] == after[k] ? static_cast<std::uint16_t>(at(i + 1, k + 1) + 1)
                                         : std::max(at(i + 1, k), at(i, k + 1));
      }
    }
  }

  std::vector<ChangedPart> parts() {
    std::vector<ChangedPart> parts;
    const auto part = [&parts](bool same) -> ChangedPart& {
      if (parts.empty() || parts.back().same != same) parts.push_back({{}, {}, same});
      return parts.back();
    };
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < before_.size() || k < after_.size()) {
      if (i < before_.size() && k < after_.size() && before_[i] == after_[k]) {
        ChangedPart& kept = part(true);
        kept.before += before_[i++];
        kept.after += after_[k++];
      } else if (k == after_.size() || (i < before_.size() && at(i + 1, k) >= at(i, k + 1))) {
        part(false).before += before_[i++];
      } else {
        part(false).after += after_[k++];
      }
    }
    return parts;
  }

 private:
  std::uint16_t& at(std::size_t i, std::size_t k) { return best_[i * (after_.size() + 1) + k]; }

  Words before_;
  Words after_;
  std::vector<std::uint16_t> best_;
};

std::string joined(Words words) {
  std::string text;
  for (const std::string_view word : words) text += word;
  return text;
}

}  // namespace

std::vector<ChangedPart> changed_parts(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> one = words_of(before);
  const std::vector<std::string_view> other = words_of(after);
  const std::size_t shorter = std::min(one.size(), other.size());
  std::size_t head = 0;
  while (head < shorter && one[head] == other[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && one[one.size() - 1 - tail] == other[other.size() - 1 - tail]) {
    ++tail;
  }
  const Words old_middle = Words(one).subspan(head, one.size() - head - tail);
  const Words new_middle = Words(other).subspan(head, other.size() - head - tail);
  std::vector<ChangedPart> parts;
  const auto keep = [&parts](const std::string& text) {
    if (!text.empty()) parts.push_back({text, text, true});
  };
  keep(joined(Words(one).first(head)));
  if (old_middle.size() <= compared_max && new_middle.size() <= compared_max) {
    for (ChangedPart& part : Common(old_middle, new_middle).parts()) {
      parts.push_back(std::move(part));
    }
  } else {
    parts.push_back({joined(old_middle), joined(new_middle), false});
  }
  keep(joined(Words(one).last(tail)));
  return parts;
}

namespace {

std::string change_of(std::string_view before, std::string_view after,
                      const ReportOptions& options) {
  const bool unicode = options.unicode;
  std::string change;
  for (const ChangedPart& part : changed_parts(before, after)) {
    if (part.same) {
      change += report_detail::cut_to(printable(part.before, unicode), context_width, unicode);
      continue;
    }
    const std::string old_part = printable(part.before, unicode);
    const std::string new_part = printable(part.after, unicode);
    change +=
        fmt::format("({}{}{}{}{})", styled(old_part, Style::bad, options.color),
                    old_part.empty() ? "" : " ", unicode ? "→" : "->", new_part.empty() ? "" : " ",
                    styled(new_part, Style::good, options.color));
  }
  return change;
}

}  // namespace

std::string change_text(const SeenStep& step, const ReportOptions& options) {
  std::string text;
  if (step.before != step.after) text = change_of(step.before, step.after, options);
  for (const std::string& line : step.printed) {
    text += fmt::format("{}prints {}", text.empty() ? "" : "; ", printable(line, options.unicode));
  }
  return text;
}

void StateChanges::add(const std::string& actor, const SeenStep& step) {
  std::string change = change_text(step, options_);
  if (change.empty()) return;
  lines_.push_back({step.number, printable(actor, options_.unicode), std::move(change)});
}

void StateChanges::start(const RecordedNews& news) {
  add("set-up", {.number = 0, .before = {}, .after = {}, .printed = news.printed});
}

void StateChanges::add(const RecordedStep& step, const RecordedNews& news) {
  add(step.text.to, {.number = step.text.number,
                     .before = step.before,
                     .after = step.after,
                     .printed = news.printed});
}

std::string StateChanges::text() const {
  std::size_t number_width = 1;
  std::size_t actor_width = 1;
  constexpr std::size_t actor_width_max = 24;
  for (const Line& line : lines_) {
    number_width = std::max(number_width, std::to_string(line.step).size());
    actor_width =
        std::max(actor_width, std::min(report_detail::display_width(line.actor), actor_width_max));
  }
  const report_detail::Elision elision = report_detail::elision_of(lines_.size(), options_);
  std::string text;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i == elision.begin && elision.count() > 0) {
      text += fmt::format("  {} left out\n", base::counted(elision.count(), "change"));
    }
    if (elision.contains(i)) continue;
    text += fmt::format("  {:>{}}  {}  {}\n", lines_[i].step, number_width,
                        report_detail::padded(lines_[i].actor, actor_width), lines_[i].change);
  }
  return text;
}

}  // namespace harrier
