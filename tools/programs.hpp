// The program and the arguments that a command line names, and the line that runs it again.
#pragma once

#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/report.hpp"
#include "tools/command_line.hpp"

namespace harrier::tools {

/// A program with its arguments, ready to be explored.
struct ChosenProgram {
  const ProgramDefinition* definition = nullptr;
  std::vector<std::string> given;  ///< the key=value texts the user gave
  Arguments arguments;

  ProgramFactory factory() const;
};

/// Finds the program `name` and reads its arguments.
ChosenProgram choose_program(const std::string& name, std::vector<std::string> given);

/// Takes a program and its arguments from the words of a command line. Where the binary has only
/// one program, its name may be left out.
ChosenProgram choose_program(const CommandLine& line);

/// Returns what the user types to see a schedule of the program, as a text, again; where it is that
/// of a violation, with what it takes to see that.
std::string replay_line(const CommandLine& line, const ChosenProgram& program,
                        const std::string& schedule, const Violation* violation = nullptr);

/// How the options and the terminal want reports about the program to look.
ReportOptions report_options(const CommandLine& line, const ChosenProgram& program);

}  // namespace harrier::tools
