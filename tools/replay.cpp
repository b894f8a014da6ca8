// `harrier replay`: runs exactly one execution again and shows every step.
#include "explore/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/text.hpp"
#include "explore/unfinished.hpp"
#include "explore/watchdog.hpp"
#include "harrier/detail/exits.hpp"
#include "tools/commands.hpp"
#include "tools/crash.hpp"
#include "tools/json.hpp"
#include "tools/result_file.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

/// What is to be replayed, from wherever it was named.
struct Request {
  ChosenProgram program;
  Schedule schedule;
  CheckOptions options;
};

bool is_program(const std::string& name) {
  return std::ranges::any_of(registered_programs(), [&](const ProgramDefinition* program) {
    return program->name == name;
  });
}

Request request_from_schedule(const CommandLine& line) {
  if (line.has("violation")) {
    throw UsageError("--violation chooses from a result file; with --schedule there is none");
  }
  return {choose_program(line), Schedule::parse(line.value("schedule")), check_options(line)};
}

Schedule chosen_schedule(const SavedRun& saved, const CommandLine& line, const std::string& file) {
  const std::size_t count = saved.schedules.size();
  if (count == 0) throw UsageError(fmt::format("'{}' holds no violation to replay", file));
  const auto number = base::parse_unsigned(line.value("violation")).value_or(1);
  if (number > count) {
    throw UsageError(fmt::format("'{}' holds {}, so --violation {} is not possible", file,
                                 base::counted(count, "violation"), number));
  }
  return Schedule::parse(saved.schedules[number - 1]);
}

Request request_from_file(CommandLine line) {
  const std::string file = line.rest.back();
  if (line.rest.size() == 1 && is_program(file) && !std::filesystem::exists(file)) {
    throw UsageError(fmt::format(
        "'replay' needs to know which execution of '{}' to run: give --schedule S or a result file",
        file));
  }
  if (line.rest.size() > 2) {
    throw UsageError(fmt::format(
        "'replay' takes the arguments of the program from the result file '{}'; give them with "
        "--schedule only",
        file));
  }
  const SavedRun saved = read_saved_run(file);
  if (line.rest.size() == 2 && line.rest.front() != saved.program) {
    throw UsageError(fmt::format("'{}' is a result of program '{}', not of '{}'", file,
                                 saved.program, line.rest.front()));
  }
  for (const auto& [name, value] : saved.options) {
    require_value_fits(*find_option(name), value);
    line.values.emplace(name, value);
  }
  return {choose_program(saved.program, saved.arguments), chosen_schedule(saved, line, file),
          check_options(line)};
}

Request request_of(const CommandLine& line) {
  if (line.has("schedule")) return request_from_schedule(line);
  if (line.rest.empty()) {
    throw UsageError("'replay' needs a program with --schedule S, or a result file");
  }
  return request_from_file(line);
}

class ReplayRun {
 public:
  explicit ReplayRun(const CommandLine& line) : line_(line), request_(request_of(line)) {}

  Status run() {
    const ReplayResult result = run_watched();
    print(text_of(result));
    return result.violations.empty() ? Status::ok : Status::violation;
  }

 private:
  /// Runs the schedule; ends the process where a step does not return or crashes.
  ReplayResult run_watched() {
    const CrashGuard crash([this](std::string_view cause, CrashDetail detail) {
      return text_of(unfinished(CrashedProgram{std::string(cause)}, detail));
    });
    Watchdog watchdog;
    const double seconds_max = request_.options.step_seconds_max;
    if (seconds_max > 0) {
      watchdog.start({.seconds_max = seconds_max}, [this](const Watchdog::Stuck& stuck) {
        const Unreturned finding{.what = *stuck.what, .seconds = request_.options.step_seconds_max};
        print(text_of(unfinished(finding, CrashDetail::short_form)));
        std::fflush(stdout);
        detail::end_process(static_cast<int>(Status::violation));
      });
    }
    return replay(request_.program.factory(), request_.schedule, request_.options, watchdog);
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

  std::string text_of(const ReplayResult& result) const {
    if (!line_.has("json")) return report(result, report_options(line_));
    return json_text(replay_to_json(request_.program, request_.options, request_.schedule, result));
  }

  const CommandLine& line_;
  Request request_;
};

}  // namespace

Status run_replay(const CommandLine& line) { return ReplayRun(line).run(); }

}  // namespace harrier::tools
