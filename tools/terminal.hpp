// Prints, and knows what the terminal can show. Nothing outside tools/ prints.
#pragma once

#include <string>
#include <string_view>

#include "harrier/report.hpp"
#include "tools/command_line.hpp"

namespace harrier::tools {

/// Writes to stdout.
void print(std::string_view text);
/// Makes sure that everything printed has arrived; throws UsageError where it cannot.
void flush_output();
/// Writes `prefix: text` to stderr.
void print_error(std::string_view prefix, std::string_view text);

/// Returns the columns of the terminal: COLUMNS, or what the terminal says, or 100.
std::size_t terminal_width();
/// Tells whether stderr is a terminal that can rewrite its line.
bool can_show_progress();

/// How the options and the terminal want reports to look.
ReportOptions report_options(const CommandLine& line);

}  // namespace harrier::tools
