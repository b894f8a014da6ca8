// One exploration asked for on the command line, with all that can end it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explore/named_schedule.hpp"
#include "harrier/explain.hpp"
#include "harrier/jobs.hpp"
#include "harrier/report.hpp"
#include "tools/certificate_file.hpp"
#include "tools/checkpoint_file.hpp"
#include "tools/cluster_run.hpp"
#include "tools/fork_run.hpp"
#include "tools/interrupt.hpp"
#include "tools/json.hpp"
#include "tools/outputs.hpp"
#include "tools/programs.hpp"
#include "tools/result_file.hpp"

namespace harrier::tools {

class CheckRun {
 public:
  explicit CheckRun(const CommandLine& line);
  CheckRun(CommandLine line, ChosenProgram program, CheckOptions options);

  /// Explores, shows progress, and ends the process where the program hangs or crashes.
  CheckResult explore(const InterruptGuard& interrupt);
  /// Makes the violations short and says why they happen, unless that is not wanted.
  void explain(CheckResult& result, const InterruptGuard& interrupt);
  /// Prints the result and saves it where that is asked for.
  void publish(const CheckResult& result);
  void publish(const CheckResult& result, const std::string& text);

  Json json_of(const CheckResult& result) const;
  std::string tell(const CheckResult& result) const;
  const ReportOptions& reporting() const { return report_options_; }

 private:
  void keep_checkpoints(Jobs& jobs);
  void watch_executions(const InterruptGuard& interrupt);
  /// Does something with a file of executions; what cannot be written ends the exploration.
  template <class Write>
  void write_on(const InterruptGuard& interrupt, const Write& write);
  void begin_certificate();
  void keep_certificate(const CheckResult& result);
  /// `executes`: the program can still be run, so executions are shown with their states.
  void save(const CheckResult& result, bool executes);
  void write_outputs_of(const CheckResult& result, bool executes);
  void name_schedules(const CheckResult& result);
  void show_states(const CheckResult& result);
  void explain_violations_of(CheckResult& result, const InterruptGuard& interrupt);

  const CommandLine line_;
  const ChosenProgram program_;
  CheckOptions options_;
  ReportOptions report_options_;
  std::vector<std::optional<Explained>> notes_;  ///< on each violation
  /// Of each violation that was shown, by its schedule's numbers: the same by names.
  std::map<std::string, NamedSchedule, std::less<>> names_;
  /// Of the same: the steps as JSON, with the states that they change.
  std::map<std::string, Json, std::less<>> steps_;
  std::optional<SavedFile> executions_;  ///< a line for each, where that is asked for
  std::optional<CertificateWriter> certificate_;
  std::optional<ExploredTree> tree_;   ///< of the executions, where it is shown
  std::string unsaved_;                ///< why they could not be saved
  std::optional<ClusterRun> cluster_;  ///< others take part
  std::optional<ForkRun> forked_;      ///< others, forked off by this one, take part
};

}  // namespace harrier::tools
