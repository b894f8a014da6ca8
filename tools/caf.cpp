// `harrier caf`: runs a compiled CAF program with the adapter preloaded, which explores it.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

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
  throw UsageError("'caf' needs the adapter for the C++ Actor Framework, " +
                   std::string(library_name) +
                   ", which is not installed with this binary; build with HARRIER_BUILD_CAF");
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

}  // namespace

Status run_caf(const CommandLine& line) {
  if (!line.rest.empty() && (line.rest.front() == "--help" || line.rest.front() == "-h")) {
    print_help_of(find_sub_command("caf"), line);
    return Status::ok;
  }
  const std::size_t at = find_binary(line.rest);
  if (at >= line.rest.size()) {
    throw UsageError("'caf' needs a binary to explore, as in: harrier caf ./program");
  }
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
  throw UsageError("cannot run '" + line.rest[at] + "': " + std::strerror(errno));
}

}  // namespace harrier::tools
