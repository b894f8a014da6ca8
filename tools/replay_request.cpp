// The one execution that a command line names: by its schedule, or in a file.
#include "tools/replay_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "tools/result_file.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

bool is_program(const std::string& name) {
  return std::ranges::any_of(registered_programs(), [&](const ProgramDefinition* program) {
    return program->name == name;
  });
}

void set_schedule(ReplayRequest& request, const std::string& text) {
  if (NamedSchedule::is_one(text)) {
    request.named = NamedSchedule::parse(text);
  } else {
    request.schedule = Schedule::parse(text);
  }
}

ReplayRequest request_from_schedule(const CommandLine& line) {
  if (line.has("violation")) {
    throw UsageError("--violation chooses from a result file; with --schedule there is none");
  }
  ReplayRequest request;
  request.program = choose_program(line);
  request.options = check_options(line);
  set_schedule(request, line.value("schedule"));
  return request;
}

void choose_schedule(ReplayRequest& request, const SavedRun& saved, const CommandLine& line,
                     const std::string& file) {
  const std::size_t count = saved.schedules.size();
  if (count == 0) throw UsageError(fmt::format("'{}' holds no violation to replay", file));
  const auto number = base::parse_unsigned(line.value("violation")).value_or(1);
  if (number > count) {
    throw UsageError(fmt::format("'{}' holds {}, so --violation {} is not possible", file,
                                 base::counted(count, "violation"), number));
  }
  set_schedule(request, saved.schedules[number - 1]);
  const std::string& names = saved.names[number - 1];
  if (names.empty()) return;
  request.named = NamedSchedule::parse(names);
  request.falls_back = true;
}

ReplayRequest request_from_file(CommandLine line) {
  const std::string file = line.rest.back();
  if (line.rest.size() == 1 && is_program(file) && !std::filesystem::exists(file)) {
    throw UsageError(
        fmt::format("'{}' needs to know which execution of '{}' to run: give --schedule S or a "
                    "result file",
                    line.command, file));
  }
  if (line.rest.size() > 2) {
    throw UsageError(fmt::format(
        "'{}' takes the arguments of the program from the result file '{}'; give them with "
        "--schedule only",
        line.command, file));
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
  ReplayRequest request;
  request.program = choose_program(saved.program, saved.arguments);
  request.options = check_options(line);
  choose_schedule(request, saved, line, file);
  return request;
}

}  // namespace

ReplayRequest replay_request(const CommandLine& line) {
  if (line.has("schedule")) return request_from_schedule(line);
  if (line.rest.empty()) {
    throw UsageError(
        fmt::format("'{}' needs a program with --schedule S, or a result file", line.command));
  }
  return request_from_file(line);
}

void find_schedule(ReplayRequest& request) {
  if (!request.named) return;
  const Schedule numbers = request.schedule;
  try {
    find_numbers(request.program.factory(), *request.named, request.options, request.schedule);
  } catch (const UsageError& error) {
    if (!request.falls_back) throw;
    request.schedule = numbers;
    print_error("note",
                fmt::format("{}; the numbers of the steps are taken instead", error.what()));
  }
}

}  // namespace harrier::tools
