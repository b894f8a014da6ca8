// Tests the words for every finding, effect and reason, and when two findings are the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harrier/check.hpp"

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Says the kind and the message of a finding.
std::string told(const Finding& finding) {
  const Violation violation{.finding = finding};
  return std::string(to_string(violation.kind())) + ": " + violation.message();
}

TEST(Words, OfFailuresSayWhereTheyHappened) {
  EXPECT_EQ(told(FailedStep{{FailureKind::check, "reads agree"}, "client", "reply 5", 6}),
            "check: check failed: reads agree (client on reply 5, step 6)");
  EXPECT_EQ(told(FailedStep{{FailureKind::exception, "no disk"}, "server", "Put{1}", 2}),
            "exception: exception: no disk (server on Put{1}, step 2)");
  EXPECT_EQ(told(FailedStep{{FailureKind::misuse, "replied twice"}, "server", "Get{}", 1}),
            "misuse: misuse: replied twice (server on Get{}, step 1)");
  EXPECT_EQ(told(FailedProgram{{FailureKind::exception, "the set-up threw: no disk"}}),
            "exception: the set-up threw: no disk");
  EXPECT_EQ(told(FailedEndCheck{{FailureKind::check, "the last write wins"}}),
            "end-check: the check of the end state failed: the last write wins");
  EXPECT_EQ(told(FailedEndCheck{{FailureKind::exception, "cannot tell"}}),
            "exception: the check of the end state failed: cannot tell");
}

TEST(Words, OfDeadlocksSayWhoWaitsForWhom) {
  EXPECT_EQ(told(WaitingCycle{{"left", "right"}, true}),
            "deadlock: deadlock among calls: left waits for right waits for left");
  EXPECT_EQ(told(WaitingCycle{{"p"}, false}), "deadlock: deadlock: p waits for p");
  WaitingActor waiting{.actor = "client", .waits_for = "the reply of server to Get{}"};
  EXPECT_EQ(told(waiting), "deadlock: deadlock: client waits for the reply of server to Get{}");
  waiting.for_ended = true;
  waiting.mailbox = WaitingMessages{{"Set{5}", Hold::blocked}, {"Stop{}", Hold::order}};
  waiting.others = 2;
  EXPECT_EQ(told(waiting),
            "deadlock: deadlock: client waits for the reply of server to Get{}, which has ended, "
            "with mailbox [Set{5} (the receiver waits for a reply), Stop{} (an earlier message "
            "must be delivered first)]; 2 more wait");
}

TEST(Words, OfWhatIsLeftSayWhy) {
  EXPECT_EQ(told(LeftActor{"cell", "", 0}), "stuck: cell is idle and has not ended");
  EXPECT_EQ(told(LeftActor{"cell", "a condition", 1}),
            "stuck: cell waits for a condition; 1 more actors are left");
  EXPECT_EQ(told(UndeliveredMessage{"Set{5}", "client", "server", Hold::guard}),
            "undelivered: Set{5} from client to server is never delivered: the receiver does not "
            "accept it in its state");
}

TEST(Words, OfStepsThatNeverEndSayHowLongTheyWereGiven) {
  const std::string rest =
      " has not returned after 0.3 s; it may run forever, or wait for something outside the "
      "program (--step-seconds-max waits longer)";
  EXPECT_EQ(told(Unreturned{Unreturned::What::setup, "", "", 0.3}), "hang: the set-up" + rest);
  EXPECT_EQ(told(Unreturned{Unreturned::What::handler, "server", "Get{}", 0.3}),
            "hang: the handler of Get{} in server" + rest);
  EXPECT_EQ(told(Unreturned{Unreturned::What::end_check, "", "", 0.3}),
            "hang: the check of the end state" + rest);
  EXPECT_EQ(told(Unreturned{Unreturned::What::some_step, "", "", 0.3}),
            "hang: a step of this execution" + rest);
  EXPECT_EQ(told(CrashedProgram{"SIGABRT"}), "crash: the program crashed: SIGABRT");
}

TEST(Words, OfActorsSayHowTheyStand) {
  Violation violation;
  EXPECT_THAT(violation.details(), IsEmpty());
  violation.actors = {{.name = "idle"},
                      {.name = "ended",
                       .activity = Activity::ended,
                       .mailbox = WaitingMessages{{"Get{}", Hold::ended}}},
                      {.name = "waiting",
                       .activity = Activity::waiting,
                       .waits_for = "a condition",
                       .state = "Cell{1}",
                       .mailbox = WaitingMessages{}}};
  EXPECT_THAT(
      violation.details(),
      ElementsAre("idle is idle", "ended has ended, mailbox [Get{} (the receiver has ended)]",
                  "waiting waits for a condition, state Cell{1}, mailbox []"));
}

TEST(Words, OfStepsSayWhatTheyDid) {
  EXPECT_EQ(to_string(Effect::creates("worker")), "creates worker");
  EXPECT_EQ(to_string(Effect::sends("Set{5}", "server")), "sends Set{5} to server");
  EXPECT_EQ(to_string(Effect::waits()), "waits");
  EXPECT_EQ(to_string(Effect::ends()), "ends");
  EXPECT_EQ(to_string(StepFailure{ViolationKind::check, "is odd"}), "check failed: is odd");
  EXPECT_EQ(to_string(StepFailure{ViolationKind::hang}), "does not return");
  EXPECT_EQ(to_string(StepFailure{ViolationKind::crash}), "crashes");
}

TEST(Words, OfReasonsAreThereOnlyWhereSomethingIsMissing) {
  CheckResult result;
  EXPECT_EQ(result.incomplete_reason(), "");
  result.coverage = Coverage::part("the executions with at most 2 delays");
  result.incomplete = {.why = Incomplete::Why::covers_part};
  EXPECT_EQ(result.incomplete_reason(), "explored are only the executions with at most 2 delays");
  result.incomplete = {.why = Incomplete::Why::depth_max, .bound = 5, .cut = 12};
  EXPECT_EQ(result.incomplete_reason(), "12 executions were cut at depth 5");
  result.violations = {{.finding = FailedProgram{{FailureKind::check, "first"}}},
                       {.finding = FailedProgram{{FailureKind::check, "second"}}}};
  result.incomplete = {.why = Incomplete::Why::not_confirmed, .violation = 1};
  EXPECT_EQ(result.incomplete_reason(),
            "the violation does not show again when its schedule is replayed: second");
}

TEST(Findings, AreTheSameWhereAllThatIsToldIs) {
  const Finding failed = FailedStep{{FailureKind::check, "is odd"}, "cell", "Put{1}", 3};
  EXPECT_EQ(failed, Finding(FailedStep{{FailureKind::check, "is odd"}, "cell", "Put{1}", 3}));
  EXPECT_NE(failed, Finding(FailedStep{{FailureKind::check, "is odd"}, "cell", "Put{1}", 4}));
  EXPECT_NE(failed, Finding(FailedStep{{FailureKind::misuse, "is odd"}, "cell", "Put{1}", 3}));
  EXPECT_NE(Finding(FailedProgram{{FailureKind::check, "is odd"}}),
            Finding(FailedEndCheck{{FailureKind::check, "is odd"}}));
}

}  // namespace
}  // namespace harrier
