// Which shared libraries a program brings along.
#include "tools/loaded_libraries.hpp"

#include <array>
#include <cstdio>
#include <memory>

#include "tools/command_line.hpp"

namespace harrier::tools {

namespace {

/// Calls `visit` with each line of what ldd would print: `NAME => FILE (ADDRESS)`, or `NAME => not
/// found`.
template <class Visit>
void for_loaded(const std::filesystem::path& program, Visit visit) {
  const std::string command =
      "LD_TRACE_LOADED_OBJECTS=1 " + shell_quoted(program.string()) + " 2>/dev/null";
  const auto close = [](std::FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  std::array<char, 4096> line{};
  while (pipe && std::fgets(line.data(), line.size(), pipe.get()) != nullptr)
    visit(std::string(line.data()));
}

}  // namespace

std::vector<std::string> loaded_libraries(const std::filesystem::path& program) {
  std::vector<std::string> names;
  for_loaded(program, [&](const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == text.npos) return;
    names.push_back(text.substr(begin, text.find_first_of(" \n", begin) - begin));
  });
  return names;
}

std::vector<std::filesystem::path> loaded_files(const std::filesystem::path& program) {
  std::vector<std::filesystem::path> files;
  for_loaded(program, [&](const std::string& text) {
    const std::size_t begin = text.find("=> /");
    if (begin == text.npos) return;
    files.emplace_back(text.substr(begin + 3, text.find(" (", begin) - begin - 3));
  });
  return files;
}

}  // namespace harrier::tools
