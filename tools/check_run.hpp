// One exploration asked for on the command line, with all that can end it.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "harrier/report.hpp"
#include "tools/crash.hpp"
#include "tools/json.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

class CheckRun {
 public:
  explicit CheckRun(CommandLine line);

  /// Explores, shows progress, and ends the process where a step hangs or crashes.
  CheckResult explore(const std::atomic<bool>* interrupt);
  /// Prints the result and saves it where that is asked for.
  void publish(const CheckResult& result) const;

  Json json_of(const CheckResult& result) const {
    return check_to_json(program_, options_, result);
  }
  const ReportOptions& reporting() const { return report_options_; }

 private:
  [[noreturn]] void end_with_hang(const Hang& hang) const;
  std::string crash_report(std::string_view cause, CrashDetail detail) const;

  const CommandLine line_;
  const ChosenProgram program_;
  CheckOptions options_;
  ReportOptions report_options_;
  std::string executions_;  ///< a line for each, where that is asked for
};

}  // namespace harrier::tools
