// The choices that force one execution, as a text short enough to paste.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/ids.hpp"

namespace harrier {

/// One step of a schedule: the message to deliver and the values its handler chooses.
struct ScheduledStep {
  MessageId message;
  std::vector<std::uint32_t> choices;
  friend bool operator==(const ScheduledStep&, const ScheduledStep&) = default;
};

/// An execution by its messages' numbers. As text: `0-2.5.4:1` delivers messages 0, 1, 2, 5 and
/// then 4, whose handler chooses value 1; several choices are `4:1:0`. One without steps is `none`.
struct Schedule {
  /// No longer ones can be read.
  static constexpr std::size_t steps_max = 1'000'000;

  std::vector<ScheduledStep> steps;
  friend bool operator==(const Schedule&, const Schedule&) = default;

  std::string text() const;
  /// Reads a schedule; throws UsageError, with the place, for anything else.
  static Schedule parse(std::string_view text);
};

}  // namespace harrier
