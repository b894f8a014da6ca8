// One exploration asked for on the command line.
#include "tools/check_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <optional>
#include <utility>

#include "explore/in_progress.hpp"
#include "explore/unfinished.hpp"
#include "harrier/detail/exits.hpp"
#include "tools/progress.hpp"
#include "tools/result_file.hpp"
#include "tools/status.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

CheckRun::CheckRun(CommandLine line)
    : line_(std::move(line)), program_(choose_program(line_)), options_(check_options(line_)) {
  report_options_ = report_options(line_);
  report_options_.program = program_.definition->name;
  report_options_.replay_line = [line = line_, program = program_](const Violation& violation) {
    return replay_line(line, program, violation.schedule);
  };
  if (line_.has("save")) require_savable(line_.value("save"));
  if (line_.has("save-executions")) require_savable(line_.value("save-executions"));
  if (line_.has("save") && line_.has("save-executions")) {
    require_different_files(line_.value("save"), line_.value("save-executions"));
  }
}

CheckResult CheckRun::explore(const std::atomic<bool>* interrupt) {
  const bool on_terminal = can_show_progress();
  const bool wanted = line_.has("progress") ? line_.value("progress") != "no" : on_terminal;
  ProgressLine progress(options_, on_terminal);
  if (wanted) options_.on_progress = [&](const Progress& now) { progress.show(now); };
  options_.on_hang = [&](const Hang& hang) {
    progress.clear();
    end_with_hang(hang);
  };
  if (line_.has("save-executions")) {
    options_.on_execution = [this](const Execution& execution) {
      executions_ += fmt::format("{:016x} {}\n", execution.class_name, execution.schedule.text());
    };
  }
  options_.interrupt = interrupt;
  const CrashGuard crash(
      [this](std::string_view cause, CrashDetail detail) { return crash_report(cause, detail); });
  CheckResult result = check(program_.factory(), options_);
  progress.clear();
  return result;
}

void CheckRun::publish(const CheckResult& result) const {
  print(line_.has("json") ? json_text(json_of(result)) : report(result, options_, report_options_));
  if (line_.has("save")) save_file(line_.value("save"), json_text(json_of(result)));
  if (line_.has("save-executions")) save_file(line_.value("save-executions"), executions_);
}

/// The handler never returns, so nothing else of this process can be trusted to end.
void CheckRun::end_with_hang(const Hang& hang) const {
  const auto what = hang.actor.empty() ? Unreturned::What::setup : Unreturned::What::handler;
  Violation violation{
      .finding = Unreturned{what, hang.actor, hang.message, options_.step_seconds_max},
      .schedule = hang.schedule};
  // What led to it ran to its end before; should it not do so again, the schedule must do.
  std::future<std::vector<StepText>> steps = std::async(std::launch::async, [&] {
    return steps_until_unfinished(program_.factory(), hang.schedule, options_, ViolationKind::hang);
  });
  if (steps.wait_for(std::chrono::seconds(2)) == std::future_status::ready) {
    violation.steps = steps.get();
  }

  CheckResult result;
  result.verdict = Verdict::violation;
  result.incomplete.why = Incomplete::Why::hang;
  result.executions = hang.progress.executions;
  result.blocked = hang.progress.blocked;
  result.steps = hang.progress.steps;
  result.depth_max = hang.progress.depth;
  result.seconds = hang.progress.seconds;
  result.violations.push_back(std::move(violation));
  try {
    publish(result);
    flush_output();
  } catch (const UsageError& error) {
    print_error("error", error.what());
  }
  detail::end_process(static_cast<int>(Status::violation));
}

/// Runs in a signal handler, after the program has crashed.
std::string CheckRun::crash_report(std::string_view cause, CrashDetail detail) const {
  Violation violation{.finding = CrashedProgram{std::string(cause)}};
  if (const std::optional<Schedule> schedule = schedule_in_progress()) {
    violation.schedule = *schedule;
    if (detail == CrashDetail::full) {
      violation.steps =
          steps_until_unfinished(program_.factory(), *schedule, options_, ViolationKind::crash);
    }
  }
  CheckResult result;
  result.verdict = Verdict::violation;
  result.incomplete.why = Incomplete::Why::crash;
  result.violations.push_back(violation);
  Json json = json_of(result);
  for (const char* unknown :
       {"executions", "blocked", "steps", "steps_replayed", "depth_max", "states", "seconds"}) {
    json[unknown] = nullptr;
  }
  const std::string text = json_text(json);
  if (line_.has("save")) save_file(line_.value("save"), text);
  if (line_.has("save-executions")) save_file(line_.value("save-executions"), executions_);
  return line_.has("json") ? text : report(violation, report_options_);
}

}  // namespace harrier::tools
