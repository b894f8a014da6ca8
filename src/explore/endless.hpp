// Executions that never end: as schedules, and seen again.
#pragma once

#include "harrier/check.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

/// Executes a path from the start on and returns it as a violation with its schedule; the finding
/// is left to fill in.
Violation endless_violation(Program& program, const EndlessPath& path);

/// Follows an execution and tells whether it comes back to where it was after some steps.
class CycleWatch {
 public:
  /// `from` is none where it is not said to.
  explicit CycleWatch(std::optional<std::size_t> from) : from_(from) {}

  /// Looks at the state after so many steps.
  void look(Program& program, std::size_t steps);
  /// Returns what never held or never ended, at the end of what was executed.
  std::optional<EndlessRun> found(bool is_maximal) const;

 private:
  const std::optional<std::size_t> from_;
  std::vector<std::string> never_held_;
  bool begun_ = false;
  Fingerprint at_cycle_;
  Fingerprint last_;
  std::size_t steps_ = 0;
};

}  // namespace harrier
