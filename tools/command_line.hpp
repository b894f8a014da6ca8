// What the user typed, split into sub-command, options and the rest, and checked against the table.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/check.hpp"
#include "tools/options.hpp"

namespace harrier::tools {

struct CommandLine {
  std::string typed;            ///< the binary as the user typed it, quoted
  std::string behind;           ///< what follows the options in lines to type, quoted
  std::string program_name;     ///< the binary's name, for texts
  bool shares_nothing = false;  ///< what it explores may be executed by several threads at once
  std::string command;          ///< empty where none was given
  std::vector<std::string> rest;
  std::map<std::string, std::string, std::less<>>
      values;  ///< by option; "" for flags, "no" for --no-…

  bool has(std::string_view option) const { return values.contains(option); }
  /// Returns the value given for an option, or its default.
  std::string value(std::string_view option) const;
};

/// Splits the arguments of a sub-command that takes the options of `use`. Throws UsageError for
/// options that do not exist there, for values that do not fit, and for options given twice.
void parse_options(CommandLine& line, Use use, const std::vector<std::string>& arguments);

/// Makes the options of an exploration from those on the command line.
CheckOptions check_options(const CommandLine& line);

/// Returns the last part of a path.
std::string base_name(std::string_view path);

/// Quotes a word so that a shell takes it as it is.
std::string shell_quoted(std::string_view word);

}  // namespace harrier::tools
