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
#include "explore/named_schedule.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

using abs::Dialect;
using abs::run::Actors;
using abs::run::Await;
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
  };
  return options;
}

const AbsOption* find_abs_option(std::string_view name) {
  for (const AbsOption& option : abs_options()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

/// The words of a command line, sorted by whom they are for.
struct Request {
  std::string command = "check";
  std::vector<std::string> files;
  std::vector<std::string> others;  ///< for the sub-command
  bool names_result = false;        ///< a replay takes its schedule from a result file
  std::map<std::string, std::string, std::less<>> values;

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

Request sorted(const std::vector<std::string>& words) {
  static const std::vector<std::string> commands = {"check", "replay", "minimise", "compare",
                                                    "outcomes"};
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
      const bool is_model = !repeats || !(word.ends_with(".json") || word.ends_with(".schedule"));
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
    if (const AbsOption* own = find_abs_option(name)) {
      set_value(request, *own,
                equals != std::string::npos ? word.substr(equals + 1) : following(name));
      continue;
    }
    request.others.push_back(word);
    const Option* option = find_option(name);
    if (option != nullptr && option->takes_value() && equals == std::string::npos) {
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

void print_help(const CommandLine& line) {
  std::string text = fmt::format(
      "usage: {} abs [check|replay|minimise|compare|outcomes] [options] FILE ...\n\n"
      "Reads the files as one ABS model and explores it. The options are those of the\n"
      "sub-command, and:\n",
      line.program_name);
  for (const AbsOption& option : abs_options()) {
    text += fmt::format("  --{:<26} {} (default {})\n",
                        fmt::format("{} {}", option.name, base::join(option.values, "|")),
                        option.help, option.values.front());
  }
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

/// Runs a schedule that is known to fit, and tells what each of its steps changes and prints.
std::string notes_on(const abs::Loaded& loaded, const abs::run::Semantics& semantics,
                     const Schedule& schedule) {
  abs::run::AbsProgram program(*loaded.code, semantics, {});
  std::string text;
  const auto add = [&](std::size_t number, const std::string& actor) {
    const std::vector<std::string> notes = program.last_notes();
    if (notes.empty()) return;
    text += fmt::format("  {:>3}  {}: {}\n", number, actor, base::join(notes, "; "));
  };
  program.start();
  add(0, "main");
  std::size_t number = 0;
  for (const ScheduledStep& step : schedule.steps) {
    std::vector<Choice> choices;
    for (const std::uint32_t value : step.choices) choices.push_back({value, 0});
    const ActorId actor = program.execute(step.message, choices).actor;
    add(++number, program.actor_name(actor));
  }
  return text.empty() ? text : "\nwhat the steps change and print:\n" + text;
}

/// Makes the model a program under that name.
void register_model(std::shared_ptr<const abs::Loaded> loaded, const std::string& name,
                    const abs::run::Semantics& semantics) {
  ProgramDefinition definition;
  definition.name = name;
  definition.summary = "an ABS model";
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
    loaded_ = std::make_shared<const abs::Loaded>(abs::load_files(request_.files, dialect));
    if (!tell_remarks()) return Status::error;
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
      for (const abs::Diagnostic& remark : loaded_->remarks) {
        std::fprintf(stderr, "%s\n", text_of(*loaded_->model, remark).c_str());
      }
    }
    return !refused;
  }

  Status compare_awaits() const {
    if (request_.command == "replay" || in_json_) {
      throw UsageError("--await both compares two explorations; choose core or release here");
    }
    const std::string name = program_name(request_.files.front());
    print("with --await core:\n");
    const Status core = run_with("core", name);
    print("\nwith --await release:\n");
    const Status release = run_with("release", name + "[release]");
    if (core != release && (core == Status::ok || release == Status::ok)) {
      print(
          fmt::format("\nwarning: the model is ok with --await {} only: backends for ABS differ in "
                      "this\n",
                      core == Status::ok ? "core" : "release"));
    }
    flush_output();
    return core == Status::ok ? release : core;
  }

  /// Hands the model to the sub-command as a program of this name.
  Status run_with(const std::string& await, const std::string& name) const {
    abs::run::Semantics semantics;
    if (await == "release") semantics.await = Await::release;
    if (request_.value("actors") == "object") semantics.actors = Actors::object;
    if (request_.value("exceptions") == "any") semantics.exceptions = Exceptions::any;
    register_model(loaded_, name, semantics);

    std::vector<std::string> arguments = {request_.command};
    if (!request_.names_result) arguments.push_back(name);
    arguments.insert(arguments.end(), request_.others.begin(), request_.others.end());
    std::string behind;
    for (const auto& [option, value] : request_.values) {
      behind += fmt::format("--{} {} ", option, option == "await" ? await : value);
    }
    behind += "--";
    for (const std::string& file : request_.files) behind += " " + shell_quoted(file);
    const auto status = static_cast<Status>(
        tools::run({line_.program_name, line_.typed + " abs", behind}, arguments));
    const std::optional<Schedule> schedule =
        request_.command == "replay" && (status == Status::ok || status == Status::violation)
            ? replayed(semantics)
            : std::nullopt;
    if (schedule && !in_json_) {
      print(notes_on(*loaded_, semantics, *schedule));
      flush_output();
    }
    return status;
  }

  /// Returns the schedule that a replay was given on the command line.
  std::optional<Schedule> replayed(const abs::run::Semantics& semantics) const {
    constexpr std::string_view option = "--schedule";
    std::string text;
    for (std::size_t i = 0; i < request_.others.size(); ++i) {
      const std::string& word = request_.others[i];
      if (word == option) text = request_.others[i + 1];
      if (word.starts_with(std::string(option) + "=")) text = word.substr(option.size() + 1);
    }
    if (text.empty()) return std::nullopt;
    if (!NamedSchedule::is_one(text)) return Schedule::parse(text);
    Schedule found;
    const ProgramFactory make = [&](const ProgramOptions& options) {
      return std::make_unique<abs::run::AbsProgram>(*loaded_->code, semantics, options);
    };
    find_numbers(make, NamedSchedule::parse(text), {}, found);
    return found;
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
