// Every model in tests/models gives exactly the remarks that are written behind its lines.
//
// `//~ 7: text` behind a line means: the text is said about column 7 of that line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "abs/check/check.hpp"
#include "abs/syntax/parse.hpp"
#include "completeness.hpp"

namespace harrier::abs {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> models() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(ABS_MODELS_DIR)) {
    if (entry.path().extension() == ".abs") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// `line:column: text` of everything that is written behind the lines.
std::vector<std::string> expected(const std::string& text) {
  std::vector<std::string> remarks;
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string rest = text.substr(at, end - at);
    at = end + 1;
    ++line;
    constexpr std::string_view mark = "  //~ ";
    for (std::size_t first = rest.find(mark); first != std::string::npos;) {
      const std::size_t next = rest.find(mark, first + mark.size());
      remarks.push_back(std::to_string(line) + ":" +
                        rest.substr(first + mark.size(), next - first - mark.size()));
      first = next;
    }
  }
  std::sort(remarks.begin(), remarks.end());
  return remarks;
}

std::vector<std::string> found(const std::string& name, const std::string& text, Dialect dialect) {
  ParseResult parsed = parse({{name, text}}, {.dialect = dialect});
  Diagnostics diagnostics = parsed.diagnostics;
  const bool readable = std::none_of(
      diagnostics.begin(), diagnostics.end(),
      [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
  if (readable) {
    const Diagnostics checked = check(*parsed.model);
    if (!refused(diagnostics) && !refused(checked)) {
      EXPECT_EQ(first_gap(*parsed.model), "");
    }
    diagnostics.insert(diagnostics.end(), checked.begin(), checked.end());
  }
  std::vector<std::string> remarks;
  for (const Diagnostic& diagnostic : diagnostics) {
    remarks.push_back(text_of(*parsed.model, diagnostic).substr(name.size() + 1));
  }
  std::sort(remarks.begin(), remarks.end());
  return remarks;
}

class Models : public testing::TestWithParam<fs::path> {};

TEST_P(Models, GiveTheRemarksThatAreWrittenBehindTheirLines) {
  const std::string text = read(GetParam());
  const bool legacy = GetParam().parent_path().filename() == "legacy";
  EXPECT_EQ(
      found(GetParam().filename().string(), text, legacy ? Dialect::legacy : Dialect::standard),
      expected(text));
}

INSTANTIATE_TEST_SUITE_P(Files, Models, testing::ValuesIn(models()), [](const auto& file) {
  return file.param.parent_path().filename().string() + "_" + file.param.stem().string();
});

TEST(ModelsFolder, HasWhatMustBeRefusedAndWhatMustBeAccepted) {
  std::size_t remarks = 0;
  std::set<std::string> folders;
  for (const fs::path& path : models()) {
    remarks += expected(read(path)).size();
    folders.insert(path.parent_path().filename().string());
  }
  EXPECT_THAT(folders, testing::ElementsAre("accepted", "errors", "legacy", "syntax"));
  EXPECT_GE(remarks, 300U);
}

}  // namespace
}  // namespace harrier::abs
