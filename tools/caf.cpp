// `harrier caf`: runs a compiled CAF program with the adapter preloaded, which explores it.
#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tools/commands.hpp"

namespace harrier::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* library_name = "libharrier_caf_preload.so";

/// Finds the adapter: beside this binary, or in the libraries of the same installation.
fs::path find_library() {
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<fs::path> places = {here, here / "../lib"};
  for (const auto& entry : fs::directory_iterator(here / "../lib", ignored)) {
    if (entry.is_directory(ignored)) places.push_back(entry.path());
  }
  for (const fs::path& place : places) {
    if (fs::exists(place / library_name, ignored)) return fs::canonical(place / library_name);
  }
  throw UsageError(fmt::format(
      "'caf' needs the adapter for the C++ Actor Framework, {}, which is not installed with this "
      "binary; build with HARRIER_BUILD_CAF",
      library_name));
}

/// Splits the words into those for Harrier and, from the binary on, those of the program.
std::size_t find_binary(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return i + 1;
    if (word.starts_with("--")) {
      const Option* option = find_option(std::string_view(word).substr(2));
      if (option != nullptr && option->takes_value()) ++i;
    } else if (!(i == 0 && (word == "check" || word == "replay")) && word.find('=') == word.npos) {
      // The name of the program in a replay line is the last part of the binary's path.
      const bool names_program = std::find(words.begin() + static_cast<std::ptrdiff_t>(i),
                                           words.end(), "--") != words.end();
      if (!names_program) return i;
    }
  }
  throw UsageError("'caf' needs a binary to explore, as in: harrier caf ./program");
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

/// Refuses what would run without the adapter, and end without a verdict.
void require_loadable(const std::string& name) {
  const fs::path path = find_in_path(name);
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) || access(path.c_str(), X_OK) != 0) return;
  std::ifstream file(path, std::ios::binary);
  if (!file) return;  // what may be executed need not be readable
  Elf64_Ehdr header = {};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (file.gcount() >= 2 && std::memcmp(&header, "#!", 2) == 0) {
    throw UsageError(fmt::format("'{}' is a script; give 'caf' the binary that it starts", name));
  }
  if (file.gcount() < static_cast<std::streamsize>(sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
    throw UsageError(fmt::format("'{}' is not a compiled program of this machine", name));
  }
  if (!is_loaded_dynamically(file, header)) {
    throw UsageError(
        fmt::format("'{}' is linked statically; 'caf' needs CAF as a shared library", name));
  }
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }

/// Tells whether help is asked for, behind the sub-command or in its place.
bool asks_for_help(const std::vector<std::string>& words) {
  if (words.empty()) return false;
  const bool names_command = words.front() == "check" || words.front() == "replay";
  return is_help(words.front()) || (names_command && words.size() > 1 && is_help(words[1]));
}

/// Says why the binary does not start.
std::string cannot_run(const std::string& name, int error) {
  std::string text = fmt::format("cannot run '{}': {}", name, std::strerror(error));
  std::error_code ignored;
  if (error == ENOENT && name.find('/') == name.npos && fs::is_regular_file(name, ignored)) {
    text += fmt::format(" (did you mean './{}'?)", name);
  }
  return text;
}

}  // namespace

Status run_caf(const CommandLine& line) {
  if (asks_for_help(line.rest)) {
    print_help_of(find_sub_command("caf"), line);
    return Status::ok;
  }
  const std::size_t at = find_binary(line.rest);
  if (at >= line.rest.size()) {
    throw UsageError("'caf' needs a binary to explore, as in: harrier caf ./program");
  }
  require_loadable(line.rest[at]);
  const std::string library = find_library().string();
  std::string harrier_words = line.typed + " caf";
  for (std::size_t i = 0; i < at; ++i) {
    if (line.rest[i] != "--") harrier_words += '\x1f' + line.rest[i];
  }
  const char* before = std::getenv("LD_PRELOAD");
  setenv("LD_PRELOAD", (library + (before != nullptr ? ":" + std::string(before) : "")).c_str(), 1);
  setenv("HARRIER_CAF_COMMAND", harrier_words.c_str(), 1);

  std::vector<char*> words;
  for (std::size_t i = at; i < line.rest.size(); ++i) {
    words.push_back(const_cast<char*>(line.rest[i].c_str()));
  }
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  throw UsageError(cannot_run(line.rest[at], errno));
}

}  // namespace harrier::tools
