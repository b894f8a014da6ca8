// The page: a result with its executions as one file that a browser opens from disk.
#include "tools/page.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/markup.hpp"
#include "tools/page_run.hpp"
#include "tools/viewer.hpp"

namespace harrier::tools {

namespace {

constexpr std::size_t text_bytes_max = std::size_t{32} << 20;

/// Makes every text of a value valid.
void make_valid(Json& json) {
  if (json.is_string()) {
    json = valid_text(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (Json& part : json) make_valid(part);
  }
}

Json node_to_json(const ExploredTree::Node& node) {
  Json json;
  json["executions"] = node.executions;
  json["steps"] = node.steps;
  if (!node.violation.empty()) json["violation"] = node.violation;
  json["children"] = Json::array();
  for (const ExploredTree::Node& child : node.children) {
    json["children"].push_back(node_to_json(child));
  }
  return json;
}

class PageBuilder {
 public:
  PageBuilder(const ChosenProgram& program, const CheckOptions& options,
              const ReportOptions& reporting, Watchdog& watchdog)
      : factory_(program.factory()),
        options_(options),
        reporting_(reporting),
        watchdog_(watchdog) {}

  /// Shows a violation with its execution, and with one that passes.
  Json violation(const PageViolation& shown, bool executes) {
    const Violation& violation = shown.violation;
    Json json;
    json["kind"] = to_string(violation.kind());
    json["message"] = violation.message();
    json["details"] = violation.details();
    json["count"] = violation.count;
    json["count_stopped"] = violation.count_stopped;
    if (shown.certified) json["shortest"] = *shown.certified;
    if (shown.why) {
      json["why"] = why_to_json(*shown.why);
      json["why"].erase("passing");
    }
    if (!executes || !can_run_again(violation)) {
      json["run"] = PageRun::of_texts(violation.steps, room_);
      add_schedule(json["run"], violation.schedule);
      return json;
    }
    PageRun failing(room_);
    record(factory_, violation.schedule, options_, failing, watchdog_);
    if (shown.why && !shown.why->passing_steps.empty()) {
      PageRun passing(room_);
      record(factory_, shown.why->passing, options_, passing, watchdog_);
      failing.compare_with(passing);
      passing.compare_with(failing);
      json["passing"] = passing.take();
      json["passing"]["common"] = shown.why->common;
      add_schedule(json["passing"], shown.why->passing);
    }
    json["run"] = failing.take();
    add_schedule(json["run"], violation.schedule);
    return json;
  }

  /// Shows any execution.
  Json example(const Schedule& schedule) {
    PageRun run(room_);
    record(factory_, schedule, options_, run, watchdog_);
    Json json = run.take();
    add_schedule(json, schedule);
    return json;
  }

 private:
  void add_schedule(Json& run, const Schedule& schedule) const {
    run["schedule"] = schedule.text();
    if (!reporting_.replay_line) return;
    Violation shown;
    shown.schedule = schedule;
    run["replay"] = reporting_.replay_line(shown);
  }

  const ProgramFactory factory_;
  const CheckOptions& options_;
  const ReportOptions& reporting_;
  Watchdog& watchdog_;
  TextRoom room_{text_bytes_max};
};

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// Writes JSON that nothing in a page takes for anything else.
std::string inert_json(const Json& data) {
  const std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string inert;
  inert.reserve(text.size());
  for (const char letter : text) {
    if (letter == '<') {
      inert += "\\u003c";
    } else {
      inert += letter;
    }
  }
  replace_all(inert, "\xE2\x80\xA8", "\\u2028");
  replace_all(inert, "\xE2\x80\xA9", "\\u2029");
  return inert;
}

}  // namespace

bool can_run_again(const Violation& violation) {
  return violation.kind() != ViolationKind::hang && violation.kind() != ViolationKind::crash;
}

Json page_data(const ChosenProgram& program, const CheckOptions& options,
               const ReportOptions& reporting, PageContent content, Watchdog& watchdog) {
  Json data = std::move(content.result);
  data["page"] = page_schema;
  data["title"] = title_of(program);
  PageBuilder builder(program, options, reporting, watchdog);
  data["violations"] = Json::array();
  for (const PageViolation& violation : content.violations) {
    data["violations"].push_back(builder.violation(violation, content.executes));
  }
  if (content.tree == nullptr || !content.executes) return data;
  data["classes"] = content.tree->classes();
  data["classes_all"] = content.tree->counted_all_classes();
  if (content.tree->schedules().empty()) return data;
  if (content.violations.empty()) {
    data["example"] = builder.example(content.tree->schedules().front());
  }
  if (content.tree->is_whole()) {
    data["tree"] = node_to_json(content.tree->labelled(program.factory(), options));
  }
  return data;
}

std::string page_text(Json data, const std::string& title) {
  make_valid(data);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
      "<title>{}</title>\n<style>\n{}</style></head><body>\n"
      "<noscript>This page shows its data with JavaScript, which is switched off here.</noscript>\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script>\n\"use strict\";\n(() => {{\n{}}})();\n</script>\n</body></html>\n",
      base::escaped_markup(valid_text(title)), fmt::join(viewer_style, ""), inert_json(data),
      fmt::join(viewer_script, ""));
}

std::string title_of(const ChosenProgram& program) {
  std::string title = program.definition->name;
  for (const std::string& argument : program.given) title += " " + argument;
  return title;
}

}  // namespace harrier::tools
