// Which shared libraries a program brings along.
#include "tools/loaded_libraries.hpp"

#include <array>
#include <cstdio>
#include <memory>

#include "tools/command_line.hpp"

namespace harrier::tools {

std::vector<std::string> loaded_libraries(const std::filesystem::path& program) {
  // So ldd asks the dynamic linker: each line is `NAME => FILE (ADDRESS)`, or `NAME => not found`.
  const std::string command =
      "LD_TRACE_LOADED_OBJECTS=1 " + shell_quoted(program.string()) + " 2>/dev/null";
  const auto close = [](std::FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  std::vector<std::string> names;
  std::array<char, 4096> line{};
  while (pipe && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    const std::string text = line.data();
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == text.npos) continue;
    names.push_back(text.substr(begin, text.find_first_of(" \n", begin) - begin));
  }
  return names;
}

}  // namespace harrier::tools
