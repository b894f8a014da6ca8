// Reads, writes and executes schedules by names.
#include "explore/named_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "core/parts.hpp"
#include "explore/registries.hpp"
#include "explore/replay.hpp"
#include "explore/unfinished.hpp"
#include "harrier/detail/exits.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

bool is_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7f;
}
bool is_plain(char letter) {
  return !is_control(letter) &&
         std::string_view(" <@#:\"\\").find(letter) == std::string_view::npos;
}

[[noreturn]] void fail(std::string_view text, const std::string& why) {
  // Enough of the text to recognise the place, whatever its length.
  constexpr std::size_t shown_max = 40;
  throw UsageError(fmt::format(
      "this is not a schedule by names: {} at '{}{}'; a step looks like counter<-Read@client.2",
      why, text.substr(0, shown_max), text.size() > shown_max ? "..." : ""));
}

/// Reads what may follow a backslash in quotes.
char take_escaped(std::string_view& text) {
  const std::string_view at = text;
  const char letter = text.empty() ? '\0' : text.front();
  if (!text.empty()) text.remove_prefix(1);
  switch (letter) {
    case '"':
    case '\\':
      return letter;
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'x': {
      unsigned value = 0;
      const std::string_view digits = text.substr(0, 2);
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
      if (digits.size() < 2 || error != std::errc() || end != digits.data() + 2) {
        fail(at, "two hexadecimal digits should follow \\x");
      }
      text.remove_prefix(2);
      return static_cast<char>(value);
    }
    default:
      fail(at, "an unknown escape");
  }
}

std::string take_quoted(std::string_view& text) {
  const std::string_view begin = text;
  text.remove_prefix(1);
  std::string name;
  while (!text.empty() && text.front() != '"') {
    const char letter = text.front();
    if (is_control(letter)) fail(text, "a control character, which is written \\x..,");
    text.remove_prefix(1);
    name += letter == '\\' ? take_escaped(text) : letter;
  }
  if (text.empty()) fail(begin, "quotes that do not end");
  text.remove_prefix(1);
  return name;
}

void take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) fail(text, fmt::format("'{}' is missing", word));
  text.remove_prefix(word.size());
}

std::uint32_t take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) fail(text, "a number is missing or too large");
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

NamedStep take_step(std::string_view& text) {
  NamedStep step;
  step.to = take_name(text);
  take(text, "<-");
  step.message = take_name(text);
  take(text, "@");
  step.from = take_name(text);
  if (text.starts_with('#')) {
    const std::string_view at = text;
    text.remove_prefix(1);
    step.which = take_number(text);
    if (step.which == 0) fail(at, "they are counted from 1, not 0,");
  }
  while (text.starts_with(':')) {
    text.remove_prefix(1);
    step.choices.push_back(take_number(text));
  }
  return step;
}

/// Returns the type of a message: what comes before its content.
std::string_view type_of(std::string_view message) {
  const std::string_view type = message.substr(0, message.find_first_of("{("));
  return type.empty() ? message : type;
}

std::vector<MessageId> deliverable(Program& program) {
  std::vector<MessageId> enabled;
  program.enabled(enabled);
  return enabled;
}

bool fits(Program& program, const Trace& trace, MessageId message, const NamedStep& step) {
  const Narrator& narrator = narrator_of(program);
  if (narrator.actor_name(trace.receiver(message)) != step.to) return false;
  if (narrator.sender_name(message) != step.from) return false;
  const std::string text = narrator.message_text(message);
  return step.message == type_of(text) || step.message == text;
}

std::string deliverable_text(Program& program, const Trace& trace) {
  constexpr std::size_t shown_max = 12;
  const std::vector<MessageId> enabled = deliverable(program);
  if (enabled.empty()) return "nothing is deliverable";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(enabled.size(), shown_max); ++i) {
    names.push_back(name_step(program, trace, enabled[i]).text());
  }
  if (enabled.size() > shown_max) {
    names.push_back(fmt::format("and {} more", enabled.size() - shown_max));
  }
  return "deliverable are " + base::join(names);
}

/// Says why no message that is deliverable has these names.
std::string why_not(Program& program, const Trace& trace, const NamedStep& step) {
  std::size_t count = 0;
  for (const MessageId message : deliverable(program)) {
    count += fits(program, trace, message, step) ? 1 : 0;
  }
  if (count > 0) return fmt::format("only {} such can be delivered", count);
  for (const MessageId message : program.pending()) {
    if (!fits(program, trace, message, step)) continue;
    return fmt::format("it cannot be delivered: {}", to_string(standing_of(program).hold(message)));
  }
  return "there is no such message";
}

}  // namespace

std::string quoted_name(std::string_view name) {
  if (!name.empty() && std::ranges::all_of(name, is_plain)) return std::string(name);
  std::string quoted = "\"";
  for (const char letter : name) {
    if (letter == '"' || letter == '\\') {
      quoted += '\\';
      quoted += letter;
    } else if (is_control(letter)) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
    } else {
      quoted += letter;
    }
  }
  return quoted + '"';
}

std::string take_name(std::string_view& text) {
  if (text.starts_with('"')) return take_quoted(text);
  const auto* const end = std::ranges::find_if_not(text, is_plain);
  const auto size = static_cast<std::size_t>(end - text.begin());
  if (size == 0) fail(text, "a name is missing");
  const std::string name(text.substr(0, size));
  text.remove_prefix(size);
  return name;
}

std::string NamedStep::text() const {
  std::string text =
      fmt::format("{}<-{}@{}", quoted_name(to), quoted_name(message), quoted_name(from));
  if (which != 1) text += fmt::format("#{}", which);
  for (const std::uint32_t value : choices) text += fmt::format(":{}", value);
  return text;
}

std::string NamedSchedule::text() const {
  if (steps.empty()) return "none";
  std::string text;
  for (const NamedStep& step : steps) text += (text.empty() ? "" : " ") + step.text();
  return text;
}

NamedSchedule NamedSchedule::parse(std::string_view text) {
  NamedSchedule schedule;
  if (text == "none") return schedule;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.empty()) break;
    if (schedule.steps.size() == Schedule::steps_max) {
      fail(text, fmt::format("more than {} steps", Schedule::steps_max));
    }
    schedule.steps.push_back(take_step(text));
    if (!text.empty() && std::string_view(" \t\r\n").find(text.front()) == std::string_view::npos) {
      fail(text, "a blank should separate the steps");
    }
  }
  if (schedule.steps.empty()) fail(text, "there is no step");
  return schedule;
}

NamedStep name_step(Program& program, const Trace& trace, MessageId message) {
  constexpr std::size_t text_max = 100;
  const Narrator& narrator = narrator_of(program);
  const std::string text = narrator.message_text(message);
  NamedStep step;
  step.to = narrator.actor_name(trace.receiver(message));
  step.from = narrator.sender_name(message);
  const std::vector<MessageId> enabled = deliverable(program);
  /// Counts those that these words fit, up to the message and all of them.
  const auto count = [&](std::string_view words) {
    step.message = words;
    std::size_t all = 0;
    for (const MessageId other : enabled) {
      if (!fits(program, trace, other, step)) continue;
      ++all;
      if (other == message) step.which = static_cast<std::uint32_t>(all);
    }
    return all;
  };
  if (count(type_of(text)) <= 1) return step;
  if (text.size() <= text_max && count(text) <= 1) return step;
  count(type_of(text));
  return step;
}

MessageId find_named(Program& program, const Trace& trace, const NamedStep& step) {
  std::uint32_t left = step.which;
  for (const MessageId message : deliverable(program)) {
    if (fits(program, trace, message, step) && --left == 0) return message;
  }
  throw UsageError(fmt::format("the schedule does not fit the program at its step {}, {}: {}; {}",
                               trace.size() + 1, step.text(), why_not(program, trace, step),
                               deliverable_text(program, trace)));
}

namespace {

void execute_named(Program& program, const NamedSchedule& named, Schedule& found) {
  Replay execution(program);
  for (const NamedStep& step : named.steps) {
    const MessageId message = find_named(program, execution.trace(), step);
    found.steps.push_back({message, step.choices});
    const auto misfit = [&](const std::string& why) {
      return UsageError(fmt::format("the schedule does not fit the program at its step {}, {}: {}",
                                    found.steps.size(), step.text(), why));
    };
    try {
      const std::size_t chosen =
          execution.execute(message, as_choices(step.choices)).choices.size();
      if (chosen != step.choices.size() && !step.choices.empty()) {
        throw misfit(fmt::format("it chooses {} times, not {}", chosen, step.choices.size()));
      }
    } catch (const NondeterminismError& error) {
      throw misfit(error.what());
    }
  }
}

}  // namespace

void find_numbers(const ProgramFactory& make, const NamedSchedule& named,
                  const CheckOptions& options, Schedule& found) {
  for (bool settled = false; !settled;) {
    found.steps.clear();
    std::unique_ptr<Program> program = make(program_options(options, Backtrack::replay));
    const auto exited = detail::run_until_exit([&] {
      try {
        execute_named(*program, named, found);
        settled = true;
      } catch (const StartAgain&) {
      }
    });
    if (!exited) continue;
    abandon(std::move(program));
    return;  // the step that exits is the last one
  }
}

NamedSchedule name_steps(const ProgramFactory& make, const Schedule& schedule,
                         const CheckOptions& options) {
  NamedSchedule named;
  const std::unique_ptr<Program> program = make(program_options(options, Backtrack::replay));
  Replay execution(*program);
  for (const ScheduledStep& step : schedule.steps) {
    if (!execution.is_enabled(step.message)) {
      throw UsageError(fmt::format("the schedule does not fit the program at its step {}",
                                   execution.trace().size() + 1));
    }
    named.steps.push_back(name_step(*program, execution.trace(), step.message));
    named.steps.back().choices = step.choices;
    // The last one may never end, and nobody asks what it leads to.
    if (named.steps.size() == schedule.steps.size()) break;
    execution.execute(step.message, as_choices(step.choices));
  }
  return named;
}

}  // namespace harrier
