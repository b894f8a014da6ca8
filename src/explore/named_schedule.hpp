// An execution by the names of who sends what to whom, which small changes of the program leave as
// they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// A delivery by names: `counter<-Read@client.2`.
struct NamedStep {
  std::string to;
  std::string message;  ///< its type, or all of its text
  std::string from;
  std::uint32_t which = 1;             ///< of those deliverable that the names fit, by age
  std::vector<std::uint32_t> choices;  ///< the values that its handler chooses
  friend bool operator==(const NamedStep&, const NamedStep&) = default;

  std::string text() const;
};

/// As text, its steps with blanks between them:
///
///     step = name "<-" name "@" name [ "#" which ] { ":" value }
///     name = letters other than blanks and < @ # : " \, or any in quotes: "a name", "\"", "\x1b"
struct NamedSchedule {
  std::vector<NamedStep> steps;
  friend bool operator==(const NamedSchedule&, const NamedSchedule&) = default;

  std::string text() const;
  /// Reads a schedule; throws UsageError, with the place, for anything else.
  static NamedSchedule parse(std::string_view text);
  /// Tells a text that is meant to be one from a schedule by numbers.
  static bool is_one(std::string_view text) { return text.find("<-") != std::string_view::npos; }
};

/// Writes a name as schedules do, in quotes where it needs them; and reads the one that a text
/// begins with, which it takes away. Throws UsageError where there is none.
std::string quoted_name(std::string_view name);
std::string take_name(std::string_view& text);

/// Names the delivery of a message that is deliverable now, as far as needed to tell it from the
/// others.
NamedStep name_step(Program& program, const Trace& trace, MessageId message);

/// Finds the message that a step names where the program stands; throws UsageError that says what
/// is deliverable instead.
MessageId find_named(Program& program, const Trace& trace, const NamedStep& step);

/// Finds the numbers of a schedule by names, by executing it. `found` has those so far, whatever
/// happens.
void find_numbers(const ProgramFactory& make, const NamedSchedule& named,
                  const CheckOptions& options, Schedule& found);
/// Names the steps of a schedule that fits, by executing it.
NamedSchedule name_steps(const ProgramFactory& make, const Schedule& schedule,
                         const CheckOptions& options);

}  // namespace harrier
