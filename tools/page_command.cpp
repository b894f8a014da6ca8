// `harrier page`: shows a result file as a page. Its executions are run again, to see their states.
#include "tools/page_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "explore/unfinished.hpp"
#include "tools/commands.hpp"
#include "tools/outputs.hpp"
#include "tools/result_file.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr double explain_seconds_max = 1;

/// A race as the page lists it; null where it is not one.
Json race_of(const Json& given) {
  if (!given.is_object()) return nullptr;
  Json race;
  for (const char* text : {"field", "first", "second", "always_first"}) {
    race[text] = given.contains(text) && given[text].is_string() ? given[text] : Json("");
  }
  for (const char* count : {"found", "reversed"}) {
    if (!given.contains(count) || !given[count].is_number_unsigned()) return nullptr;
    race[count] = given[count];
  }
  race["both_ways"] = given.contains("both_ways") && given["both_ways"] == true;
  return race;
}

/// Says of a violation that cannot be run to its end what the file and its other steps say.
Violation unfinished(const SavedRun& saved, std::size_t number, const ProgramFactory& make,
                     const CheckOptions& options) {
  Violation violation;
  violation.schedule = Schedule::parse(saved.schedules[number]);
  const bool hangs = saved.kinds[number] == to_string(ViolationKind::hang);
  violation.steps = steps_until_unfinished(make, violation.schedule, options,
                                           hangs ? ViolationKind::hang : ViolationKind::crash);
  if (!hangs) {
    violation.finding = CrashedProgram{saved.messages[number]};
  } else if (!violation.steps.empty()) {
    violation.finding = Unreturned{.what = Unreturned::What::handler,
                                   .actor = violation.steps.back().to,
                                   .message = violation.steps.back().text,
                                   .seconds = options.step_seconds_max};
  } else {
    violation.finding =
        Unreturned{.what = Unreturned::What::some_step, .seconds = options.step_seconds_max};
  }
  return violation;
}

/// Runs a violation of the file again and finds out why it happens.
PageViolation shown_again(const SavedRun& saved, std::size_t number, const std::string& file,
                          const ProgramFactory& make, const CheckOptions& options) {
  PageViolation shown;
  const std::string& kind = saved.kinds[number];
  if (kind == to_string(ViolationKind::hang) || kind == to_string(ViolationKind::crash)) {
    shown.violation = unfinished(saved, number, make, options);
    return shown;
  }
  const Schedule schedule = Schedule::parse(saved.schedules[number]);
  ReplayResult result = replay(make, schedule, options);
  if (result.violations.empty()) {
    throw UsageError(
        fmt::format("violation {} of '{}' does not show again: its execution violates nothing; "
                    "the program is another one than when the file was written",
                    number + 1, file));
  }
  shown.violation = std::move(result.violations.front());
  shown.violation.steps = std::move(result.steps);
  if (can_run_again(shown.violation)) {
    shown.why = explain(make, shown.violation, options, {.seconds_max = explain_seconds_max});
  }
  return shown;
}

}  // namespace

Json parse_summary(std::string_view text, const std::string& file) {
  static constexpr std::array<std::string_view, 20> shown = {
      "reduction",  "order",   "dependence", "delivery",          "environment",
      "sleep",      "seed",    "complete",   "verdict",           "incomplete_reason",
      "executions", "blocked", "steps",      "steps_replayed",    "depth_max",
      "states",     "events",  "seconds",    "events_stored_max", "search"};
  constexpr std::size_t races_max = 1000;
  Json json;
  try {
    json = Json::parse(text, [](int depth, Json::parse_event_t event, Json& parsed) {
      if (depth != 1 || event != Json::parse_event_t::key) return true;
      return parsed == "races" || std::ranges::any_of(shown, [&parsed](std::string_view name) {
               return parsed == name;
             });
    });
  } catch (const Json::exception&) {
    throw UsageError(fmt::format("'{}' is not JSON", file));
  }
  if (!json.is_object()) throw UsageError(fmt::format("'{}' is not a JSON object", file));
  Json summary = Json::object();
  for (const auto& [name, value] : json.items()) {
    if (value.is_primitive()) summary[name] = value;
  }
  if (!json.contains("races") || !json["races"].is_array()) return summary;
  Json races = Json::array();
  for (const Json& given : json["races"]) {
    Json race = race_of(given);
    if (!race.is_null() && races.size() < races_max) races.push_back(std::move(race));
  }
  summary["races"] = std::move(races);
  return summary;
}

Status run_page(const CommandLine& given) {
  CommandLine line = given;
  if (line.rest.size() != 1) {
    throw UsageError("'page' needs one result file, which 'check --save FILE' writes");
  }
  const std::string file = line.rest.front();
  if (!has_outputs(line)) {
    line.values["page"] = std::filesystem::path(file).replace_extension(".html").string();
  }
  if (line.has("page")) require_different_files(file, line.value("page"));
  require_outputs_savable(line);
  const std::string text = read_result_text(file);
  const SavedRun saved = parse_saved_run(text, file);
  for (const auto& [name, value] : saved.options) {
    require_value_fits(*find_option(name), value);
    line.values.emplace(name, value);
  }
  const ChosenProgram program = choose_program(saved.program, saved.arguments);
  const CheckOptions options = check_options(line);
  const ProgramFactory make = program.factory();
  PageContent content{.result = parse_summary(text, file), .violations = {}};
  for (std::size_t i = 0; i < saved.schedules.size(); ++i) {
    content.violations.push_back(shown_again(saved, i, file, make, options));
  }
  const ReportOptions reporting = report_options(line, program);
  write_outputs(line, {program, options, reporting, std::move(content)});
  if (line.has("page")) print(fmt::format("page: {}\n", line.value("page")));
  return Status::ok;
}

}  // namespace harrier::tools
