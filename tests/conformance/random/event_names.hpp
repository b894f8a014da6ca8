// Names events and states exactly, so that equivalent executions can be told by comparing numbers.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/trace.hpp"

namespace harrier::testing {

/// An event of some execution of one program: what was delivered, what was chosen, and which events
/// it directly depends on. Equal in equivalent executions, and in no others.
using EventName = std::uint32_t;

/// Gives events their names. One instance serves all explorations of a program at one dependence.
/// Knows nothing of core's own naming, which it is used to check.
class EventNames {
 public:
  /// Names all events of a trace. Remembers the trace it saw
  /// last, so that a depth-first walk costs what is new only.
  const std::vector<EventName>& of(const Trace& trace);

  /// The events that an event directly depends on.
  std::span<const EventName> causes(EventName event) const;

 private:
  EventName name_last(const Trace& trace, std::size_t index);

  struct Seen {
    MessageId message;
    std::vector<Choice> choices;
  };
  std::map<std::vector<std::uint32_t>, EventName> known_;
  std::vector<std::vector<EventName>> causes_;  ///< by name
  std::vector<EventName> names_;                ///< of the trace seen last
  std::vector<Seen> seen_;
};

/// Shows all that can be seen of a state, with names that do not depend on the order in which the
/// events happened: actors with activity and value, pending messages with what holds them back.
/// `names` are the names of the events that led there.
std::string state_text(Program& program, const Trace& trace, std::span<const EventName> names);

}  // namespace harrier::testing
