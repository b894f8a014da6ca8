// Prints, and knows what the terminal can show. Nothing outside tools/ prints.
#pragma once

#include <string>
#include <string_view>

#include "harrier/report.hpp"
#include "tools/command_line.hpp"

namespace harrier::tools {

/// Gives what is printed here a descriptor of its own, since a program that is explored in this
/// process may write to that of stdout, close it or point it elsewhere. What the program writes
/// there goes nowhere unless it is to be shown.
void keep_output_apart(bool shows_program);
/// Returns the descriptor that reports go to.
int output_descriptor();
/// Writes to stdout.
void print(std::string_view text);
/// Passes on what was printed, as far as that is possible.
void push_output();
/// Makes sure that everything printed has arrived; throws UsageError where it cannot.
void flush_output();
/// Writes `prefix: text` to stderr.
void print_error(std::string_view prefix, std::string_view text);

/// Tells whether reports are shown on a terminal.
bool is_terminal();
/// Says so where they are shown by another process.
void assume_terminal(bool is_one);
/// Returns the columns of the terminal: COLUMNS, or what the terminal says, or 100.
std::size_t terminal_width();
/// Tells whether stderr is a terminal that can rewrite its line.
bool can_show_progress();

/// How the options and the terminal want reports to look.
ReportOptions report_options(const CommandLine& line);

}  // namespace harrier::tools
