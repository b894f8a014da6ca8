// Fuzzes the command line: each line of the input is one argument, of a sub-command and of a
// program.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/registry.hpp"
#include "tools/command_line.hpp"

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace harrier;
  const std::vector<std::string> words =
      lines_of(std::string_view(reinterpret_cast<const char*>(data), size));
  for (const tools::Use use : {tools::Use::list, tools::Use::check, tools::Use::replay}) {
    try {
      tools::CommandLine line;
      line.command = "check";
      tools::parse_options(line, use, words);
      tools::check_options(line);
    } catch (const UsageError&) {
    }
  }
  try {
    Arguments::parse({number("size", 3, 1, 9, ""), word("kind", {"small", "large"}, "")}, words,
                     "p");
  } catch (const UsageError&) {
  }
  return 0;
}
