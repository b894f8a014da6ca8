// `harrier list`: the programs, reductions and orders there are, one line each.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "explore/searches.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

struct Entry {
  std::string name;
  std::string text;
};

/// Shows a parameter with its default and what else it may be: `n=3 (1 to 8)`.
std::string parameter_text(const Parameter& parameter) {
  return fmt::format("{}={} ({})", parameter.name, parameter.default_value,
                     parameter.is_number() ? fmt::format("{} to {}", parameter.min, parameter.max)
                                           : base::join(parameter.values, "|"));
}

void print_section(const std::string& title, const std::vector<Entry>& entries) {
  std::size_t width = 0;
  for (const Entry& entry : entries) width = std::max(width, entry.name.size());
  std::string text = title + ":\n";
  for (const Entry& entry : entries) {
    text += fmt::format("  {:<{}}  {}\n", entry.name, width, entry.text);
  }
  print(text);
}

std::vector<Entry> entries_of(std::span<const NamedSummary> known) {
  std::vector<Entry> entries;
  for (const NamedSummary& one : known) {
    entries.push_back({std::string(one.name), std::string(one.summary)});
  }
  return entries;
}

std::vector<Entry> program_entries() {
  std::vector<Entry> entries;
  for (const ProgramDefinition* program : registered_programs()) {
    std::string text = program->summary;
    const char* separator = "; ";
    for (const Parameter& parameter : program->parameters) {
      text += separator + parameter_text(parameter);
      separator = ", ";
    }
    entries.push_back({program->name, std::move(text)});
  }
  return entries;
}

}  // namespace

Status run_list(const CommandLine& line) {
  if (!line.rest.empty()) {
    throw UsageError(fmt::format("'list' takes no arguments, but got '{}'", line.rest.front()));
  }
  if (line.has("json")) {
    print(json_text(list_to_json()));
    return Status::ok;
  }
  const std::vector<Entry> programs = program_entries();
  if (programs.empty()) {
    print("programs:\n  none is registered in this binary\n");
  } else {
    print_section("programs", programs);
  }
  print_section("reductions", entries_of(reductions()));
  print_section("orders", entries_of(orders()));
  print_section("searches", entries_of(searches()));
  return Status::ok;
}

}  // namespace harrier::tools
