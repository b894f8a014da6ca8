// Result files: written whole or not at all, read with a reason for everything that is wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harrier/schedule.hpp"

namespace harrier::tools {

/// What a replay needs of a saved result.
struct SavedRun {
  std::string program;
  std::vector<std::string> arguments;  ///< as key=value texts
  /// Options that the replay needs too, by name.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<Schedule> violations;
};

/// Reads the text of a result file; throws UsageError that names the file.
SavedRun parse_saved_run(std::string_view text, const std::string& file);
/// Reads a result file.
SavedRun read_saved_run(const std::string& file);

/// Throws UsageError if a file cannot be saved there; asked before a long exploration.
void require_savable(const std::string& file);
/// Throws UsageError if the two names are of one file.
void require_different_files(const std::string& first, const std::string& second);
/// Writes a file so that nobody ever sees a part of it.
void save_file(const std::string& file, std::string_view content);

}  // namespace harrier::tools
