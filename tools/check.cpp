// `harrier check`: explores a program and says what that established.
#include <cstdlib>

#include "base/text.hpp"
#include "tools/commands.hpp"
#include "tools/crash.hpp"
#include "tools/interrupt.hpp"
#include "tools/json.hpp"
#include "tools/progress.hpp"
#include "tools/result_file.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

/// One exploration asked for on the command line.
class CheckRun {
 public:
  explicit CheckRun(const CommandLine& line)
      : line_(line), program_(choose_program(line)), options_(check_options(line)) {
    report_options_ = report_options(line);
    report_options_.program = program_.definition->name;
    report_options_.replay_line = [this](const Violation& violation) {
      return replay_line(line_, program_, violation.schedule);
    };
    if (line.has("save")) require_savable(line.value("save"));
  }

  Status run() {
    const bool on_terminal = can_show_progress();
    const bool wanted = line_.has("progress") ? line_.value("progress") != "no" : on_terminal;
    ProgressLine progress(options_, on_terminal);
    if (wanted) options_.on_progress = [&](const Progress& now) { progress.show(now); };
    options_.on_hang = [&](const Hang& hang) {
      progress.clear();
      end_with_hang(hang);
    };

    const CheckResult result = explore();
    progress.clear();
    publish(result);
    return status_of(result.verdict);
  }

 private:
  CheckResult explore() {
    const InterruptGuard interrupt;
    options_.interrupt = interrupt.flag();
    const CrashGuard crash(crash_report());
    return check(program_.factory(), options_);
  }

  std::string text_of(const CheckResult& result) const {
    return line_.has("json") ? json_text(check_to_json(program_, options_, result))
                             : report(result, options_, report_options_);
  }

  void publish(const CheckResult& result) const {
    print(text_of(result));
    if (line_.has("save")) {
      save_file(line_.value("save"), json_text(check_to_json(program_, options_, result)));
    }
  }

  /// The handler never returns, so nothing else of this process can be trusted to end.
  [[noreturn]] void end_with_hang(const Hang& hang) const {
    Violation violation;
    violation.kind = "hang";
    const std::string what =
        hang.actor.empty() ? "the set-up" : "the handler of " + hang.message + " in " + hang.actor;
    violation.message = what + " has not returned after " +
                        base::short_seconds_text(options_.step_seconds_max) +
                        "; it may run forever, or wait for something outside the program "
                        "(--step-seconds-max waits longer)";
    violation.schedule = hang.schedule;
    violation.steps = steps_before(hang);

    CheckResult result;
    result.verdict = Verdict::violation;
    result.incomplete_reason = "a step did not return";
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
    std::_Exit(static_cast<int>(Status::violation));
  }

  /// Runs again what led to the step that hangs, to show it.
  std::vector<StepText> steps_before(const Hang& hang) const {
    Schedule before = hang.schedule;
    if (!before.steps.empty()) before.steps.pop_back();
    try {
      return replay(program_.factory(), before).steps;
    } catch (const std::exception&) {
      return {};  // the program does not repeat: the schedule alone must do
    }
  }

  std::string crash_report() const {
    Violation violation;
    violation.kind = "crash";
    violation.message =
        "the program crashed while it was explored: " + std::string(crash_cause_mark);
    if (line_.has("json")) {
      CheckResult result;
      result.verdict = Verdict::violation;
      result.incomplete_reason = "the program crashed";
      result.violations.push_back(std::move(violation));
      Json json = check_to_json(program_, options_, result);
      for (const char* unknown :
           {"executions", "blocked", "steps", "steps_replayed", "depth_max", "states", "seconds"}) {
        json[unknown] = nullptr;
      }
      json["violations"][0]["schedule"] = nullptr;
      std::string text = json_text(json);
      // The mark is made of control characters, which JSON escapes.
      const std::string escaped = "\\u0001cause\\u0001";
      for (std::size_t at = text.find(escaped); at != std::string::npos; at = text.find(escaped)) {
        text.replace(at, escaped.size(), crash_cause_mark);
      }
      return text;
    }
    return "violation: " + violation.message +
           "\ntip: the execution is not known; run the same command under a debugger, which stops "
           "where it crashes\n";
  }

  const CommandLine& line_;
  ChosenProgram program_;
  CheckOptions options_;
  ReportOptions report_options_;
};

}  // namespace

Status run_check(const CommandLine& line) { return CheckRun(line).run(); }

}  // namespace harrier::tools
