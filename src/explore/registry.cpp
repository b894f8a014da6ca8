// Keeps the programs under their names and reads their arguments.
#include "harrier/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "base/text.hpp"

namespace harrier {

namespace {

using base::did_you_mean;
using base::join;

/// All programs of this binary. Filled before main() and only read after.
struct Registry {
  std::map<std::string, ProgramDefinition, std::less<>> programs;
  // Registration runs before anybody can catch: what is wrong with it is told at the first use.
  std::vector<std::string> mistakes;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

bool is_name(std::string_view text) {
  return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [](unsigned char c) {
    return c > ' ' && c < 0x7f && c != '=' && c != '\'' && c != '"' && c != '/';
  });
}

std::vector<std::string> names_of(const std::vector<Parameter>& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

std::string range_text(const Parameter& parameter) {
  return fmt::format("{} to {}", parameter.min, parameter.max);
}

/// Checks a value and writes it the one way it is kept.
std::string value_in_range(const Parameter& parameter, const std::string& value,
                           std::string_view program) {
  const std::string given =
      fmt::format("{}={} does not fit program '{}': ", parameter.name, value, program);
  if (!parameter.is_number()) {
    if (std::ranges::find(parameter.values, value) != parameter.values.end()) return value;
    throw UsageError(fmt::format("{}choose one of: {}{}", given, join(parameter.values),
                                 did_you_mean(value, parameter.values)));
  }
  const std::optional<std::int64_t> number = base::parse_integer(value);
  if (!number) {
    throw UsageError(fmt::format("{}it must be a whole number, {}", given, range_text(parameter)));
  }
  if (*number < parameter.min || *number > parameter.max) {
    throw UsageError(fmt::format("{}choose {}", given, range_text(parameter)));
  }
  return std::to_string(*number);
}

/// Says what is wrong with a definition; empty when it is fine.
std::string mistake_in(const ProgramDefinition& definition) {
  if (!is_name(definition.name)) {
    return fmt::format("program '{}' has no name that can be typed", definition.name);
  }
  std::set<std::string> seen;
  for (const Parameter& parameter : definition.parameters) {
    if (!is_name(parameter.name)) {
      return fmt::format("program '{}' has a parameter '{}' that cannot be typed", definition.name,
                         parameter.name);
    }
    if (!seen.insert(parameter.name).second) {
      return fmt::format("program '{}' declares the parameter '{}' twice", definition.name,
                         parameter.name);
    }
    try {
      value_in_range(parameter, parameter.default_value, definition.name);
    } catch (const UsageError& error) {
      return fmt::format("the default {}", error.what());
    }
  }
  return {};
}

void add(ProgramDefinition definition) {
  Registry& all = registry();
  if (std::string mistake = mistake_in(definition); !mistake.empty()) {
    all.mistakes.push_back(std::move(mistake));
    return;
  }
  const std::string name = definition.name;
  if (!all.programs.emplace(name, std::move(definition)).second) {
    all.mistakes.push_back(fmt::format("two programs are registered under the name '{}'", name));
  }
}

const Registry& checked_registry() {
  const Registry& all = registry();
  if (!all.mistakes.empty()) throw UsageError(join(all.mistakes, "; "));
  return all;
}

}  // namespace

Parameter number(std::string name, std::int64_t default_value, std::int64_t min, std::int64_t max,
                 std::string summary) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.summary = std::move(summary);
  parameter.default_value = std::to_string(default_value);
  // Arguments::number gives an int.
  parameter.min = std::max<std::int64_t>(min, std::numeric_limits<int>::min());
  parameter.max = std::min<std::int64_t>(max, std::numeric_limits<int>::max());
  return parameter;
}

Parameter word(std::string name, std::vector<std::string> values, std::string summary) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.summary = std::move(summary);
  parameter.default_value = values.empty() ? std::string() : values.front();
  parameter.values = std::move(values);
  return parameter;
}

Arguments Arguments::parse(const std::vector<Parameter>& parameters,
                           const std::vector<std::string>& texts, std::string_view program) {
  const std::vector<std::string> names = names_of(parameters);
  const std::string takes =
      names.empty() ? "it takes no arguments" : fmt::format("it takes: {}=", join(names, "=, "));

  std::map<std::string, std::string> given;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw UsageError(fmt::format("'{}' is not a key=value argument of program '{}'; {}{}", text,
                                   program, takes, did_you_mean(text, names)));
    }
    const std::string key = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    const auto parameter = std::ranges::find(parameters, key, &Parameter::name);
    if (parameter == parameters.end()) {
      throw UsageError(fmt::format("program '{}' has no parameter '{}'; {}{}", program, key, takes,
                                   did_you_mean(key, names)));
    }
    const auto [other, fresh] = given.emplace(key, value_in_range(*parameter, value, program));
    if (!fresh) {
      throw UsageError(fmt::format("the parameter '{}' is given twice, as {} and as {}", key,
                                   other->second, value));
    }
  }

  Arguments arguments;
  arguments.values_ = std::move(given);
  for (const Parameter& parameter : parameters) {
    arguments.values_.emplace(parameter.name, parameter.default_value);
  }
  return arguments;
}

int Arguments::number(const std::string& name) const {
  const std::optional<std::int64_t> number = base::parse_integer(word(name));
  if (!number) {
    throw std::logic_error(fmt::format("harrier: the parameter '{}' is not a number", name));
  }
  return static_cast<int>(*number);
}

const std::string& Arguments::word(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    throw std::logic_error(
        fmt::format("harrier: the program reads a parameter '{}' that it does not declare", name));
  }
  return found->second;
}

Register::Register(std::string name, std::string summary, std::vector<Parameter> parameters,
                   Setup setup) {
  ProgramDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.parameters = std::move(parameters);
  definition.make = [setup = std::move(setup)](const Arguments& arguments,
                                               const ProgramOptions& options) {
    return make_program([setup, arguments](System& system) { setup(system, arguments); }, options);
  };
  add(std::move(definition));
}

Register::Register(ProgramDefinition definition) { add(std::move(definition)); }

std::vector<const ProgramDefinition*> registered_programs() {
  std::vector<const ProgramDefinition*> programs;
  for (const auto& [name, definition] : checked_registry().programs)
    programs.push_back(&definition);
  return programs;
}

const ProgramDefinition& find_program(std::string_view name) {
  const Registry& all = checked_registry();
  if (const auto found = all.programs.find(name); found != all.programs.end()) {
    return found->second;
  }
  std::vector<std::string> names;
  for (const auto& [known, definition] : all.programs) names.push_back(known);
  if (names.empty()) {
    throw UsageError(
        fmt::format("unknown program '{}'; no program is registered in this binary", name));
  }
  throw UsageError(fmt::format("unknown program '{}'; choose one of: {}{}", name, join(names),
                               did_you_mean(name, names)));
}

}  // namespace harrier
