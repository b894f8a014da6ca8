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

/// What a value of a result is; whole numbers and times may be unknown, after a crash.
enum class Shape : unsigned char { text, flag, count, seconds };
struct Shown {
  std::string_view name;
  Shape shape;
};
constexpr std::array<Shown, 20> summary = {{{"reduction", Shape::text},
                                            {"order", Shape::text},
                                            {"dependence", Shape::text},
                                            {"delivery", Shape::text},
                                            {"environment", Shape::text},
                                            {"sleep", Shape::flag},
                                            {"seed", Shape::count},
                                            {"complete", Shape::flag},
                                            {"verdict", Shape::text},
                                            {"incomplete_reason", Shape::text},
                                            {"executions", Shape::count},
                                            {"blocked", Shape::count},
                                            {"steps", Shape::count},
                                            {"steps_replayed", Shape::count},
                                            {"depth_max", Shape::count},
                                            {"states", Shape::count},
                                            {"events", Shape::count},
                                            {"seconds", Shape::seconds},
                                            {"events_stored_max", Shape::count},
                                            {"search", Shape::text}}};

bool has_shape(const Json& value, Shape shape) {
  switch (shape) {
    case Shape::text:
      return value.is_string();
    case Shape::flag:
      return value.is_boolean();
    case Shape::count:
      return value.is_number_unsigned() || value.is_null();
    case Shape::seconds:
      return value.is_number() || value.is_null();
  }
  return false;
}

std::string_view name_of(Shape shape) {
  switch (shape) {
    case Shape::text:
      return "a text";
    case Shape::flag:
      return "true or false";
    case Shape::count:
      return "a whole number";
    case Shape::seconds:
      return "a number";
  }
  return "";
}

/// A race as the page lists it; null where it is not one.
Json race_of(const Json& given) {
  if (!given.is_object()) return nullptr;
  Json race;
  for (const char* text : {"field", "first", "second", "always_first"}) {
    race[text] = given.contains(text) ? given[text] : Json("");
    if (!race[text].is_string()) return nullptr;
  }
  for (const char* count : {"found", "reversed"}) {
    if (!given.contains(count) || !given[count].is_number_unsigned()) return nullptr;
    race[count] = given[count];
  }
  race["both_ways"] = given.contains("both_ways") ? given["both_ways"] : Json(false);
  return race["both_ways"].is_boolean() ? race : Json(nullptr);
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
  constexpr std::size_t races_max = 1000;
  Json json;
  try {
    json = Json::parse(text, [](int depth, Json::parse_event_t event, Json& parsed) {
      if (depth != 1 || event != Json::parse_event_t::key) return true;
      return parsed == "races" ||
             std::ranges::any_of(summary, [&](const Shown& one) { return parsed == one.name; });
    });
  } catch (const Json::exception&) {
    throw UsageError(fmt::format("'{}' is not JSON", file));
  }
  if (!json.is_object()) throw UsageError(fmt::format("'{}' is not a JSON object", file));
  Json shown = Json::object();
  for (const Shown& one : summary) {
    if (!json.contains(one.name)) continue;
    if (!has_shape(json[one.name], one.shape)) {
      throw UsageError(fmt::format("'{}' is not a result that 'check' wrote: its '{}' is not {}",
                                   file, one.name, name_of(one.shape)));
    }
    shown[one.name] = json[one.name];
  }
  if (!json.contains("races")) return shown;
  if (!json["races"].is_array()) {
    throw UsageError(
        fmt::format("'{}' is not a result that 'check' wrote: its 'races' are not an array", file));
  }
  Json races = Json::array();
  for (const Json& given : json["races"]) {
    Json race = race_of(given);
    if (race.is_null()) {
      throw UsageError(
          fmt::format("'{}' is not a result that 'check' wrote: one of its races is none", file));
    }
    if (races.size() < races_max) races.push_back(std::move(race));
  }
  shown["races"] = std::move(races);
  return shown;
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
