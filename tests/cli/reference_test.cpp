// docs/reference.md names all that is public, and it and docs/recipes.md show what is compiled and
// printed.
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

std::string source(const std::string& path) { return contents_of(HARRIER_SOURCE_DIR "/" + path); }

/// Puts one space where there is any, so that a line may be broken where it fits.
std::string on_one_line(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

/// All that the pages may take their lines from.
const std::string& compiled() {
  static const std::string all =
      on_one_line(source("examples/reference.cpp") + source("examples/recipes.cpp") +
                  source("examples/retry.cpp") + source("examples/guests.cpp") +
                  source("tests/unit/report/gtest_test.cpp"));
  return all;
}

/// Calls `use` with the content of every block of a language in a page.
template <class Use>
void for_each_block(const std::string& page, const std::string& language, const Use& use) {
  const std::string begin = "```" + language + "\n";
  std::size_t at = page.find(begin);
  for (; at != std::string::npos; at = page.find(begin, at)) {
    at += begin.size();
    const std::size_t end = page.find("```", at);
    use(page.substr(at, end - at));
    at = end;
  }
}

/// Returns a text without the namespaces called detail.
std::string without_details(std::string text) {
  const std::string end = "}  // namespace detail";
  for (std::size_t at = text.find("namespace detail {"); at != std::string::npos;
       at = text.find("namespace detail {", at)) {
    text.erase(at, text.find(end, at) + end.size() - at);
  }
  return text;
}

TEST(Reference, NamesAllThatIsPublic) {
  const std::string page = source("docs/reference.md");
  const std::regex type(
      R"(\n(?:class|struct|enum class|concept|using) (?:\[\[.*?\]\] )?([A-Z]\w+))");
  const std::regex macro(R"(\n#define (\w+[A-Z])\()");
  std::size_t found = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(HARRIER_SOURCE_DIR "/include/harrier")) {
    if (!file.is_regular_file()) continue;
    const std::string text = without_details(contents_of(file.path().string()));
    for (const std::regex& form : {type, macro}) {
      for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at) {
        const std::string name = (*at)[1];
        EXPECT_TRUE(std::regex_search(page, std::regex("`(?:\\w+::)?" + name + "\\b")))
            << name << " of " << file.path().filename();
        ++found;
      }
    }
  }
  EXPECT_GT(found, 80U);
}

TEST(Reference, ShowsLinesThatAreCompiled) {
  const std::string page = source("docs/reference.md");
  const std::regex row(R"(\n\|[^\n]*\| `([^\n]+)` \|)");
  std::size_t rows = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at, ++rows) {
    EXPECT_NE(compiled().find((*at)[1]), std::string::npos) << (*at)[1];
  }
  EXPECT_GT(rows, 80U);
}

TEST(Recipes, ShowCodeThatIsCompiled) {
  std::size_t blocks = 0;
  for_each_block(source("docs/recipes.md"), "cpp", [&](const std::string& block) {
    EXPECT_NE(compiled().find(on_one_line(block)), std::string::npos) << block;
    ++blocks;
  });
  EXPECT_GE(blocks, 8U);
}

TEST(Recipes, PrintWhatTheySay) {
  const std::string command = "$ ./example_recipes ";
  std::size_t blocks = 0;
  for_each_block(source("docs/recipes.md"), "console", [&](const std::string& block) {
    ASSERT_TRUE(block.starts_with(command)) << block;
    const std::size_t end = block.find('\n');
    std::istringstream words(block.substr(command.size(), end - command.size()));
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    const Outcome outcome = run({.binary = HARRIER_EXAMPLES_DIR "/example_recipes",
                                 .arguments = arguments,
                                 .invoked_as = "./example_recipes",
                                 .environment = {},
                                 .folder = {}});
    EXPECT_EQ(std::regex_replace(outcome.out, std::regex("in [0-9.]+ s\n"), "in 0.00 s\n"),
              block.substr(end + 1));
    ++blocks;
  });
  EXPECT_EQ(blocks, 3U);
}

TEST(Recipes, CountWhatTheySay) {
  const std::string page = source("docs/recipes.md");
  const std::regex row(R"(\n\| `(retries=[0-2])` \| (.*?) \|)");
  std::size_t rows = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at, ++rows) {
    const Outcome outcome = run({.binary = HARRIER_EXAMPLES_DIR "/example_recipes",
                                 .arguments = {"check", "lossy", (*at)[1]},
                                 .invoked_as = {},
                                 .environment = {},
                                 .folder = {}});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, ::testing::HasSubstr("\n" + std::string((*at)[2]) + ", in "));
  }
  EXPECT_EQ(rows, 3U);
}

}  // namespace
}  // namespace harrier::testing_support
