// What the user typed, split into sub-command, options and the rest, and checked against the table.
#include "tools/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "explore/searches.hpp"
#include "explore/state_searches.hpp"
#include "plan/plan.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view negation = "no-";

std::vector<std::string> spellings(Use use) {
  std::vector<std::string> names;
  for (const Option& option : option_table()) {
    if (!shares(option.use, use)) continue;
    names.push_back(fmt::format("--{}", option.name));
    if (option.kind == ValueKind::toggle) names.push_back(fmt::format("--no-{}", option.name));
  }
  return names;
}

[[noreturn]] void refuse_unknown(const CommandLine& line, Use use, const std::string& name) {
  const std::string problem =
      find_option(name) != nullptr
          ? fmt::format("'{}' does not take --{}", line.command, name)
          : fmt::format("unknown option '--{}' of '{}'{}", name, line.command,
                        base::did_you_mean("--" + name, spellings(use)));
  throw UsageError(fmt::format("{}; '{} {} --help' shows what it takes", problem, line.program_name,
                               line.command));
}

/// Takes the arguments one by one.
class Reader {
 public:
  Reader(CommandLine& line, Use use, const std::vector<std::string>& arguments)
      : line_(line), use_(use), arguments_(arguments) {}

  void read() {
    bool options_end = false;
    while (next_ < arguments_.size()) {
      const std::string& argument = arguments_[next_++];
      if (options_end || argument.size() < 2 || argument[0] != '-') {
        line_.rest.push_back(argument);
      } else if (argument == "--") {
        options_end = true;
      } else if (argument == "-h") {
        set("help", "");
      } else if (argument[1] != '-') {
        throw UsageError(fmt::format("unknown option '{}' of '{}'; options begin with two dashes{}",
                                     argument, line_.command,
                                     base::did_you_mean("-" + argument, spellings(use_))));
      } else {
        read_option(argument.substr(2));
      }
    }
  }

 private:
  void read_option(const std::string& text) {
    const std::size_t equals = text.find('=');
    const bool has_value = equals != std::string::npos;
    const std::string name = text.substr(0, equals);

    const Option* option = find_option(name);
    bool negated = false;
    if (option == nullptr && name.starts_with(negation)) {
      option = find_option(std::string_view(name).substr(negation.size()));
      negated = option != nullptr;
      if (negated && option->kind != ValueKind::toggle) option = nullptr;
    }
    if (option == nullptr || !shares(option->use, use_)) refuse_unknown(line_, use_, name);

    if (!option->takes_value() && !option->values.empty()) {
      const bool follows =
          !has_value && next_ < arguments_.size() && option->takes(arguments_[next_]);
      const std::string value = has_value ? text.substr(equals + 1)
                                : follows ? arguments_[next_++]
                                          : std::string();
      if (has_value && !option->takes(value)) {
        throw UsageError(
            fmt::format("--{} takes no value but {}", name, base::join(option->values)));
      }
      set(std::string(option->name), value);
      return;
    }
    if (!option->takes_value()) {
      if (has_value) throw UsageError(fmt::format("--{} takes no value", name));
      set(std::string(option->name), negated ? "no" : "");
      return;
    }
    const std::string value = has_value ? text.substr(equals + 1) : following_value(*option);
    require_value_fits(*option, value);
    set(std::string(option->name), value);
  }

  std::string following_value(const Option& option) {
    if (next_ == arguments_.size() || arguments_[next_].starts_with("--")) {
      std::string values;
      if (!option.values.empty()) {
        const bool count_too = option.kind == ValueKind::count_or;
        values =
            fmt::format(": {} {}", count_too ? "a number or" : "one of", base::join(option.values));
      }
      throw UsageError(fmt::format("--{} needs a value{}", option.name, values));
    }
    return arguments_[next_++];
  }

  void set(const std::string& name, const std::string& value) {
    if (!line_.values.emplace(name, value).second) {
      throw UsageError(fmt::format("--{} is given twice", name));
    }
  }

  CommandLine& line_;
  Use use_;
  const std::vector<std::string>& arguments_;
  std::size_t next_ = 0;
};

/// Returns the options that say what a reduction does.
std::vector<std::string_view> reduction_options() {
  std::vector<std::string_view> names{"reduction", "sleep"};
  for (const NamedSummary& reduction : reductions()) {
    for (const ReductionParameter& parameter : reduction_traits(reduction.name).parameters) {
      names.push_back(parameter.name);
    }
  }
  return names;
}

/// Returns what is asked for, be it by a value that is the default.
Asked asked_for(const CommandLine& line, const CheckOptions& options) {
  Asked asked(options, search_facts(options));
  constexpr std::array typed{std::pair{"order", Feature::order},
                             std::pair{"sleep", Feature::sleep},
                             std::pair{"breadth-first", Feature::breadth_first},
                             std::pair{"comparator", Feature::comparator},
                             std::pair{"memory-max", Feature::memory_max},
                             std::pair{"must-end", Feature::must_end}};
  for (const auto& [option, feature] : typed) {
    if (line.has(option)) asked.add(feature);
  }
  if (line.has("step") && !options.states.on) asked.add(Feature::big_steps);
  if (line.has("reduction")) {
    asked.add(Feature::reduction);
    const KnownStateReduction* const known = find_state_reduction(line.value("reduction"));
    if (known == nullptr) asked.add(Feature::class_reduction);
    if (known != nullptr && known->reduction != StateReduction::none) {
      asked.add(Feature::state_reduction);
    }
  }
  return asked;
}

/// So much time is worth splitting up.
constexpr double split_seconds_min = 1;

/// Tells whether the user gives an exploration some time, and leaves it to us what to do with it.
bool splits_time(const CommandLine& line, const CheckOptions& options) {
  if (line.command != "check" || !line.has("seconds-max")) return false;
  const auto given = [&](std::string_view option) { return line.has(option); };
  if (std::ranges::any_of(reduction_options(), given)) return false;
  for (const char* chosen :
       {"search", "order", "executions-max", "depth-max", "bound", "cluster", "certificate"}) {
    if (given(chosen)) return false;
  }
  return options.seconds_max >= split_seconds_min;
}

/// Takes the reduction for one of those that go with compared states.
void choose_state_reduction(const CommandLine& line, CheckOptions& options) {
  StateOptions& states = options.states;
  const bool can_sleep =
      !states.breadth_first && !states.must_end && states.comparison == StateComparison::actors;
  if (!line.has("reduction")) {
    options.reduction = name_of(can_sleep ? StateReduction::sleep : StateReduction::none);
  }
  const KnownStateReduction* const known = find_state_reduction(options.reduction);
  states.reduction = known != nullptr ? known->reduction : StateReduction::none;
  if (line.command == "outcomes" && states.comparison == StateComparison::symmetric) {
    throw UsageError(
        "outcomes lists every end state; --comparator symmetric comes to one of those that differ "
        "only in who is who");
  }
}

}  // namespace

std::string CommandLine::value(std::string_view option) const {
  const auto given = values.find(option);
  if (given != values.end()) return given->second;
  const Option* known = find_option(option);
  return known == nullptr ? std::string() : known->default_value;
}

void parse_options(CommandLine& line, Use use, const std::vector<std::string>& arguments) {
  Reader(line, use, arguments).read();
}

CheckOptions check_options(const CommandLine& line) {
  CheckOptions options;
  for (const Option& option : option_table()) {
    const auto given = line.values.find(option.name);
    if (given != line.values.end() && option.apply != nullptr) option.apply(options, given->second);
  }
  if (line.command != "check" && line.value("delivery") == all_deliveries) {
    throw UsageError(fmt::format("--delivery all is for check; choose one of: {}",
                                 base::join(texts_of(delivery_words))));
  }
  for (const char* how : {"reduction", "order", "sleep"}) options.draws &= !line.has(how);
  if (options.states.on) choose_state_reduction(line, options);
  const std::string why_not = refusal(asked_for(line, options), Door::options);
  if (!why_not.empty()) throw UsageError(why_not);
  if (options.states.on) return options;
  if (splits_time(line, options)) options.search = "portfolio";
  // What is valid for actors only is meant for actors, unless the user says otherwise.
  if (!line.has("dependence") && reduction_traits(options.reduction).actors_only) {
    options.dependence = Dependence::actor;
  }
  return options;
}

std::string base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string shell_quoted(std::string_view word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./:=,+@%^").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace harrier::tools
