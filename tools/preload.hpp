// Runs a compiled program with an adapter loaded into it, which explores it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/command_line.hpp"
#include "tools/status.hpp"

namespace harrier::tools {

/// A library that an adapter takes the place of.
struct ReplacedLibrary {
  std::string_view name;           ///< as binaries ask for it
  std::string_view in_front = {};  ///< what is loaded in front of the adapter for it, if anything
};

/// An adapter as a shared library, and how it is spoken of.
struct PreloadLibrary {
  std::string_view command;       ///< the sub-command: "caf"
  std::string_view file;          ///< "libharrier_caf_preload.so"
  std::string_view framework;     ///< "the C++ Actor Framework"
  std::string_view abbreviation;  ///< "CAF"
  std::string_view build_option;  ///< what builds it: "HARRIER_BUILD_CAF"
  /// The binary must be linked with one of these, if there are any.
  std::span<const ReplacedLibrary> replaced = {};
  std::string_view others = {};   ///< how others that do the same are called
  std::string_view instead = {};  ///< what to do where it is linked with another one
  std::string_view refused = {};  ///< what comes with binaries that cannot be explored
  std::string_view refusal = {};  ///< why not
};

/// Tells whether a word behind the sub-command of an adapter is one of those that it has in turn.
bool names_preloaded_command(std::string_view word);

/// Returns the file that a shell runs under this name, or nothing.
std::filesystem::path file_of_program(const std::string& name);
/// Finds a file of an adapter: beside this binary, or in the libraries of the same installation.
std::filesystem::path file_of_adapter(const PreloadLibrary& library);

/// Runs the sub-command of an adapter: replaces this process by the binary that the user names.
/// Throws UsageError where that cannot be explored.
Status run_preloaded(const PreloadLibrary& library, const CommandLine& line);

/// What the user typed up to the binary.
struct PreloadedCommand {
  std::string typed;               ///< quoted, with the sub-command
  std::vector<std::string> words;  ///< behind it
};

/// Tells whether `run_preloaded` started this process.
bool has_preloaded_command();

/// Returns what `run_preloaded` left for the adapter in this process, if it did, and takes it back:
/// programs that this one starts are not explored.
std::optional<PreloadedCommand> take_preloaded_command();

}  // namespace harrier::tools
