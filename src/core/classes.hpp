// Names executions by their class: equal for executions that differ in the order of independent
// steps only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/access_chains.hpp"
#include "core/trace.hpp"

namespace harrier {

/// A class of executions, as a hash of what its events are and how they depend on each other.
struct ClassName {
  std::uint64_t value = 0;
  friend auto operator<=>(ClassName, ClassName) = default;
};

/// Names the classes of one execution after the other, in memory that it keeps.
class ClassNames {
 public:
  /// Returns the class of a trace. Costs time proportional to its events and their dependences.
  ClassName of(const Trace& trace);

  /// Returns the name of every event of that trace: its message, its choices and the events it
  /// directly depends on, by name. Equal in equivalent executions.
  const std::vector<Name>& events() const { return events_; }
  /// Returns for every event how many events must come before it: all that it depends on are among
  /// the first so many, and the last of these is one of them.
  const std::vector<std::uint32_t>& ready_after() const { return ready_after_; }

 private:
  AccessChains accesses_;
  std::vector<Name> events_;
  std::vector<std::uint32_t> ready_after_;
};

/// Returns the name of every event of a trace, as ClassNames does.
std::vector<Name> event_names(const Trace& trace);

/// Returns the class of a trace.
ClassName class_of(const Trace& trace);

}  // namespace harrier
