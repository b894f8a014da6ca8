// Reads and writes schedule files.
//
//   file = "harrier-schedule 1" { line }
//   line = "program" name | "argument" name | "option" name name | "step" step | "#" anything | ""
#include "tools/schedule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "harrier/usage_error.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view head = "harrier-schedule ";
constexpr std::uint64_t version = 1;
constexpr std::array<std::string_view, 3> options_read = {"delivery", "environment", "undelivered"};

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : left_(text), file_(file) {}

  SavedRun parse() {
    parse_head();
    while (!left_.empty()) parse_line();
    ++number_;
    if (saved_.program.empty()) fail("there is no line 'program'");
    saved_.schedules.push_back(schedule_.text());
    saved_.names.emplace_back();
    return std::move(saved_);
  }

 private:
  std::string_view take_line() {
    const std::size_t end = std::min(left_.find('\n'), left_.size());
    std::string_view line = left_.substr(0, end);
    left_.remove_prefix(std::min(end + 1, left_.size()));
    ++number_;
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) {
      line.remove_suffix(1);
    }
    return line;
  }

  void parse_head() {
    const std::string_view line = take_line();
    const auto found = base::parse_unsigned(line.substr(std::min(head.size(), line.size())));
    if (!found || *found == 0) fail("its version is not a number");
    if (*found > version) {
      fail(fmt::format("it has version {}, and this Harrier reads version {}: use a newer one",
                       *found, version));
    }
  }

  void parse_line() {
    std::string_view line = take_line();
    if (line.empty() || line.starts_with('#')) return;
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
    try {
      if (word == "program") {
        if (!saved_.program.empty()) fail("a second program");
        saved_.program = take_word(line);
      } else if (word == "argument") {
        saved_.arguments.push_back(take_word(line));
      } else if (word == "option") {
        parse_option(line);
      } else if (word == "step") {
        parse_step(line);
        line = {};
      } else {
        fail("a line begins with program, argument, option, step or #");
      }
    } catch (const UsageError& error) {
      if (failed_) throw;
      fail(error.what());
    }
    if (!line.empty()) fail("there is more than is expected");
  }

  void parse_option(std::string_view& line) {
    const std::string name = take_word(line);
    if (std::ranges::find(options_read, name) == options_read.end()) {
      fail(fmt::format("unknown option; it is one of {}, {}, {}", options_read[0], options_read[1],
                       options_read[2]));
    }
    saved_.options.emplace_back(name, take_word(line));
  }

  void parse_step(std::string_view line) {
    const NamedSchedule one = NamedSchedule::parse(line);
    if (one.steps.size() != 1) fail("one step a line");
    if (schedule_.steps.size() == Schedule::steps_max) {
      fail(fmt::format("a schedule has at most {} steps", Schedule::steps_max));
    }
    schedule_.steps.push_back(one.steps.front());
  }

  /// Takes a name and the blank behind it.
  static std::string take_word(std::string_view& line) {
    std::string name = take_name(line);
    if (line.starts_with(' ')) line.remove_prefix(1);
    return name;
  }

  [[noreturn]] void fail(const std::string& why) {
    failed_ = true;
    throw UsageError(fmt::format("'{}', line {}: {}", file_, number_, why));
  }

  std::string_view left_;
  const std::string& file_;
  std::size_t number_ = 0;
  bool failed_ = false;  ///< the words of an error say where already
  SavedRun saved_;
  NamedSchedule schedule_;
};

}  // namespace

bool is_schedule_file(std::string_view text) { return text.starts_with(head); }

SavedRun parse_schedule_file(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

std::string schedule_file_text(const ChosenProgram& program, const CheckOptions& options,
                               const NamedSchedule& schedule) {
  std::string text =
      fmt::format("{}{}\nprogram {}\n", head, version, quoted_name(program.definition->name));
  for (const Parameter& parameter : program.definition->parameters) {
    const std::string& value = program.arguments.word(parameter.name);
    text += fmt::format("argument {}\n", quoted_name(fmt::format("{}={}", parameter.name, value)));
  }
  text += fmt::format("option delivery {}\n", word_of(delivery_words, options.delivery));
  text += fmt::format("option environment {}\n", word_of(environment_words, options.environment));
  text += fmt::format("option undelivered {}\n", word_of(undelivered_words, options.undelivered));
  for (const NamedStep& step : schedule.steps) text += "step " + step.text() + '\n';
  return text;
}

void save_schedule(const std::string& file, const ChosenProgram& program,
                   const CheckOptions& options, const Schedule& schedule) {
  save_file(file,
            schedule_file_text(program, options, name_steps(program.factory(), schedule, options)));
}

}  // namespace harrier::tools
