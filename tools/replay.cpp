// `harrier replay`: runs exactly one execution again and shows every step.
#include "explore/replay.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/text.hpp"
#include "explore/unfinished.hpp"
#include "explore/watchdog.hpp"
#include "harrier/detail/exits.hpp"
#include "report/state_changes.hpp"
#include "report/steps.hpp"
#include "tools/commands.hpp"
#include "tools/crash.hpp"
#include "tools/debugger.hpp"
#include "tools/interactive.hpp"
#include "tools/json.hpp"
#include "tools/replay_request.hpp"
#include "tools/result_file.hpp"
#include "tools/schedule_file.hpp"
#include "tools/states_json.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

/// Refuses what does not go together.
void require_fitting(const CommandLine& line) {
  if (!line.has("interactive")) return;
  for (const std::string_view other : {"json", "gdb", "save-schedule"}) {
    if (line.has(other)) {
      throw UsageError(fmt::format("--interactive and --{} do not go together", other));
    }
  }
}

class ReplayRun {
 public:
  explicit ReplayRun(const CommandLine& line) : line_(line), request_(replay_request(line)) {
    if (line.has("save-schedule")) require_savable(line.value("save-schedule"));
  }

  Status run() {
    const CrashGuard crash([this](std::string_view cause, CrashDetail detail) {
      return text_of(unfinished(CrashedProgram{std::string(cause)}, detail));
    });
    Watchdog watchdog;
    watch(watchdog);
    find_steps(watchdog);
    if (line_.has("interactive")) {
      const auto exited = detail::run_until_exit([&] { run_interactive(line_, request_); });
      if (exited) print(fmt::format("violation: the program called {}\n", *exited));
      return exited ? Status::violation : Status::ok;
    }
    const StepCalls calls = {.before = before_step(), .after = after_step()};
    const ReplayResult result =
        replay(request_.program.factory(), request_.schedule, request_.options, watchdog, calls);
    print(text_of(result));
    if (line_.has("save-schedule")) {
      save_schedule(line_.value("save-schedule"), request_.program, request_.options,
                    request_.schedule);
    }
    return result.violations.empty() ? Status::ok : Status::violation;
  }

 private:
  /// Ends the process where a step does not return.
  void watch(Watchdog& watchdog) {
    const double seconds_max = request_.options.step_seconds_max;
    if (seconds_max <= 0 || is_debugged()) return;
    watchdog.start({.seconds_max = seconds_max}, [this](const Watchdog::Stuck& stuck) {
      const Unreturned finding{.what = *stuck.what, .seconds = request_.options.step_seconds_max};
      print(text_of(unfinished(finding, CrashDetail::short_form)));
      push_output();
      detail::end_process(static_cast<int>(Status::violation));
    });
  }

  void find_steps(Watchdog& watchdog) {
    {
      const Watchdog::Busy busy(watchdog, Watchdog::What::some_step);
      find_schedule(request_);
    }
    if (!line_.has("until")) return;
    const std::uint64_t until = base::parse_unsigned(line_.value("until")).value_or(0);
    if (until > request_.schedule.steps.size() && !line_.has("interactive")) {
      throw UsageError(fmt::format("--until {} is not possible: the schedule has {}", until,
                                   base::counted(request_.schedule.steps.size(), "step")));
    }
    if (is_debugged() || line_.has("interactive")) return;
    request_.schedule.steps.resize(static_cast<std::size_t>(until));
  }

  /// Returns what is called before each step: a debugger may wait for one of them.
  std::function<void(std::size_t)> before_step() const {
    if (!is_debugged()) return {};
    std::size_t stop = request_.schedule.steps.size();
    if (line_.has("until")) {
      stop = static_cast<std::size_t>(base::parse_unsigned(line_.value("until")).value_or(0));
    }
    return [stop](std::size_t number) {
      if (number == stop) harrier_debugged_step();
    };
  }

  /// Returns what is called after each step: the states that it changes are shown with it.
  std::function<void(const SeenStep&)> after_step() {
    if (request_.schedule.steps.size() > shown_states_max) return {};
    return [this](const SeenStep& step) { seen_.push_back(step); };
  }

  /// What there is to tell about a replay that cannot end.
  ReplayResult unfinished(Finding finding, CrashDetail detail) const {
    ReplayResult result;
    if (detail == CrashDetail::full) {
      result.steps = steps_until_unfinished(request_.program.factory(), request_.schedule,
                                            request_.options, ViolationKind::crash);
    }
    result.violations.push_back({.finding = std::move(finding), .schedule = request_.schedule});
    return result;
  }

  Json json_of(const ReplayResult& result) const {
    Json json = replay_to_json(request_.program, request_.options, request_.schedule, result);
    for (const SeenStep& step : seen_) {
      if (step.number > 0) add_states(step, json["steps"][step.number - 1]);
    }
    return json;
  }

  /// Says of the steps what they change and print.
  report_detail::StepNotes changes(const ReportOptions& options) const {
    report_detail::StepNotes notes;
    for (const SeenStep& step : seen_) {
      if (std::string change = change_text(step, options); !change.empty()) {
        notes.emplace(step.number, std::move(change));
      }
    }
    return notes;
  }

  std::string text_of(const ReplayResult& result) const {
    if (line_.has("json")) return json_text(json_of(result));
    const ReportOptions options = report_options(line_);
    const report_detail::StepNotes notes = changes(options);
    std::string text;
    if (const auto setup = notes.find(0); setup != notes.end()) {
      text = fmt::format("set-up {}\n", setup->second);
    }
    text += report_detail::report_with(result, notes, options);
    if (line_.has("names")) {
      const NamedSchedule named =
          name_steps(request_.program.factory(), request_.schedule, request_.options);
      text += fmt::format("schedule: {}\n", shell_quoted(named.text()));
    }
    return text;
  }

  const CommandLine& line_;
  ReplayRequest request_;
  std::vector<SeenStep> seen_;
};

}  // namespace

Status run_replay(const CommandLine& line) {
  require_fitting(line);
  if (line.has("gdb")) run_in_gdb(DebuggerStop::in_handler);
  return ReplayRun(line).run();
}

}  // namespace harrier::tools
