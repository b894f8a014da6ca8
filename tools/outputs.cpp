// The files beside the report that a command line asks for: the page, diagrams, what CI reads.
#include "tools/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "base/text.hpp"
#include "harrier/detail/exits.hpp"
#include "report/sequences.hpp"
#include "tools/ci_results.hpp"
#include "tools/result_file.hpp"
#include "tools/shiviz.hpp"
#include "tools/status.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr std::array<std::string_view, 7> file_options = {"page",  "mermaid", "plantuml", "shiviz",
                                                          "junit", "sarif",   "tree"};

/// What runs never returns, so nothing else of this process can be trusted to end.
[[noreturn]] void give_up(const Watchdog::Stuck& stuck) {
  push_output();
  print_error("error", fmt::format("the program did not return for {} while its states and "
                                   "messages were shown; not all files were written",
                                   base::short_seconds_text(stuck.seconds)));
  detail::end_process(static_cast<int>(Status::error));
}

/// Writes the executions of a violation, the failing and the passing one, as logs of one file.
std::string shiviz_text(const Outputs& outputs, Watchdog& watchdog) {
  const PageViolation& shown = outputs.content.violations.front();
  const ProgramFactory factory = outputs.program.factory();
  ShivizLog failing("failing run");
  record(factory, shown.violation.schedule, outputs.options, failing, watchdog);
  if (!shown.why || shown.why->passing_steps.empty()) return failing.text();
  ShivizLog passing("passing run");
  record(factory, shown.why->passing, outputs.options, passing, watchdog);
  return failing.text() + passing.text();
}

/// Writes what shows one execution; there is nothing to write where nothing is violated.
void write_first_violation(const CommandLine& line, const Outputs& outputs, Watchdog& watchdog) {
  if (outputs.content.violations.empty()) return;
  const Violation& first = outputs.content.violations.front().violation;
  const std::string title = title_of(outputs.program) + ": " + first.message();
  if (line.has("mermaid")) {
    save_file(line.value("mermaid"), mermaid_sequence(first.steps, title));
  }
  if (line.has("plantuml")) {
    save_file(line.value("plantuml"), plantuml_sequence(first.steps, title));
  }
  if (line.has("shiviz") && outputs.content.executes && can_run_again(first)) {
    save_file(line.value("shiviz"), shiviz_text(outputs, watchdog));
  }
}

}  // namespace

void require_outputs_savable(const CommandLine& line) {
  std::vector<std::string> files;
  for (const std::string_view option : {"save", "save-executions"}) {
    if (line.has(option)) files.push_back(line.value(option));
  }
  for (const std::string_view option : file_options) {
    if (!line.has(option)) continue;
    const std::string file = line.value(option);
    require_savable(file);
    for (const std::string& other : files) require_different_files(other, file);
    files.push_back(file);
  }
}

bool watches_tree(const CommandLine& line) { return line.has("page") || line.has("tree"); }

bool has_outputs(const CommandLine& line) {
  return std::ranges::any_of(file_options,
                             [&line](std::string_view option) { return line.has(option); });
}

void write_outputs(const CommandLine& line, Outputs outputs) {
  Watchdog watchdog;
  if (outputs.content.executes && outputs.options.step_seconds_max > 0) {
    watchdog.start({.seconds_max = outputs.options.step_seconds_max}, give_up);
  }
  write_first_violation(line, outputs, watchdog);
  if (line.has("junit")) save_file(line.value("junit"), junit_text(outputs));
  if (line.has("sarif")) save_file(line.value("sarif"), sarif_text(outputs));
  if (line.has("tree") && outputs.content.executes && outputs.content.tree != nullptr) {
    save_file(line.value("tree"),
              tree_dot(outputs.content.tree->labelled(outputs.program.factory(), outputs.options),
                       title_of(outputs.program)));
  }
  if (line.has("page")) {
    save_file(line.value("page"),
              page_text(page_data(outputs.program, outputs.options, outputs.reporting,
                                  std::move(outputs.content), watchdog),
                        title_of(outputs.program)));
  }
}

}  // namespace harrier::tools
