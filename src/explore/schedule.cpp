// Reads and writes schedules: `0-2.5.4:1`.
//
//   schedule = "none" | item { "." item }
//   item     = message | message "-" message | message ":" value { ":" value }
#include "harrier/schedule.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

constexpr std::string_view empty_schedule = "none";
// A mistyped range must not fill the memory.
constexpr std::size_t steps_max = Schedule::steps_max;
// A run of messages shorter than this is as short when written one by one.
constexpr std::size_t range_min = 3;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Schedule parse() {
    if (text_ == empty_schedule) return {};
    if (text_.empty()) {
      fail("a message's number is missing; an execution without steps is written 'none'");
    }
    parse_item();
    while (place_ < text_.size()) {
      expect_separator();
      parse_item();
    }
    return std::move(schedule_);
  }

 private:
  void parse_item() {
    const std::uint32_t first = parse_number("a message's number");
    if (peek() == '-') {
      parse_range(first);
      return;
    }
    ScheduledStep& step = add(first);
    while (peek() == ':') {
      ++place_;
      step.choices.push_back(parse_number("a chosen value"));
    }
  }

  void parse_range(std::uint32_t first) {
    ++place_;
    const std::size_t begin = place_;
    const std::uint32_t last = parse_number("the last message of a range");
    if (last < first) {
      place_ = begin;
      fail(fmt::format("the range {}-{} runs backwards", first, last));
    }
    // Compared before adding, so that the loop cannot be long.
    if (last - first >= steps_max) fail_too_long();
    for (std::uint32_t message = first;; ++message) {
      add(message);
      if (message == last) break;
    }
  }

  ScheduledStep& add(std::uint32_t message) {
    if (schedule_.steps.size() == steps_max) fail_too_long();
    return schedule_.steps.emplace_back(ScheduledStep{MessageId(message), {}});
  }

  std::uint32_t parse_number(const std::string& what) {
    std::uint32_t number = 0;
    const char* begin = text_.data() + place_;
    const char* end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(begin, end, number);
    if (error == std::errc::invalid_argument) fail(what + " is missing");
    // The largest value stands for "no message".
    if (error == std::errc::result_out_of_range || number == ~std::uint32_t{0}) {
      fail(what + " is too large");
    }
    place_ += static_cast<std::size_t>(stop - begin);
    return number;
  }

  void expect_separator() {
    if (peek() != '.') fail("'.' should separate the steps");
    ++place_;
  }

  char peek() const { return place_ < text_.size() ? text_[place_] : '\0'; }

  [[noreturn]] void fail_too_long() const {
    fail(fmt::format("a schedule has at most {} steps", steps_max));
  }

  [[noreturn]] void fail(const std::string& why) const {
    // Enough of the text to recognise it, whatever its length.
    constexpr std::size_t shown_max = 60;
    throw UsageError(fmt::format(
        "'{}{}' is not a schedule: at character {}, {}; a schedule looks like 0-2.5.4:1",
        text_.substr(0, shown_max), text_.size() > shown_max ? "..." : "", place_ + 1, why));
  }

  std::string_view text_;
  std::size_t place_ = 0;
  Schedule schedule_;
};

}  // namespace

std::string Schedule::text() const {
  if (steps.empty()) return std::string(empty_schedule);
  std::string text;
  for (std::size_t i = 0; i < steps.size();) {
    if (i > 0) text += '.';
    text += std::to_string(steps[i].message.value);
    for (const std::uint32_t choice : steps[i].choices) text += ':' + std::to_string(choice);

    std::size_t end = i + 1;
    if (steps[i].choices.empty()) {
      while (end < steps.size() && steps[end].choices.empty() &&
             steps[end].message.value == steps[end - 1].message.value + 1) {
        ++end;
      }
    }
    if (end - i < range_min) end = i + 1;
    if (end > i + 1) text += '-' + std::to_string(steps[end - 1].message.value);
    i = end;
  }
  return text;
}

Schedule Schedule::parse(std::string_view text) { return Parser(text).parse(); }

}  // namespace harrier
