// One exploration asked for on the command line, with all that can end it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harrier/explain.hpp"
#include "harrier/jobs.hpp"
#include "harrier/report.hpp"
#include "tools/checkpoint_file.hpp"
#include "tools/interrupt.hpp"
#include "tools/json.hpp"
#include "tools/outputs.hpp"
#include "tools/programs.hpp"
#include "tools/result_file.hpp"

namespace harrier::tools {

class CheckRun {
 public:
  explicit CheckRun(CommandLine line);

  /// Explores, shows progress, and ends the process where the program hangs or crashes.
  CheckResult explore(const InterruptGuard& interrupt);
  /// Prints the result and saves it where that is asked for.
  void publish(const CheckResult& result);

  Json json_of(const CheckResult& result) const;
  const ReportOptions& reporting() const { return report_options_; }

 private:
  Fingerprint fingerprint() const;
  void keep_checkpoints(Jobs& jobs);
  void explain(CheckResult& result);
  void save(const Execution& execution, const InterruptGuard& interrupt);
  std::string tell(const CheckResult& result) const;
  /// `executes`: the program can still be run, so executions are shown with their states.
  void save(const CheckResult& result, bool executes);

  const CommandLine line_;
  const ChosenProgram program_;
  CheckOptions options_;
  ReportOptions report_options_;
  /// What was found out about a violation.
  struct Note {
    Minimised shortest;
    std::optional<Explanation> why;
  };
  std::vector<Note> notes_;              ///< for each violation, where that is asked for
  std::optional<SavedFile> executions_;  ///< a line for each, where that is asked for
  std::optional<ExploredTree> tree_;     ///< of the executions, where it is shown
  std::string unsaved_;                  ///< why they could not be saved
};

}  // namespace harrier::tools
