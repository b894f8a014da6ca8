// The program and the arguments that a command line names, and the line that runs it again.
#include "tools/programs.hpp"

#include <fmt/format.h>

#include "tools/terminal.hpp"

namespace harrier::tools {

ProgramFactory ChosenProgram::factory() const {
  return [definition = definition, arguments = arguments](const ProgramOptions& options) {
    return definition->make(arguments, options);
  };
}

ChosenProgram choose_program(const std::string& name, std::vector<std::string> given) {
  ChosenProgram chosen;
  chosen.definition = &find_program(name);
  chosen.arguments = Arguments::parse(chosen.definition->parameters, given, name);
  chosen.given = std::move(given);
  return chosen;
}

ChosenProgram choose_program(const CommandLine& line) {
  std::vector<std::string> words = line.rest;
  if (!words.empty() && words.front().find('=') == std::string::npos) {
    const std::string name = words.front();
    words.erase(words.begin());
    return choose_program(name, std::move(words));
  }
  const std::vector<const ProgramDefinition*> programs = registered_programs();
  if (programs.size() == 1) return choose_program(programs.front()->name, std::move(words));
  throw UsageError(fmt::format("'{}' needs the name of a program; '{} list' shows them",
                               line.command, line.program_name));
}

std::string replay_line(const CommandLine& line, const ChosenProgram& program,
                        const std::string& schedule, const Violation* violation) {
  std::string text =
      fmt::format("{} replay {}", line.typed, shell_quoted(program.definition->name));
  for (const std::string& argument : program.given) text += ' ' + shell_quoted(argument);
  for (const Option& option : option_table()) {
    if (!option.shapes_replay || !line.has(option.name)) continue;
    text += fmt::format(" --{} {}", option.name, shell_quoted(line.value(option.name)));
  }
  const auto* const endless =
      violation != nullptr ? std::get_if<EndlessRun>(&violation->finding) : nullptr;
  if (endless != nullptr && endless->cycle_steps > 0) {
    text += fmt::format(" --cycle-from {}", endless->cycle_from);
  }
  text += " --schedule " + shell_quoted(schedule);
  return line.behind.empty() ? text : text + " " + line.behind;
}

ReportOptions report_options(const CommandLine& line, const ChosenProgram& program) {
  ReportOptions options = report_options(line);
  options.program = program.definition->name;
  if (const std::string& how = program.definition->read_as; !how.empty()) {
    options.program += ", " + how;
  }
  options.replay_line = [line, program](const Violation& violation) {
    return replay_line(line, program, violation.schedule.text(), &violation);
  };
  return options;
}

}  // namespace harrier::tools
