// `harrier replay`: runs exactly one execution again and shows every step.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/text.hpp"
#include "explore/watchdog.hpp"
#include "tools/commands.hpp"
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
  const std::size_t count = saved.violations.size();
  if (count == 0) throw UsageError("'" + file + "' holds no violation to replay");
  const auto number = base::parse_unsigned(line.value("violation")).value_or(1);
  if (number > count) {
    throw UsageError("'" + file + "' holds " + base::counted(count, "violation") +
                     ", so --violation " + std::to_string(number) + " is not possible");
  }
  return saved.violations[number - 1];
}

Request request_from_file(CommandLine line) {
  const std::string file = line.rest.back();
  if (line.rest.size() == 1 && is_program(file) && !std::filesystem::exists(file)) {
    throw UsageError("'replay' needs to know which execution of '" + file +
                     "' to run: give --schedule S or a result file");
  }
  if (line.rest.size() > 2) {
    throw UsageError("'replay' takes the arguments of the program from the result file '" + file +
                     "'; give them with --schedule only");
  }
  const SavedRun saved = read_saved_run(file);
  if (line.rest.size() == 2 && line.rest.front() != saved.program) {
    throw UsageError("'" + file + "' is a result of program '" + saved.program + "', not of '" +
                     line.rest.front() + "'");
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

/// Runs the schedule; ends the process where a step does not return.
ReplayResult run_watched(const Request& request) {
  Watchdog watchdog;
  const double seconds_max = request.options.step_seconds_max;
  if (seconds_max > 0) {
    watchdog.start(seconds_max, [&](double) {
      print("violation: the replay has not ended after " + base::short_seconds_text(seconds_max) +
            "; a step may run forever (--step-seconds-max waits longer)\n");
      std::fflush(stdout);
      std::_Exit(static_cast<int>(Status::violation));
    });
  }
  watchdog.beat();
  ReplayResult result = replay(request.program.factory(), request.schedule, request.options);
  watchdog.idle();
  return result;
}

}  // namespace

Status run_replay(const CommandLine& line) {
  const Request request = request_of(line);
  const ReplayResult result = run_watched(request);
  if (line.has("json")) {
    print(json_text(replay_to_json(request.program, request.options, request.schedule, result)));
  } else {
    print(report(result, report_options(line)));
  }
  return result.violations.empty() ? Status::ok : Status::violation;
}

}  // namespace harrier::tools
