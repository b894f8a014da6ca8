// Results as JSON objects. Scripts depend on the names of the keys.
#include "tools/json.hpp"

#include <cmath>

#include "base/text.hpp"
#include "explore/searches.hpp"
#include "report/searches.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

Json arguments_to_json(const ChosenProgram& program) {
  Json json = Json::object();
  for (const Parameter& parameter : program.definition->parameters) {
    const std::string& value = program.arguments.word(parameter.name);
    if (parameter.is_number()) {
      json[parameter.name] = base::parse_integer(value).value_or(0);
    } else {
      json[parameter.name] = value;
    }
  }
  return json;
}

/// Says what each of some values is.
template <class Value>
Json texts_of(const std::vector<Value>& values) {
  Json json = Json::array();
  for (const Value& value : values) json.push_back(to_string(value));
  return json;
}

}  // namespace

Json steps_to_json(const std::vector<StepText>& steps) {
  Json json = Json::array();
  for (const StepText& step : steps) {
    Json one;
    one["number"] = step.number;
    one["message"] = step.message.value;
    one["from"] = step.from;
    one["to"] = step.to;
    one["text"] = step.text;
    one["choices"] = step.choices;
    one["effects"] = texts_of(step.effects);
    if (!step.meeting.actors.empty()) one["together"] = step.meeting.actors;
    if (step.failure) one["failure"] = to_string(*step.failure);
    json.push_back(std::move(one));
  }
  return json;
}

namespace {

Json violations_to_json(const std::vector<Violation>& violations) {
  Json json = Json::array();
  for (const Violation& violation : violations) {
    Json one;
    one["kind"] = to_string(violation.kind());
    one["message"] = violation.message();
    one["details"] = violation.details();
    one["count"] = violation.count;
    if (violation.count_stopped) one["count_stopped"] = true;
    one["schedule"] = violation.schedule.text();
    one["steps"] = steps_to_json(violation.steps);
    json.push_back(std::move(one));
  }
  return json;
}

}  // namespace

Json why_to_json(const Explanation& why) {
  Json json;
  json["sentence"] = why.sentence;
  if (why.pair) {
    json["pair"] = {{"first", why.pair->first}, {"second", why.pair->second}, {"on", why.pair->on}};
  }
  if (why.choice) json["choice"] = *why.choice;
  if (why.no_return) {
    json["no_return"] = {{"step", *why.no_return}, {"exact", why.no_return_exact}};
  }
  json["matters"] = why.matters;
  if (!why.passing_steps.empty()) {
    json["passing"] = {{"schedule", why.passing.text()},
                       {"common", why.common},
                       {"steps", steps_to_json(why.passing_steps)}};
  }
  return json;
}

namespace {

Json races_to_json(const std::vector<RaceCount>& races) {
  Json json = Json::array();
  for (const RaceCount& race : races) {
    json.push_back({{"field", race.field},
                    {"first", race.first},
                    {"second", race.second},
                    {"found", race.found},
                    {"reversed", race.reversed},
                    {"both_ways", race.both_ways},
                    {"always_first", race.always_first}});
  }
  return json;
}

Json parts_to_json(const std::vector<SearchPart>& parts) {
  Json json = Json::array();
  for (const SearchPart& part : parts) {
    Json one;
    one["search"] = part.search;
    one["bound"] = part.bound ? Json(*part.bound) : Json(nullptr);
    one["ended"] = part.ended;
    one["executions"] = part.executions;
    one["distinct"] = part.distinct;
    one["seconds"] = part.seconds;
    one["guarantee"] = part.guarantee;
    json.push_back(std::move(one));
  }
  return json;
}

Json seen_to_json(const SeenClasses& seen) {
  return {{"distinct", seen.distinct},
          {"once", seen.once},
          {"drawn", seen.drawn},
          {"full", seen.full},
          {"chance_of_new", seen.chance_of_new()}};
}

Json states_to_json(const StatesSeen& states, const CheckOptions& options) {
  return {{"comparator", word_of(comparison_words, options.states.comparison)},
          {"breadth_first", options.states.breadth_first},
          {"big_steps", options.states.big_steps},
          {"met_again", states.met_again},
          {"bytes", states.bytes},
          {"load", states.load},
          {"chance_of_omission", states.chance_of_omission()}};
}

Json summaries_to_json(std::span<const NamedSummary> known) {
  Json json = Json::array();
  for (const NamedSummary& one : known) {
    json.push_back({{"name", one.name}, {"summary", one.summary}});
  }
  return json;
}

Json parameter_to_json(const Parameter& parameter) {
  Json json;
  json["name"] = parameter.name;
  json["summary"] = parameter.summary;
  if (parameter.is_number()) {
    json["default"] = base::parse_integer(parameter.default_value).value_or(0);
    json["min"] = parameter.min;
    json["max"] = parameter.max;
  } else {
    json["default"] = parameter.default_value;
    json["values"] = parameter.values;
  }
  return json;
}

Json drawn_to_json(const DrawnBeside& drawn) {
  Json json;
  json["executions"] = drawn.executions;
  json["steps"] = drawn.steps;
  json["found_by"] = drawn.found_by ? Json(*drawn.found_by) : Json(nullptr);
  for (const SearchPart& part : drawn.parts) json["searches"][part.search] = part.executions;
  return json;
}

}  // namespace

Json check_to_json(const ChosenProgram& program, const CheckOptions& options,
                   const CheckResult& result) {
  Json json;
  json["schema"] = check_schema;
  json["program"] = program.definition->name;
  json["arguments"] = arguments_to_json(program);
  json["reduction"] = options.reduction;
  json["order"] = options.order;
  json["dependence"] = word_of(dependence_words, options.dependence);
  json["delivery"] = word_of(delivery_words, options.delivery);
  json["environment"] = word_of(environment_words, options.environment);
  json["undelivered"] = word_of(undelivered_words, options.undelivered);
  json["sleep"] = options.sleep;
  json["k"] = options.parameter("k");
  json["seed"] = options.seed;
  json["complete"] = result.complete;
  json["verdict"] = to_string(result.verdict);
  json["incomplete_reason"] = result.incomplete_reason();
  json["executions"] = result.executions;
  json["blocked"] = result.blocked;
  if (result.infeasible != 0) json["infeasible"] = result.infeasible;
  json["steps"] = result.steps;
  json["steps_replayed"] = result.steps_replayed;
  json["depth_max"] = result.depth_max;
  json["states"] = result.states ? result.states->distinct : 0;
  json["events"] = result.events;
  json["events_stored_max"] = result.events_stored_max;
  json["seconds"] = result.seconds;
  if (result.audited != 0) json["audited"] = result.audited;
  json["violations"] = violations_to_json(result.violations);
  json["warnings"] = violations_to_json(result.warnings);
  if (!options.search.empty()) {
    json["search"] = options.search;
    json["bug_depth"] = options.bug_depth;
    json["parts"] = parts_to_json(result.parts);
    if (result.seen) json["seen"] = seen_to_json(*result.seen);
  }
  if (result.drawn) json["drawn"] = drawn_to_json(*result.drawn);
  if (result.states) json["state_table"] = states_to_json(*result.states, options);
  if (const std::optional<Estimate> estimate = report_detail::estimate_beside_seen(result)) {
    json["estimate"] = estimate_to_json(*estimate);
  }
  if (options.stats) json["races"] = races_to_json(result.races);
  return json;
}

Json estimate_to_json(const Estimate& estimate) {
  Json json;
  json["classes"] = estimate.classes;
  json["low"] = estimate.low;
  json["high"] = std::isfinite(estimate.high) ? Json(estimate.high) : Json(nullptr);
  json["confidence"] = estimate.confidence;
  json["probes"] = estimate.probes;
  json["cut"] = estimate.cut;
  json["seconds"] = estimate.seconds;
  return json;
}

Json replay_to_json(const ChosenProgram& program, const CheckOptions& options,
                    const Schedule& schedule, const ReplayResult& result) {
  Json json;
  json["schema"] = replay_schema;
  json["program"] = program.definition->name;
  json["arguments"] = arguments_to_json(program);
  json["delivery"] = word_of(delivery_words, options.delivery);
  json["environment"] = word_of(environment_words, options.environment);
  json["undelivered"] = word_of(undelivered_words, options.undelivered);
  json["schedule"] = schedule.text();
  json["verdict"] = to_string(result.violations.empty() ? Verdict::ok : Verdict::violation);
  json["maximal"] = result.maximal;
  json["steps"] = steps_to_json(result.steps);
  json["pending"] = texts_of(result.pending);
  json["violations"] = violations_to_json(result.violations);
  return json;
}

Json estimate_to_json(const ChosenProgram& program, const CheckOptions& options,
                      const Estimate& estimate) {
  Json json;
  json["schema"] = estimate_schema;
  json["program"] = program.definition->name;
  json["arguments"] = arguments_to_json(program);
  json["dependence"] = word_of(dependence_words, options.dependence);
  json["delivery"] = word_of(delivery_words, options.delivery);
  json["seed"] = options.seed;
  json["estimate"] = estimate_to_json(estimate);
  return json;
}

Json list_to_json() {
  Json json;
  json["schema"] = list_schema;
  json["programs"] = Json::array();
  for (const ProgramDefinition* program : registered_programs()) {
    Json one;
    one["name"] = program->name;
    one["summary"] = program->summary;
    one["parameters"] = Json::array();
    for (const Parameter& parameter : program->parameters) {
      one["parameters"].push_back(parameter_to_json(parameter));
    }
    json["programs"].push_back(std::move(one));
  }
  json["reductions"] = summaries_to_json(reductions());
  json["orders"] = summaries_to_json(orders());
  json["searches"] = summaries_to_json(searches());
  return json;
}

std::string json_text(const Json& json) {
  // Texts come from the user's program: what is not UTF-8 is replaced, not refused.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace harrier::tools
