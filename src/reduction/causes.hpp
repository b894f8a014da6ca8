// What a message that was not delivered needs.
#pragma once

#include <vector>

#include "core/state.hpp"

namespace harrier {

/// Appends the events without which a message could not be delivered to `out`, where it was not:
/// the program says those beyond its sender and its receiver's creator.
inline void append_causes(const State& state, MessageId message, std::vector<EventId>& out) {
  const Trace::Message& sent = state.trace.message(message);
  if (sent.sent_by) out.push_back(sent.sent_by);
  if (const EventId creator = state.trace.actor(sent.receiver).by) out.push_back(creator);
  state.program.further_causes(message, out);
}

}  // namespace harrier
