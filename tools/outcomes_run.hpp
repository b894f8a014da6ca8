// One exploration for its end states, asked for on the command line.
#pragma once

#include <cstdint>
#include <string>

#include "tools/end_states.hpp"
#include "tools/interrupt.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

class OutcomesRun {
 public:
  explicit OutcomesRun(const CommandLine& line);

  /// Explores; ends the process where the program hangs or crashes.
  void explore(const InterruptGuard& interrupt);

  const EndStates& ends() const { return ends_; }
  const CheckResult& result() const { return result_; }
  /// Tells whether all ends were looked at.
  bool complete() const { return why_incomplete().empty(); }
  std::string why_incomplete() const;
  /// Says what was explored: "3 classes".
  std::string counted(std::uint64_t count) const;
  /// Shows one of the end states, with the line that leads there again.
  std::string text_of(const Outcome& outcome) const;
  std::string text() const;
  Json to_json() const;

 private:
  const CommandLine& line_;
  const ChosenProgram program_;
  CheckOptions options_;
  EndStates ends_;
  CheckResult result_;
};

}  // namespace harrier::tools
