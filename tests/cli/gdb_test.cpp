// `replay --gdb` with the real debugger, on a terminal as a user has it.
#include "tests/cli/cli.hpp"
#include "tests/support/terminal.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::HasSubstr;

#if defined(HARRIER_GDB) && !defined(HARRIER_SANITIZED)

/// Starts a replay in gdb and waits until it has stopped.
class Debugged {
 public:
  explicit Debugged(std::vector<std::string> arguments)
      : terminal_({.binary = HARRIER_BINARY,
                   .arguments = with_gdb(std::move(arguments)),
                   .invoked_as = "harrier",
                   .environment = {{"HOME", folder_.path()}, {"DEBUGINFOD_URLS", ""}},
                   .folder = {}}) {}

  std::string answer(const std::string& line) {
    terminal_.wait_for("(gdb) ");
    terminal_.type(line);
    terminal_.type("echo -end-\\n");
    return terminal_.wait_for("\n-end-");
  }

 private:
  static std::vector<std::string> with_gdb(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "replay");
    arguments.emplace_back("--gdb");
    return arguments;
  }

  TemporaryFolder folder_;
  Terminal terminal_;
};

TEST(Gdb, StopsInTheHandlerOfTheStep) {
  Debugged debugged({"server", "--schedule", "0.2.1.3-5", "--until", "3"});
  EXPECT_THAT(debugged.answer("frame"), HasSubstr("Server::on"));
  EXPECT_THAT(debugged.answer("backtrace 8"), HasSubstr("Server::on"));
}

TEST(Gdb, StopsInAHandlerThatGoesOnAndEndsWithTheReport) {
  Debugged debugged({"server", "--schedule", "0.2.1.3-5"});
  EXPECT_THAT(debugged.answer("frame"), HasSubstr("subjects/server.cpp"));
  EXPECT_THAT(debugged.answer("continue"), HasSubstr("violation: check failed"));
}

TEST(Gdb, StopsInTheCodeOfAProcess) {
  Debugged debugged({"dtg", "--schedule", "0.2-4.6.8.9.1.5.10.12", "--until", "5"});
  EXPECT_THAT(debugged.answer("backtrace 8"), HasSubstr("dtg_two"));
}

#endif

TEST(Gdb, IsAskedForWhereItIsMissing) {
  const Outcome outcome = run({.binary = HARRIER_BINARY,
                               .arguments = {"replay", "server", "--schedule", "0", "--gdb"},
                               .invoked_as = "harrier",
                               .environment = {{"PATH", "/nowhere"}},
                               .folder = {}});
  expect_error(outcome, "cannot run gdb: No such file or directory (on Debian: apt install gdb)");
}

}  // namespace
}  // namespace harrier::testing_support
