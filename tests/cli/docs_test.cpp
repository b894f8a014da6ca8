// The reference in docs/command-line.md is what the binary prints.
#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

TEST(Docs, TheReferenceIsWhatHelpPrints) {
  const std::string begin = "<!-- `harrier help --markdown` prints what follows. -->\n\n";
  const std::string docs = contents_of(HARRIER_SOURCE_DIR "/docs/command-line.md");
  const std::size_t place = docs.find(begin);
  ASSERT_NE(place, std::string::npos);
  EXPECT_EQ(docs.substr(place + begin.size()), harrier_run({"help", "--markdown"}).out)
      << "run: harrier help --markdown, and put its output at the end of docs/command-line.md";
}

TEST(Docs, TheExamplesDoWhatTheySay) {
  const auto example = [](const std::string& name, const std::vector<std::string>& arguments) {
    return run({.binary = std::string(HARRIER_EXAMPLES_DIR) + "/example_" + name,
                .arguments = arguments,
                .invoked_as = {},
                .environment = {},
                .folder = {}});
  };
  const Outcome first = example("first", {"check", "first"});
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.out, ::testing::StartsWith("violation: the check of the end state failed: no "
                                               "increment is lost\n"));
  EXPECT_EQ(example("first", {"check", "clients=1"}).status, 0);
  const Outcome bank = example("bank", {"check", "bank"});
  EXPECT_EQ(bank.status, 1);
  EXPECT_THAT(bank.out,
              ::testing::StartsWith("violation: check failed: the account is never overdrawn"));
  EXPECT_EQ(example("bank", {"check", "transfer=atomic"}).status, 0);
}

}  // namespace
}  // namespace harrier::testing_support
