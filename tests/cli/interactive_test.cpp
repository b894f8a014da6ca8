// `replay --interactive` on a real terminal: what is typed, and what is shown.
#include "tests/cli/cli.hpp"
#include "tests/support/terminal.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Steps through the violation of `server`, whose shortest execution has six steps.
class Stepping : public ::testing::Test {
 protected:
  Terminal terminal_{{.binary = HARRIER_BINARY,
                      .arguments = {"replay", "server", "--schedule", "0.2.1.3-5", "--interactive"},
                      .invoked_as = "harrier",
                      .environment = {{"TERM", "xterm"}},
                      .folder = folder_.path()}};
  TemporaryFolder& folder() { return folder_; }

  /// Types a line at the prompt and returns what is shown up to the next one.
  std::string answer(const std::string& line, const std::string& prompt) {
    terminal_.type(line);
    return terminal_.wait_for(prompt);
  }
  void SetUp() override {
    ASSERT_THAT(terminal_.wait_for("0/6> "), HasSubstr("6 steps of server"));
  }

 private:
  static inline TemporaryFolder folder_;
};

TEST_F(Stepping, GoesForwardAndBack) {
  EXPECT_THAT(answer("", "1/6> "), HasSubstr("Start{}"));
  EXPECT_THAT(answer("next 2", "3/6> "), AllOf(HasSubstr("Set{5}"), HasSubstr("Get{}")));
  EXPECT_THAT(answer("back", "2/6> "), HasSubstr("Get{}"));
  EXPECT_THAT(answer("goto 6", "6/6> "), HasSubstr("violation: check failed"));
  EXPECT_THAT(answer("b 6", "0/6> "), HasSubstr("at the begin"));
  EXPECT_THAT(answer("goto", "6/6> "), HasSubstr("violation: check failed"));
  terminal_.type("quit");
  EXPECT_EQ(terminal_.finish().status, 0);
}

TEST_F(Stepping, ShowsActorsMailboxesAndWhatIsDeliverable) {
  answer("next", "1/6> ");
  EXPECT_THAT(answer("actors server", "1/6> "), HasSubstr("server is idle"));
  EXPECT_THAT(answer("mailbox server", "1/6> "),
              AllOf(HasSubstr("server: Set{5} (deliverable)"), HasSubstr("server: Get{}")));
  const std::string deliverable = answer("deliverable", "1/6> ");
  EXPECT_THAT(deliverable, HasSubstr("1  server<-Set@client"));
  EXPECT_THAT(deliverable, HasSubstr("2* server<-Get@client"));
  EXPECT_THAT(answer("actors nobody", "1/6> "), HasSubstr("there is no actor 'nobody'"));
}

TEST_F(Stepping, TakesAnotherDeliveryGoesOnAndSavesThat) {
  answer("next", "1/6> ");
  EXPECT_THAT(answer("take server<-Set@client", "2/2> "), HasSubstr("Set{5}"));
  // Beyond what was planned it goes on in the order of sending, and nothing is violated there.
  std::string shown;
  for (int step = 3; step <= 7; ++step) {
    const std::string at = std::to_string(step);
    shown += answer("next", at + "/" + at + "> ");
  }
  EXPECT_THAT(shown, Not(HasSubstr("violation")));
  EXPECT_THAT(answer("next", "7/7> "), HasSubstr("the execution ends here"));
  EXPECT_THAT(answer("write other.schedule", "7/7> "),
              HasSubstr("wrote 7 steps to other.schedule"));
  const Outcome again = harrier_run({"replay", folder().path("other.schedule")});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.out, HasSubstr("ok: no violation in this one execution of 7 steps"));
}

TEST_F(Stepping, SaysWhatItDoesNotUnderstandAndGoesOn) {
  EXPECT_THAT(answer("nxet", "0/6> "),
              AllOf(HasSubstr("unknown command 'nxet'"), HasSubstr("did you mean 'next'?")));
  EXPECT_THAT(answer("next x", "0/6> "), HasSubstr("'x' is not a number"));
  EXPECT_THAT(answer("take 9", "0/6> "), HasSubstr("1 to "));
  EXPECT_THAT(answer("back", "0/6> "), HasSubstr("the begin of the execution"));
  EXPECT_THAT(answer("help", "0/6> "), HasSubstr("deliverable"));
  terminal_.type("\x04");  // the end of the input
  EXPECT_EQ(terminal_.finish().status, 0);
}

TEST(Interactive, BeginsWhereUntilSays) {
  Terminal terminal({.binary = HARRIER_BINARY,
                     .arguments = {"replay", "server", "--schedule", "0.2.1.3-5", "--interactive",
                                   "--until", "3"},
                     .invoked_as = "harrier",
                     .environment = {},
                     .folder = {}});
  EXPECT_THAT(terminal.wait_for("3/6> "), HasSubstr("Set{5}"));
}

TEST(Interactive, TakesStepsBackWhereTheProgramCannotUndo) {
  Terminal terminal({.binary = HARRIER_BINARY,
                     .arguments = {"replay", "dtg", "--schedule", "0-3", "--interactive"},
                     .invoked_as = "harrier",
                     .environment = {},
                     .folder = {}});
  terminal.wait_for("0/4> ");
  terminal.type("goto 4");
  const std::string there = terminal.wait_for("4/4> ");
  terminal.type("back 3");
  terminal.wait_for("1/4> ");
  terminal.type("goto 4");
  EXPECT_EQ(terminal.wait_for("4/4> "), there);
}

TEST(Interactive, DoesNotGoTogetherWithOutputForPrograms) {
  expect_error(harrier_run({"replay", "server", "--schedule", "0", "--interactive", "--json"}),
               "--interactive and --json do not go together");
}

}  // namespace
}  // namespace harrier::testing_support
