// Runs a compiled program with an adapter loaded into it, which explores it.
#include "tools/preload.hpp"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tools/commands.hpp"
#include "tools/debugger.hpp"
#include "tools/loaded_libraries.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

namespace fs = std::filesystem;

// The command goes to the adapter through the environment, its words separated by a character that
// nobody types.
constexpr const char* command_variable = "HARRIER_PRELOADED_COMMAND";
constexpr char separator = '\x1f';

/// Quotes the sub-command, as messages do.
std::string named(const PreloadLibrary& library) {
  return "'" + std::string(library.command) + "'";
}

/// Finds a file of the adapter: beside this binary, or in the libraries of the same installation.
fs::path find_library(const PreloadLibrary& library, std::string_view file) {
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<fs::path> places = {here, here / "../lib"};
  for (const auto& entry : fs::directory_iterator(here / "../lib", ignored)) {
    if (entry.is_directory(ignored)) places.push_back(entry.path());
  }
  for (const fs::path& place : places) {
    if (fs::exists(place / file, ignored)) return fs::canonical(place / file);
  }
  throw UsageError(named(library) + " needs the adapter for " + std::string(library.framework) +
                   ", " + std::string(file) +
                   ", which is not installed with this binary; build with " +
                   std::string(library.build_option));
}

/// Returns where the words of the program begin, with the binary; those before are for Harrier.
std::size_t find_binary(const PreloadLibrary& library, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--" && i + 1 < words.size()) return i + 1;
    if (word.starts_with("--")) {
      const Option* option = find_option(std::string_view(word).substr(2));
      if (option != nullptr && i + 1 < words.size() && option->takes(words[i + 1])) ++i;
    } else if (!(i == 0 && names_preloaded_command(word)) && word.find('=') == word.npos) {
      // The name of the program in a replay line is the last part of the binary's path.
      const bool names_program = std::find(words.begin() + static_cast<std::ptrdiff_t>(i),
                                           words.end(), "--") != words.end();
      if (!names_program) return i;
    }
  }
  throw UsageError(named(library) + " needs a binary to explore, as in: harrier " +
                   std::string(library.command) + " ./program");
}

/// Says whose the options behind the binary are, where one is called as one of Harrier's.
void note_options_behind(const PreloadLibrary& library, const std::vector<std::string>& words,
                         std::size_t binary) {
  for (std::size_t i = binary + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return;
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || find_option(std::string_view(name).substr(2)) == nullptr)
      continue;
    const std::string typed = "harrier " + std::string(library.command);
    print_error("note", name + " stands behind " + words[binary] + ", so that program gets it; " +
                            "options of Harrier stand before: " + typed + " " + name + " ... " +
                            words[binary]);
    return;
  }
}

/// Returns the file that execvp runs under this name, or nothing.
fs::path find_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

/// Tells whether the dynamic linker loads an ELF file, and so what is preloaded.
bool is_loaded_dynamically(std::ifstream& file, const Elf64_Ehdr& header) {
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part = {};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * header.e_phentsize));
    if (file.read(reinterpret_cast<char*>(&part), sizeof part) && part.p_type == PT_INTERP) {
      return true;
    }
  }
  return false;
}

/// Returns the kind of machine that this binary is for.
Elf64_Half own_machine() {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  Elf64_Ehdr header = {};
  self.read(reinterpret_cast<char*>(&header), sizeof header);
  return header.e_machine;
}

/// Refuses what would run without the adapter, and end without a verdict.
void require_loadable(const PreloadLibrary& library, const std::string& name) {
  const fs::path path = find_in_path(name);
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) || access(path.c_str(), X_OK) != 0) return;
  std::ifstream file(path, std::ios::binary);
  if (!file) return;  // what may be executed need not be readable
  Elf64_Ehdr header = {};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (file.gcount() >= 2 && std::memcmp(&header, "#!", 2) == 0) {
    throw UsageError("'" + name + "' is a script; give " + named(library) +
                     " the binary that it starts");
  }
  if (file.gcount() < static_cast<std::streamsize>(sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_machine != own_machine()) {
    throw UsageError("'" + name + "' is not a compiled program of this machine");
  }
  if (!is_loaded_dynamically(file, header)) {
    throw UsageError("'" + name + "' is linked statically; " + named(library) + " needs " +
                     std::string(library.abbreviation) + " as a shared library");
  }
}

/// Joins the names of what the adapter takes the place of.
std::string replaced_names(const PreloadLibrary& library, std::string_view joint) {
  std::string text;
  for (const ReplacedLibrary& one : library.replaced) {
    if (!text.empty()) text += joint;
    text += one.name;
  }
  return text;
}

/// Returns what the adapter takes the place of in a binary, and refuses one where it cannot.
ReplacedLibrary replaced_in(const PreloadLibrary& library, const std::string& name) {
  const fs::path path = find_in_path(name);
  if (library.replaced.empty() || access(path.c_str(), X_OK) != 0) return {};
  const std::vector<std::string> loaded = loaded_libraries(path);
  const auto find_loaded = [&](std::string_view prefix) {
    return std::ranges::find_if(loaded,
                                [&](const std::string& one) { return one.starts_with(prefix); });
  };
  if (const auto found = find_loaded(library.refused);
      !library.refused.empty() && found != loaded.end()) {
    throw UsageError("'" + name + "' is linked with " + *found + ": " +
                     std::string(library.refusal));
  }
  for (const ReplacedLibrary& one : library.replaced) {
    if (std::ranges::find(loaded, one.name) != loaded.end()) return one;
  }
  if (const auto other = find_loaded(library.others); other != loaded.end()) {
    throw UsageError("'" + name + "' is linked with another " + std::string(library.abbreviation) +
                     ", " + *other + "; " + named(library) + " takes the place of " +
                     replaced_names(library, " and ") + ": " + std::string(library.instead));
  }
  throw UsageError("'" + name + "' is not linked with " + replaced_names(library, " or ") +
                   ", so it is no " + std::string(library.abbreviation) + " program that " +
                   named(library) + " can explore; " + std::string(library.instead));
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }

/// Tells whether help is asked for, behind the sub-command or in its place.
bool asks_for_help(const std::vector<std::string>& words) {
  if (words.empty()) return false;
  return is_help(words.front()) ||
         (names_preloaded_command(words.front()) && words.size() > 1 && is_help(words[1]));
}

/// Says why the binary does not start.
std::string cannot_run(const std::string& name, int error) {
  std::string text = "cannot run '" + name + "': " + std::strerror(error);
  std::error_code ignored;
  if (error == ENOENT && name.find('/') == name.npos && fs::is_regular_file(name, ignored)) {
    text += " (did you mean './" + name + "'?)";
  }
  return text;
}

}  // namespace

std::filesystem::path file_of_program(const std::string& name) { return find_in_path(name); }

std::filesystem::path file_of_adapter(const PreloadLibrary& library) {
  return find_library(library, library.file);
}

bool names_preloaded_command(std::string_view word) {
  return word == "check" || word == "replay" || word == "minimise" || word == "compare" ||
         word == "page";
}

Status run_preloaded(const PreloadLibrary& library, const CommandLine& line) {
  if (asks_for_help(line.rest)) {
    print_help_of(find_sub_command(library.command), line);
    return Status::ok;
  }
  const std::size_t at = find_binary(library, line.rest);
  require_loadable(library, line.rest[at]);
  const ReplacedLibrary replaced = replaced_in(library, line.rest[at]);
  const auto end = line.rest.begin() + static_cast<std::ptrdiff_t>(at);
  if (std::find(line.rest.begin(), end, "--") == end) {
    note_options_behind(library, line.rest, at);
  }
  if (std::find(line.rest.begin(), end, "--gdb") != end) {
    run_in_gdb(DebuggerStop::before_step);
  }
  std::string preloaded = find_library(library, library.file).string();
  if (!replaced.in_front.empty()) {
    preloaded = find_library(library, replaced.in_front).string() + ":" + preloaded;
  }
  if (const char* before = std::getenv("LD_PRELOAD")) preloaded += ":" + std::string(before);
  std::string command = line.typed + " " + std::string(library.command);
  for (std::size_t i = 0; i < at; ++i) {
    if (line.rest[i] != "--") command += separator + line.rest[i];
  }
  setenv("LD_PRELOAD", preloaded.c_str(), 1);
  setenv(command_variable, command.c_str(), 1);
  // What a rank begins with is the memory before the first call, so nothing is bound later.
  setenv("LD_BIND_NOW", "1", 0);

  std::vector<char*> words;
  for (std::size_t i = at; i < line.rest.size(); ++i) {
    words.push_back(const_cast<char*>(line.rest[i].c_str()));
  }
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  throw UsageError(cannot_run(line.rest[at], errno));
}

bool has_preloaded_command() { return std::getenv(command_variable) != nullptr; }

std::optional<PreloadedCommand> take_preloaded_command() {
  const char* const text = std::getenv(command_variable);
  if (text == nullptr) return std::nullopt;
  std::string_view left = text;
  const auto take_word = [&left] {
    const std::size_t end = std::min(left.find(separator), left.size());
    const std::string word(left.substr(0, end));
    left.remove_prefix(end);
    return word;
  };
  PreloadedCommand command{.typed = take_word(), .words = {}};
  while (!left.empty()) {
    left.remove_prefix(1);
    command.words.push_back(take_word());
  }
  unsetenv(command_variable);
  unsetenv("LD_PRELOAD");
  return command;
}

}  // namespace harrier::tools
