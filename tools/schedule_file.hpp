// Schedule files: one execution of a program by names, a line for each step. docs/schedules.md
// describes them.
#pragma once

#include <string>
#include <string_view>

#include "explore/named_schedule.hpp"
#include "tools/programs.hpp"
#include "tools/result_file.hpp"

namespace harrier::tools {

/// Tells whether a text begins as schedule files do.
bool is_schedule_file(std::string_view text);

/// Reads a schedule file; throws UsageError that names the file and the line.
SavedRun parse_schedule_file(std::string_view text, const std::string& file);

/// Returns the schedule file of an execution.
std::string schedule_file_text(const ChosenProgram& program, const CheckOptions& options,
                               const NamedSchedule& schedule);

/// Writes the schedule file of an execution that fits, by executing it.
void save_schedule(const std::string& file, const ChosenProgram& program,
                   const CheckOptions& options, const Schedule& schedule);

}  // namespace harrier::tools
