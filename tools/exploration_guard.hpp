// What can end an exploration in its middle: the program hangs or crashes, or the exploration does
// not end although it is to.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harrier/check.hpp"
#include "tools/crash.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

/// While it lives, an exploration of the program with these options ends the process with a report
/// and a status in such a case. One may live at a time.
class ExplorationGuard {
 public:
  /// Returns what to print of a result; it is all that there will be.
  using Tell = std::function<std::string(const CheckResult&)>;

  /// Sets `options.on_hang`.
  ExplorationGuard(const ChosenProgram& program, CheckOptions& options, Tell tell);
  ExplorationGuard(const ExplorationGuard&) = delete;
  ExplorationGuard& operator=(const ExplorationGuard&) = delete;
  ~ExplorationGuard() { options_.on_hang = {}; }

 private:
  [[noreturn]] void end(const Hang& hang) const;
  CheckResult result_of(const Hang& hang) const;
  std::string crash_report(std::string_view cause, CrashDetail detail) const;

  const ChosenProgram& program_;
  CheckOptions& options_;
  const Tell tell_;
  const CrashGuard crash_;
};

}  // namespace harrier::tools
