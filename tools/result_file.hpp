// Result files: written whole or not at all, read with a reason for everything that is wrong.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace harrier::tools {

/// What a replay needs of a saved result.
struct SavedRun {
  std::string program;
  std::vector<std::string> arguments;  ///< as key=value texts
  /// Options that the replay needs too, by name.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> schedules;  ///< of the violations, not read yet: they may be long
  std::vector<std::string> kinds;      ///< of the violations; empty where the file does not say
  std::vector<std::string> messages;   ///< what is wrong; empty where the file does not say
  std::vector<std::string> names;      ///< the same by names, empty where there are none
};

/// Reads the text of a result file; throws UsageError that names the file.
SavedRun parse_saved_run(std::string_view text, const std::string& file);
/// Reads a file that may be a result; throws UsageError where it cannot be read or is too large.
std::string read_result_text(const std::string& file);
/// Reads a result file or a schedule file.
SavedRun read_saved_run(const std::string& file);

/// Throws UsageError if a file cannot be saved there; asked before a long exploration.
void require_savable(const std::string& file);
/// Throws UsageError if the two names are of one file.
void require_different_files(const std::string& first, const std::string& second);
/// A file that is written piece by piece and that nobody sees before it is kept. Throws UsageError
/// where something cannot be written.
class SavedFile {
 public:
  explicit SavedFile(std::string file);
  SavedFile(SavedFile&&) = delete;
  ~SavedFile();

  void append(std::string_view content);
  /// Gives the file its name. Nothing is appended afterwards.
  void keep();

 private:
  void write_out();

  class Unnamed;
  const std::string file_;
  std::unique_ptr<Unnamed> unnamed_;
  std::string buffer_;
};

/// Writes a file so that nobody ever sees a part of it.
void save_file(const std::string& file, std::string_view content);

}  // namespace harrier::tools
