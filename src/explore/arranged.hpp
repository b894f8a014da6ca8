// Executions in which interchangeable actors have changed places.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "explore/replay.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Runs executions once more with another instance of the program, in which interchangeable actors
/// have changed places: what is said of one must hold of the other.
class ArrangedRuns {
 public:
  ArrangedRuns(const ProgramFactory& make, const ProgramOptions& options)
      : program_(make(options)) {}

  /// Executes a trace, at whose end `first` stands, in another arrangement; calls `before_each`
  /// before each step. Throws UsageError where something else happens than there: then the actors
  /// are not interchangeable.
  const Trace& run(Program& first, const Trace& trace, const Arrangement& arrangement,
                   const std::function<void()>& before_each);
  /// Returns the program that stands at the end of what was run last.
  Program& program() { return *program_; }

 private:
  const std::unique_ptr<Program> program_;
  std::optional<Replay> again_;
};

}  // namespace harrier
