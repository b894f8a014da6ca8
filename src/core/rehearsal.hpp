// Executing steps anew only to see what the last of them does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/name.hpp"
#include "harrier/program.hpp"

namespace harrier {

/// A step of a history. It holds for every execution of the program, whatever its numbers are.
struct PastStep {
  std::uint32_t sent_by = 0;    ///< the step of that history that sends its message, + 1; or set-up
  std::uint32_t position = 0;   ///< among what that step sends
  std::vector<Choice> choices;  ///< what it chooses
};

/// What the last step of a history does.
struct Rehearsed {
  bool possible = false;  ///< it, and all before it, could be executed
  std::vector<NamedAccess> touched;
  std::vector<Choice> choices;
};

/// Whoever has the program and can ask it, or execute a history with it. After the latter the
/// program is no longer where it was, so this comes after all questions about an execution, or it
/// must come back.
class Rehearsal {
 public:
  virtual ~Rehearsal() = default;
  virtual void ask(const StepQuestion& question, StepAnswer& answer) = 0;
  virtual Rehearsed rehearse(std::span<const PastStep> history) = 0;
  /// Brings the program back to the end of the trace.
  virtual void come_back() = 0;
};

}  // namespace harrier
