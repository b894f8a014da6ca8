// Names executions by their class: equal for executions that differ in the order of independent
// steps only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// A class of executions, as a hash of what its events are and how they depend on each other.
struct ClassName {
  std::uint64_t value = 0;
  friend auto operator<=>(ClassName, ClassName) = default;
};

/// Returns the name of every event of a trace: its message, its choices and the events it directly
/// depends on, by name. Equal in equivalent executions.
std::vector<Name> event_names(const Trace& trace);

/// Returns the class of a trace. Costs time proportional to its events and their dependences.
ClassName class_of(const Trace& trace);

}  // namespace harrier
