// Results in the forms that continuous integration reads: JUnit XML and SARIF.
#include "tools/ci_results.hpp"

#include <fmt/format.h>

#include <set>

#include "base/markup.hpp"
#include "report/canvas.hpp"
#include "report/steps.hpp"

namespace harrier::tools {

namespace {

/// Escapes a text of any bytes for XML, line by line: XML has no control characters.
std::string xml(std::string_view text) {
  std::string out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += base::escaped_markup(report_detail::printable(text.substr(begin, end - begin), true));
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

/// The report of a violation as on a page without colours.
std::string plain_report(const Violation& violation, const ReportOptions& reporting) {
  ReportOptions plain = reporting;
  plain.color = false;
  plain.unicode = true;
  return report(violation, plain);
}

/// A number of a result; 0 where a crash left it unknown.
template <class Number>
Number number_in(const Json& result, const char* name) {
  const auto found = result.find(name);
  return found != result.end() && found->is_number() ? found->get<Number>() : Number{0};
}

std::string text_in(const Json& result, const char* name) {
  const auto found = result.find(name);
  return found != result.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// What each kind of violation means.
std::string_view meaning_of(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::check:
      return "A check of the program failed.";
    case ViolationKind::exception:
      return "A handler threw an exception that nobody caught.";
    case ViolationKind::misuse:
      return "The program used its framework in a way that is not allowed.";
    case ViolationKind::deadlock:
      return "Actors wait for each other, or for a reply that never comes.";
    case ViolationKind::stuck:
      return "An actor is left in a state in which it must not be left.";
    case ViolationKind::undelivered:
      return "A message is never delivered.";
    case ViolationKind::end_check:
      return "The program's own check of an end state failed.";
    case ViolationKind::hang:
      return "A step does not return.";
    case ViolationKind::crash:
      return "The program crashed.";
    case ViolationKind::endless:
      return "An execution never ends, or something never holds in it.";
  }
  return "";
}

Json location_of(const std::string& actor, const std::string& text) {
  Json location;
  location["message"]["text"] = text;
  location["logicalLocations"] =
      Json::array({Json{{"fullyQualifiedName", actor}, {"kind", "object"}}});
  return location;
}

Json sarif_steps(const Violation& violation, const std::optional<Explanation>& why) {
  Json steps = Json::array();
  for (const StepText& step : violation.steps) {
    std::string text = fmt::format("{} receives {} from {}", step.to, step.text, step.from);
    for (const Effect& effect : step.effects) text += "; " + to_string(effect);
    if (step.failure) text += "; " + to_string(*step.failure);
    const bool decides =
        why && why->pair && (why->pair->first == step.number || why->pair->second == step.number);
    steps.push_back({{"location", location_of(step.to, text)},
                     {"executionOrder", step.number},
                     {"importance", step.failure || decides ? "essential" : "important"}});
  }
  return steps;
}

Json sarif_result(const PageViolation& shown, const Outputs& outputs) {
  const Violation& violation = shown.violation;
  std::string text = violation.message();
  if (shown.why && !shown.why->sentence.empty()) text += ". " + shown.why->sentence;
  const auto replay = outputs.reporting.replay_line ? outputs.reporting.replay_line(violation)
                                                    : "schedule " + violation.schedule.text();
  Json result;
  result["ruleId"] = to_string(violation.kind());
  result["level"] = "error";
  result["message"]["text"] = text + ". Replay: " + replay;
  result["locations"] = Json::array({location_of(
      violation.steps.empty() ? outputs.program.definition->name : violation.steps.back().to,
      violation.message())});
  result["partialFingerprints"]["harrierViolation/v1"] = violation.message();
  if (!violation.steps.empty()) {
    Json thread;
    thread["locations"] = sarif_steps(violation, shown.why);
    Json flow;
    flow["threadFlows"] = Json::array({std::move(thread)});
    result["codeFlows"] = Json::array({std::move(flow)});
  }
  result["properties"] = {{"replay", replay}, {"schedule", violation.schedule.text()}};
  return result;
}

}  // namespace

std::string junit_text(const Outputs& outputs) {
  const Json& result = outputs.content.result;
  const std::string verdict = text_in(result, "verdict");
  const bool fails = verdict == to_string(Verdict::violation);
  const bool errs = !fails && verdict != to_string(Verdict::ok);
  const std::string title = xml(title_of(outputs.program));
  const std::string time = fmt::format("{:.3f}", number_in<double>(result, "seconds"));
  const std::string counts = fmt::format("tests=\"1\" failures=\"{}\" errors=\"{}\" time=\"{}\"",
                                         fails ? 1 : 0, errs ? 1 : 0, time);
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"harrier\" {}>\n"
      "  <testsuite name=\"{}\" {}>\n"
      "    <testcase classname=\"harrier.{}\" name=\"{}\" time=\"{}\">\n",
      counts, title, counts, xml(outputs.program.definition->name), title, time);
  if (fails) {
    std::string text;
    for (const PageViolation& shown : outputs.content.violations) {
      text += plain_report(shown.violation, outputs.reporting) + "\n";
    }
    const bool any = !outputs.content.violations.empty();
    const Violation violation = any ? outputs.content.violations.front().violation : Violation();
    out += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                       to_string(violation.kind()), xml(any ? violation.message() : verdict),
                       xml(text));
  } else if (errs) {
    const std::string reason = xml(text_in(result, "incomplete_reason"));
    out += fmt::format("      <error type=\"{}\" message=\"{}\">{}</error>\n", verdict, reason,
                       reason);
  }
  return out + "    </testcase>\n  </testsuite>\n</testsuites>\n";
}

std::string sarif_text(const Outputs& outputs) {
  Json results = Json::array();
  Json rules = Json::array();
  std::set<ViolationKind> kinds;
  for (const PageViolation& shown : outputs.content.violations) {
    const ViolationKind kind = shown.violation.kind();
    if (kinds.insert(kind).second) {
      Json rule;
      rule["id"] = to_string(kind);
      rule["shortDescription"]["text"] = meaning_of(kind);
      rules.push_back(std::move(rule));
    }
    results.push_back(sarif_result(shown, outputs));
  }
  Json driver = {{"name", "harrier"}, {"version", HARRIER_VERSION}, {"rules", std::move(rules)}};
  Json run;
  run["tool"]["driver"] = std::move(driver);
  run["invocations"] = Json::array({Json{{"executionSuccessful", true}}});
  run["results"] = std::move(results);
  run["properties"] = {
      {"program", title_of(outputs.program)},
      {"verdict", text_in(outputs.content.result, "verdict")},
      {"complete", outputs.content.result.value("complete", false)},
      {"executions", number_in<std::uint64_t>(outputs.content.result, "executions")}};
  Json sarif;
  sarif["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  sarif["version"] = "2.1.0";
  sarif["runs"] = Json::array({std::move(run)});
  return json_text(sarif);
}

}  // namespace harrier::tools
