// The completion scripts, run in the real shells where they are installed.
#include <unistd.h>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// Completes the last of the words as bash splits them, in a real bash.
std::vector<std::string> bash_completes(const std::vector<std::string>& words) {
  std::string script = "set -u\nsource <(\"$HARRIER\" completion bash)\nCOMP_WORDS=(\"$HARRIER\"";
  for (const std::string& word : words) script += " '" + word + "'";
  script += ")\nCOMP_CWORD=" + std::to_string(words.size()) +
            "\n_harrier\nprintf '%s\\n' \"${COMPREPLY[@]}\"\ncomplete -p harrier >&2\n";
  const TemporaryFolder folder;
  EXPECT_EQ(symlink(HARRIER_BINARY, folder.path("harrier").c_str()), 0);
  const Outcome outcome = run({.binary = "/bin/bash",
                               .arguments = {"--norc", "-c", script},
                               .invoked_as = {},
                               .environment = {{"HARRIER", folder.path("harrier")}},
                               .folder = {}});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "complete -o default -F _harrier harrier\n");
  return lines_of(outcome.out);
}

TEST(BashCompletion, CompletesSubCommands) {
  EXPECT_THAT(bash_completes({""}),
              IsSupersetOf({"list", "check", "replay", "help", "completion", "version"}));
  EXPECT_THAT(bash_completes({"re"}), ElementsAre("replay"));
  EXPECT_THAT(bash_completes({"help", "ch"}), ElementsAre("check"));
  EXPECT_THAT(bash_completes({"completion", ""}), ElementsAre("bash", "zsh", "fish"));
}

TEST(BashCompletion, CompletesProgramsAndTheirParameters) {
  EXPECT_THAT(bash_completes({"check", "serv"}), ElementsAre("server"));
  EXPECT_THAT(bash_completes({"replay", "fan"}), ElementsAre("fanin"));
  EXPECT_THAT(bash_completes({"check", "fanin", ""}), IsSupersetOf({"senders=", "receiver="}));
  // bash gives 'receiver=' as two words, and takes what comes behind the '='.
  EXPECT_THAT(bash_completes({"check", "fanin", "receiver", "="}),
              IsSupersetOf({"field", "keys", "counter"}));
  EXPECT_THAT(bash_completes({"check", "fanin", "receiver", "=", "k"}), ElementsAre("keys"));
}

TEST(BashCompletion, CompletesOptionsOfTheSubCommand) {
  EXPECT_THAT(bash_completes({"check", "server", "--exe"}), ElementsAre("--executions-max"));
  EXPECT_THAT(bash_completes({"check", "--no-p"}), ElementsAre("--no-progress"));
  EXPECT_THAT(bash_completes({"list", "--"}), ElementsAre("--json", "--help"));
  EXPECT_THAT(bash_completes({"replay", "server", "--"}), Not(Contains("--reduction")));
}

TEST(BashCompletion, CompletesValuesInBothForms) {
  EXPECT_THAT(bash_completes({"check", "server", "--reduction", "exh"}), ElementsAre("exhaustive"));
  EXPECT_THAT(bash_completes({"check", "server", "--reduction", "=", "exh"}),
              ElementsAre("exhaustive"));
  EXPECT_THAT(bash_completes({"check", "--order", "fi"}), ElementsAre("fifo"));
  EXPECT_THAT(bash_completes({"check", "--color", ""}), ElementsAre("auto", "always", "never"));
  EXPECT_THAT(bash_completes({"check", "--save", ""}), IsEmpty());  // bash offers files itself
}

TEST(Completion, NamesTheBinaryItWasAskedOf) {
  const Outcome outcome = run({.binary = HARRIER_PROGRAMS_BINARY,
                               .arguments = {"completion", "bash"},
                               .invoked_as = "./bin/my-tests",
                               .environment = {},
                               .folder = {}});
  EXPECT_THAT(outcome.out, HasSubstr("complete -o default -F _my_tests my-tests\n"));
}

TEST(Completion, TellsWhatEachCandidateIs) {
  const Outcome outcome = harrier_run({"completion", "candidates", "--", "check", "--sl"});
  EXPECT_EQ(outcome.out, "--sleep\tadd sleep sets to the reduction\n");
}

}  // namespace
}  // namespace harrier::testing_support
