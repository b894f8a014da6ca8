// `harrier abs`: reads an ABS model and hands it to another sub-command as a program.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "abs/lower/load.hpp"
#include "abs/run/abs_program.hpp"
#include "base/text.hpp"
#include "explore/state_searches.hpp"
#include "tools/abs_awaits.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/kept_file.hpp"
#include "tools/replay_request.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

using abs::Dialect;
using abs::PlainNew;
using abs::run::Actors;
using abs::run::Await;
using abs::run::Durations;
using abs::run::Exceptions;

/// The options that only models have, each with what may follow it.
struct AbsOption {
  std::string_view name;
  std::vector<std::string> values;  ///< the first one is the default
  std::string_view help;
};

const std::vector<AbsOption>& abs_options() {
  static const std::vector<AbsOption> options = {
      {"await",
       {"core", "release", "both"},
       "whether await lets others run though its guard holds; both compares"},
      {"actors", {"cog", "object"}, "what is an actor"},
      {"exceptions", {"main", "any"}, "in which tasks an uncaught exception is a violation"},
      {"dialect", {"standard", "legacy"}, "which ABS is read"},
      {"durations",
       {"latest", "earliest"},
       "where time stops while tasks wait: where the first interval ends, or begins"},
      {"deployment", {"exact", "ignore"}, "whether costs take what deployment components have"},
      {"new",
       {"model", "cog", "local"},
       "where plain new makes an object: in a cog of its own, or its creator's"},
  };
  return options;
}

const AbsOption* find_abs_option(std::string_view name) {
  for (const AbsOption& option : abs_options()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

/// The option that takes a number: a bound for time.
constexpr std::string_view time_max_name = "time-max";
/// The one that takes a file.
constexpr std::string_view bodies_name = "bodies";

/// The words of a command line, sorted by whom they are for.
struct Request {
  std::string command = "check";
  std::vector<std::string> files;
  std::vector<std::string> others;  ///< for the sub-command
  bool names_result = false;        ///< a replay takes its schedule from a result file
  std::map<std::string, std::string, std::less<>> values;
  std::optional<abs::run::Instant> time_max = std::nullopt;
  std::string bodies;

  std::string value(std::string_view option) const {
    const auto given = values.find(option);
    return given != values.end() ? given->second : find_abs_option(option)->values.front();
  }
};

void set_value(Request& request, const AbsOption& option, const std::string& value) {
  if (std::ranges::find(option.values, value) == option.values.end()) {
    throw UsageError(fmt::format("unknown {} '{}'; choose one of: {}{}", option.name, value,
                                 base::join(option.values),
                                 base::did_you_mean(value, option.values)));
  }
  if (!request.values.emplace(option.name, value).second) {
    throw UsageError(fmt::format("--{} is given twice", option.name));
  }
}

/// Reads a time: `5`, `3/2`.
abs::run::Instant instant_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto number = [](const std::string& part) {
    constexpr std::size_t digits_max = 15;
    const bool fits = !part.empty() && part.size() <= digits_max &&
                      part.find_first_not_of("0123456789") == std::string::npos;
    return fits ? std::stoll(part) : -1;
  };
  const abs::run::Instant instant{
      .numerator = number(text.substr(0, slash)),
      .denominator = slash == std::string::npos ? 1 : number(text.substr(slash + 1))};
  if (instant.numerator < 0 || instant.denominator <= 0) {
    throw UsageError(
        fmt::format("--{} takes a time, such as 10 or 3/2, not '{}'", time_max_name, text));
  }
  return instant;
}

Request sorted(const std::vector<std::string>& words) {
  static const std::vector<std::string> commands = {"check",   "replay",   "minimise",
                                                    "compare", "outcomes", "verify"};
  Request request;
  std::size_t next = 0;
  if (!words.empty() && std::ranges::find(commands, words[0]) != commands.end()) {
    request.command = words[next++];
  }
  const auto following = [&](std::string_view option) {
    if (next == words.size()) throw UsageError(fmt::format("--{} needs a value", option));
    return words[next++];
  };
  bool options_end = false;
  while (next < words.size()) {
    const std::string& word = words[next++];
    if (options_end || !word.starts_with("-")) {
      // A replay may name a file with the execution beside the model.
      const bool repeats = request.command == "replay" || request.command == "minimise";
      const bool is_model =
          request.command == "verify"
              ? request.names_result  // the certificate comes first
              : !repeats || !(word.ends_with(".json") || word.ends_with(".schedule"));
      (is_model ? request.files : request.others).push_back(word);
      request.names_result |= !is_model;
      continue;
    }
    if (word == "--") {
      // What stands before is the name of the program, as replay lines have it.
      request.files.clear();
      options_end = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals).substr(word.starts_with("--") ? 2 : 1);
    if (name == time_max_name) {
      const std::string value =
          equals != std::string::npos ? word.substr(equals + 1) : following(name);
      request.time_max = instant_of(value);
      request.values.insert_or_assign(name, value);
      continue;
    }
    if (name == bodies_name) {
      request.bodies = equals != std::string::npos ? word.substr(equals + 1) : following(name);
      request.values.insert_or_assign(name, shell_quoted(request.bodies));
      continue;
    }
    if (const AbsOption* own = find_abs_option(name)) {
      set_value(request, *own,
                equals != std::string::npos ? word.substr(equals + 1) : following(name));
      continue;
    }
    request.others.push_back(word);
    const Option* option = find_option(name);
    const bool takes_next =
        option != nullptr && equals == std::string::npos &&
        (next < words.size() ? option->takes(words[next]) : option->takes_value());
    if (takes_next) {
      request.others.push_back(following(name));
    }
  }
  return request;
}

Json remarks_to_json(const abs::Loaded& loaded) {
  Json json;
  json["schema"] = remarks_schema;
  json["remarks"] = Json::array();
  for (const abs::Diagnostic& remark : loaded.remarks) {
    Json one;
    one["severity"] = remark.severity == abs::Severity::warning ? "warning"
                      : remark.severity == abs::Severity::error ? "error"
                                                                : "unsupported";
    one["file"] = loaded.model->files[remark.position.file].name;
    one["line"] = remark.position.line;
    one["column"] = remark.position.column;
    one["text"] = remark.text;
    json["remarks"].push_back(std::move(one));
  }
  return json;
}

/// Writes errors and warnings, and each construct that is not supported once.
std::vector<std::string> lines_of(const abs::Loaded& loaded) {
  std::map<std::string_view, std::size_t> places;
  for (const abs::Diagnostic& remark : loaded.remarks) {
    if (remark.severity == abs::Severity::unsupported) ++places[remark.text];
  }
  std::vector<std::string> lines;
  for (const abs::Diagnostic& remark : loaded.remarks) {
    const auto counted = places.find(remark.text);
    if (remark.severity != abs::Severity::unsupported) {
      lines.push_back(text_of(*loaded.model, remark));
    } else if (counted != places.end()) {
      const std::size_t others = counted->second - 1;
      lines.push_back(
          text_of(*loaded.model, remark) +
          (others == 0 ? ""
                       : fmt::format(" (here and at {})", base::counted(others, "other place"))));
      places.erase(counted);
    }
  }
  return lines;
}

void print_help(const CommandLine& line) {
  std::string text = fmt::format(
      "usage: {0} abs [check|replay|minimise|compare|outcomes] [options] FILE ...\n"
      "       {0} abs verify [options] CERTIFICATE FILE ...\n\n"
      "Reads the files as one ABS model and explores it. The options are those of the\n"
      "sub-command, and:\n",
      line.program_name);
  for (const AbsOption& option : abs_options()) {
    text += fmt::format("  --{:<26} {} (default {})\n",
                        fmt::format("{} {}", option.name, base::join(option.values, "|")),
                        option.help, option.values.front());
  }
  text += fmt::format("  --{:<26} {}\n", "time-max T", "explore nothing that comes later than T");
  text += fmt::format("  --{:<26} {}\n", "bodies FILE",
                      "what foreign functions and classes do, in ABS");
  print(text);
}

/// Returns the last part of a file's path, as far as it can be typed.
std::string program_name(const std::string& file) {
  std::string name = base_name(file);
  for (char& c : name) {
    const auto letter = static_cast<unsigned char>(c);
    if (letter <= ' ' || letter >= 0x7f || c == '=' || c == '\'' || c == '"') c = '_';
  }
  return name.starts_with('-') ? "_" + name : name;
}

/// Says why classes of a model cannot be certified; empty where they can.
std::string why_uncertified(const abs::run::Code& code) {
  if (!code.is_timed && !code.reads_clock && code.component == nullptr) return {};
  return "models with time or deployment components cannot be verified yet";
}

/// Makes the model a program under that name; `made_of` tells it from all others.
void register_model(std::shared_ptr<const abs::Loaded> loaded, const std::string& name,
                    const abs::run::Semantics& semantics, std::string made_of) {
  ProgramDefinition definition;
  definition.made_of = std::move(made_of);
  definition.uncertified = why_uncertified(*loaded->code);
  definition.name = name;
  definition.summary = "an ABS model";
  if (semantics.actors == Actors::object) {
    definition.read_as = "read with every object as an actor, not every cog";
  }
  definition.make = [loaded = std::move(loaded), semantics](const Arguments&,
                                                            const ProgramOptions& options) {
    return std::make_unique<abs::run::AbsProgram>(*loaded->code, semantics, options);
  };
  const Register registered(std::move(definition));
}

/// One model and what is asked of it.
class AbsRun {
 public:
  AbsRun(const CommandLine& line, Request request)
      : line_(line),
        request_(std::move(request)),
        in_json_(std::ranges::find(request_.others, "--json") != request_.others.end()) {}

  Status run() {
    const Dialect dialect =
        request_.value("dialect") == "legacy" ? Dialect::legacy : Dialect::standard;
    const std::string plain = request_.value("new");
    std::vector<std::string> bodies;
    if (!request_.bodies.empty()) bodies.push_back(request_.bodies);
    const PlainNew plain_new = plain == "cog"     ? PlainNew::cog
                               : plain == "local" ? PlainNew::local
                                                  : PlainNew::by_model;
    loaded_ = std::make_shared<const abs::Loaded>(
        abs::load_files(request_.files, dialect, plain_new, bodies));
    if (!tell_remarks()) return Status::error;
    if (loaded_->bodies_given > 0) {
      print_error("note", fmt::format("{} of the foreign functions and classes do what {} says",
                                      loaded_->bodies_given, request_.bodies));
    }
    if (loaded_->code->component != nullptr && request_.value("deployment") == "ignore") {
      print_error("note",
                  "with --deployment ignore no cost takes time: there are executions of the model "
                  "that are not explored, and others that it does not have");
    }
    if (request_.value("await") != "both") {
      return run_with(request_.value("await"), program_name(request_.files.front()));
    }
    return compare_awaits();
  }

 private:
  /// Tells what is wrong with the model; returns whether it can be explored all the same.
  bool tell_remarks() const {
    const bool refused = loaded_->code == nullptr;
    if (refused && in_json_) {
      print(json_text(remarks_to_json(*loaded_)));
    } else {
      for (const std::string& line : lines_of(*loaded_)) std::fprintf(stderr, "%s\n", line.c_str());
    }
    return !refused;
  }

  Status compare_awaits() const {
    const std::string name = program_name(request_.files.front());
    register_model(loaded_, name, semantics_with("core"), made_of("core"));
    register_model(loaded_, name + "[release]", semantics_with("release"), made_of("release"));
    const AwaitLines lines{line_for("core", name), line_for("release", name + "[release]")};
    if (request_.command == "check") return check_awaits(lines);
    if (request_.command == "outcomes") return outcomes_of_awaits(lines);
    throw UsageError(fmt::format(
        "--await both compares explorations, which '{}' makes none of: choose core or release",
        request_.command));
  }

  abs::run::Semantics semantics_with(const std::string& await) const {
    abs::run::Semantics semantics;
    if (await == "release") semantics.await = Await::release;
    if (request_.value("actors") == "object") semantics.actors = Actors::object;
    if (request_.value("exceptions") == "any") semantics.exceptions = Exceptions::any;
    if (request_.value("durations") == "earliest") semantics.durations = Durations::earliest;
    semantics.ignores_costs = request_.value("deployment") == "ignore";
    semantics.time_max = request_.time_max;
    return semantics;
  }

  /// Says what is read and how, so that files of another model or another reading are seen to be
  /// such.
  std::string made_of(const std::string& await) const {
    std::uint64_t sum = 0;
    for (const abs::SourceFile& file : loaded_->model->files) sum = mix_bytes(sum, file.text);
    std::string text = fmt::format("{:016x} --await {}", sum, await);
    for (const AbsOption& option : abs_options()) {
      if (option.name == "await") continue;
      text += fmt::format(" --{} {}", option.name, request_.value(option.name));
    }
    if (const auto given = request_.values.find(time_max_name); given != request_.values.end()) {
      text += fmt::format(" --{} {}", time_max_name, given->second);
    }
    return text;
  }

  /// Returns the words behind the sub-command that name the model, as a program, and its options.
  std::vector<std::string> arguments_for(const std::string& name) const {
    std::vector<std::string> arguments;
    if (!request_.names_result) arguments.push_back(name);
    arguments.insert(arguments.end(), request_.others.begin(), request_.others.end());
    return arguments;
  }

  /// What follows all options in lines to type.
  std::string behind(const std::string& await) const {
    std::string text;
    for (const auto& [option, value] : request_.values) {
      text += fmt::format("--{} {} ", option, option == "await" ? await : value);
    }
    text += "--";
    for (const std::string& file : request_.files) text += " " + shell_quoted(file);
    return text;
  }

  /// Returns the line that hands the model to the sub-command as a program of this name.
  CommandLine line_for(const std::string& await, const std::string& name) const {
    CommandLine line;
    line.typed = line_.typed + " abs";
    line.program_name = line_.program_name;
    line.behind = behind(await);
    line.command = request_.command;
    parse_options(line, find_sub_command(request_.command).use, arguments_for(name));
    return line;
  }

  Status run_with(const std::string& await, const std::string& name) const {
    const CommandLine line = line_for(await, name);
    const KnownStateReduction* const known = find_state_reduction(line.value("reduction"));
    if (known != nullptr && known->reduction == StateReduction::stubborn) {
      throw UsageError(
          "--reduction stubborn learns what messages of one content do, and those of models change "
          "with the futures that they hold: take sleep or exhaustive");
    }
    register_model(loaded_, name, semantics_with(await), made_of(await));
    std::vector<std::string> arguments = arguments_for(name);
    arguments.insert(arguments.begin(), request_.command);
    return static_cast<Status>(tools::run({.name = line_.program_name,
                                           .typed = line_.typed + " abs",
                                           .behind = behind(await),
                                           .shares_nothing = true},
                                          arguments));
  }

  const CommandLine& line_;
  const Request request_;
  const bool in_json_;
  std::shared_ptr<const abs::Loaded> loaded_;
};

}  // namespace

Status run_abs(const CommandLine& line) {
  Request request = sorted(line.rest);
  const auto asks_for_help = [](const std::string& word) {
    return word == "--help" || word == "-h";
  };
  if (std::ranges::any_of(request.others, asks_for_help)) {
    print_help(line);
    return Status::ok;
  }
  if (std::ranges::find(request.others, "--gdb") != request.others.end()) {
    throw UsageError(
        "a model is not machine code, so gdb has nothing to show: --interactive steps through it");
  }
  if (request.files.empty()) {
    throw UsageError(fmt::format("'abs' needs a model, as in: {} abs {} model.abs",
                                 line.program_name, request.command));
  }
  return AbsRun(line, std::move(request)).run();
}

}  // namespace harrier::tools
