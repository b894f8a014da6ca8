// Every way an exploration can end: its exit status, its first line, its JSON.
#include <nlohmann/json.hpp>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Outcomes, AProgramWithoutAViolationIsOk) {
  const Outcome outcome = programs_run({"check", "many", "n=3"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, StartsWith("ok: no violation in any execution of many; "));
  EXPECT_EQ(outcome.err, "");
}

TEST(Outcomes, AProgramWithoutMessagesHasOneExecution) {
  const Outcome outcome = programs_run({"check", "silent", "--reduction", "exhaustive"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(without_clock(outcome.out),
            "ok: no violation in any execution of silent; there is one, and it was explored\n"
            "1 execution, 0 steps, in N s\n");
}

TEST(Outcomes, AProgramWithoutActorsIsAnError) {
  expect_error(programs_run({"check", "no-actors"}),
               "the program creates no actors: its set-up must spawn at least one");
}

TEST(Outcomes, AConstructorThatThrowsInTheSetUpIsAViolationWithoutSteps) {
  const Outcome outcome = programs_run({"check", "throwing-constructor"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: "));
  EXPECT_THAT(outcome.out, HasSubstr("no room for another one"));
  EXPECT_THAT(outcome.out, HasSubstr("replay: ./programs replay throwing-constructor --schedule "
                                     "none\n"));
  EXPECT_EQ(programs_run({"replay", "throwing-constructor", "--schedule", "none"}).status, 1);
  const json result = json::parse(programs_run({"check", "throwing-constructor", "--json"}).out);
  EXPECT_EQ(result["violations"][0]["kind"], "exception");
}

TEST(Outcomes, WhateverThrowsInAHandlerIsAViolation) {
  const Outcome later = programs_run({"check", "throwing-constructor-later"});
  EXPECT_EQ(later.status, 1);
  EXPECT_THAT(later.out, HasSubstr("no room for another one"));
  const Outcome handler = programs_run({"check", "throwing-handler"});
  EXPECT_EQ(handler.status, 1);
  EXPECT_THAT(
      handler.out,
      StartsWith("violation: exception: index 7 of 3 (throwing-handler on Go{}, step 1)\n"));
}

TEST(Outcomes, WhateverThrowsBesideHandlersIsAViolationToo) {
  for (const auto& [program, text] :
       std::vector<std::pair<std::string, std::string>>{{"throwing-guard", "cannot decide"},
                                                        {"throwing-end", "cannot look"},
                                                        {"throwing-setup", "cannot begin"}}) {
    const Outcome outcome = programs_run({"check", program});
    EXPECT_EQ(outcome.status, 1) << program;
    EXPECT_THAT(outcome.out, StartsWith("violation: ")) << program;
    EXPECT_THAT(outcome.out, HasSubstr(text)) << program;
  }
}

TEST(Outcomes, AParameterThatIsNotDeclaredIsAViolation) {
  const Outcome outcome = programs_run({"check", "undeclared-parameter"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("the program reads a parameter 'n' that it does not declare"));
}

TEST(Outcomes, ADestructorThatThrowsIsAViolation) {
  const Outcome outcome = programs_run({"check", "throwing-destructor"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("cannot go"));
}

TEST(Outcomes, AnExceptionThatNobodyCanCatchIsAViolation) {
  const Outcome outcome = programs_run({"check", "terminating-handler"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: the program crashed: an "
                                      "exception that nobody could catch: a \"quoted\" reason\n"));
  const json result = json::parse(programs_run({"check", "terminating-handler", "--json"}).out);
  EXPECT_EQ(result["verdict"], "violation");
  EXPECT_EQ(result["violations"][0]["kind"], "crash");
}

TEST(Outcomes, ACrashIsAViolationWithTheStepsThatLedToIt) {
#ifdef HARRIER_SANITIZED
  // The sanitizer's own report is left to it.
  const Outcome reported = programs_run({"check", "crash"});
  EXPECT_NE(reported.status, 0);
  EXPECT_THAT(reported.err, HasSubstr("Sanitizer: SEGV on unknown address"));
#else
  const Outcome outcome = programs_run({"check", "crash"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: the program crashed: "
                                      "SIGSEGV, an invalid memory access or a full stack\n"));
  EXPECT_THAT(outcome.out, HasSubstr("2  #1            ├─ Go{} ─▶✗    crashes\n"));
  EXPECT_THAT(outcome.out, HasSubstr("replay: ./programs replay crash --schedule 0.1\n"));
  const Outcome again = programs_run({"replay", "crash", "--schedule", "0.1"});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("violation: the program crashed: SIGSEGV"));
  const TemporaryFolder folder;
  write_file(folder.path("executions"), "of another run");
  programs_run({"check", "crash", "--save-executions", folder.path("executions")});
  EXPECT_EQ(contents_of(folder.path("executions")), "");  // none was complete
  const Outcome aborting = programs_run({"check", "aborting"});
  EXPECT_EQ(aborting.status, 1);
  EXPECT_THAT(aborting.out, HasSubstr("SIGABRT, a call of abort()"));
  const Outcome overflowing = programs_run({"check", "overflowing"});
  EXPECT_EQ(overflowing.status, 1);
  EXPECT_THAT(overflowing.out, HasSubstr("SIGSEGV, an invalid memory access or a full stack"));
  const json result = json::parse(programs_run({"check", "crash", "--json"}).out);
  EXPECT_EQ(result["violations"][0]["kind"], "crash");
  EXPECT_EQ(result["violations"][0]["schedule"], "0.1");
#endif
}

TEST(Outcomes, AHandlerThatDoesNotReturnIsAViolation) {
  const Outcome outcome = programs_run({"check", "endless-handler", "--step-seconds-max", "0.3"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(
      outcome.out,
      StartsWith("violation: the handler of Go{} in worker has not returned after 0.3 s; "));
  EXPECT_THAT(outcome.out, HasSubstr("─ Go{} ─▶✗   does not return\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("--keep-going")));
  EXPECT_THAT(outcome.out, HasSubstr("replay: ./programs replay endless-handler "
                                     "--step-seconds-max 0.3 --schedule 0.1\n"));
  const Outcome again =
      programs_run({"replay", "endless-handler", "--step-seconds-max", "0.3", "--schedule", "0.1"});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out,
              StartsWith("violation: a step of this execution has not returned after 0.3 s; "));
}

TEST(Outcomes, AHangIsInTheJsonToo) {
  const Outcome outcome =
      programs_run({"check", "endless-handler", "--step-seconds-max=0.3", "--json"});
  EXPECT_EQ(outcome.status, 1);
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["verdict"], "violation");
  EXPECT_EQ(result["complete"], false);
  EXPECT_EQ(result["violations"][0]["kind"], "hang");
  EXPECT_EQ(result["violations"][0]["schedule"], "0.1");
}

TEST(Outcomes, ASetUpThatDoesNotReturnIsAViolation) {
  const Outcome outcome = programs_run({"check", "endless-setup", "--step-seconds-max", "0.3"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: the set-up has not returned after 0.3 s; "));
}

TEST(Outcomes, AProgramThatDoesNotRepeatIsNondeterminism) {
  const Outcome outcome = programs_run({"check", "nondeterministic", "--audit"});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.out, StartsWith("nondeterminism: "));
  EXPECT_THAT(outcome.out, HasSubstr("\ntip: a handler may depend on "));
}

TEST(Outcomes, AllDeliveriesAreOneJsonObject) {
  const Outcome outcome = harrier_run({"check", "server", "--delivery", "all", "--json"});
  EXPECT_EQ(outcome.status, 1);
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["schema"], "harrier-deliveries-1");
  EXPECT_EQ(result["weakest_correct"], "fifo");
  ASSERT_EQ(result["deliveries"].size(), 4U);
  EXPECT_EQ(result["deliveries"][0]["delivery"], "bag");
  EXPECT_EQ(result["deliveries"][0]["verdict"], "violation");
  EXPECT_EQ(result["deliveries"][3]["delivery"], "mailbox");
  EXPECT_EQ(result["deliveries"][3]["verdict"], "ok");
}

TEST(Outcomes, AllDeliveriesAreForCheckAlone) {
  const Outcome replayed =
      harrier_run({"replay", "server", "--schedule", "0", "--delivery", "all"});
  EXPECT_EQ(replayed.status, 2);
  EXPECT_EQ(replayed.err,
            "error: --delivery all is for check; choose one of: bag, fifo, causal, mailbox\n");
  const Outcome saved = harrier_run({"check", "server", "--delivery", "all", "--save", "x.json"});
  EXPECT_EQ(saved.status, 2);
  EXPECT_EQ(saved.err,
            "error: --save takes the result of one delivery model, not of all of them\n");
}

TEST(Outcomes, RacesAreCountedInTheJsonObject) {
  const Outcome outcome = harrier_run({"check", "fanin", "senders=2", "--stats", "--json"});
  EXPECT_EQ(outcome.status, 0);
  const json races = json::parse(outcome.out)["races"];
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races[0]["first"], "Value");
  EXPECT_EQ(races[0]["second"], "Value");
  EXPECT_EQ(races[0]["found"], 2);     // one in each of the two executions
  EXPECT_EQ(races[0]["reversed"], 1);  // the other order of the second is the first
}

TEST(Outcomes, AMessageToAnEndedActorIsAWarningUnlessItIsAskedToBeAnError) {
  const Outcome warned = programs_run({"check", "ended"});
  EXPECT_EQ(warned.status, 0);
  EXPECT_THAT(warned.out, StartsWith("ok: "));
  EXPECT_THAT(warned.out, HasSubstr("\nwarning: Go{} from set-up to ending is never delivered: the "
                                    "receiver has ended"));
  EXPECT_THAT(warned.out, HasSubstr("\ntip: --undelivered error makes this a violation"));

  const Outcome refused = programs_run({"check", "ended", "--undelivered", "error"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.out, HasSubstr("replay: ./programs replay ended --undelivered error "
                                     "--schedule 0\n"));
  EXPECT_EQ(programs_run({"replay", "ended", "--undelivered", "error", "--schedule", "0"}).status,
            1);

  const Outcome silent = programs_run({"check", "ended", "--undelivered=ignore"});
  EXPECT_EQ(silent.status, 0);
  EXPECT_THAT(silent.out, Not(HasSubstr("warning")));
}

TEST(Outcomes, ABoundThatIsReachedIsIncomplete) {
  const Outcome executions =
      programs_run({"check", "many", "n=4", "--reduction", "exhaustive", "--executions-max", "5"});
  EXPECT_EQ(executions.status, 3);
  EXPECT_EQ(without_clock(executions.out),
            "incomplete: the bound of 5 executions was reached; no violation in 5 executions of "
            "many, others were not explored\n"
            "tip: raise --executions-max to explore more\n"
            "5 executions, 14 steps, in N s\n");  // 4 + 2 + 3 + 2 + 3

  const Outcome depth =
      programs_run({"check", "many", "n=4", "--reduction", "exhaustive", "--depth-max", "2"});
  EXPECT_EQ(depth.status, 3);
  EXPECT_THAT(depth.out, StartsWith("incomplete: "));
  EXPECT_THAT(depth.out, HasSubstr("tip: raise --depth-max to explore more\n"));

  const Outcome seconds =
      programs_run({"check", "many", "--reduction", "exhaustive", "--seconds-max", "0.2"});
  EXPECT_EQ(seconds.status, 3);
  EXPECT_THAT(seconds.out, HasSubstr("tip: raise --seconds-max to explore more\n"));
}

TEST(Outcomes, ABoundThatIsNotReachedChangesNothing) {
  EXPECT_EQ(programs_run({"check", "many", "n=3", "--reduction", "exhaustive", "--executions-max",
                          "6", "--depth-max", "3", "--seconds-max", "100"})
                .status,
            0);
}

TEST(Outcomes, ADeadlockIsAViolation) {
  const Outcome outcome = programs_run({"check", "deadlock"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("violation: deadlock among calls: "));
}

TEST(Outcomes, AChoiceIsPartOfTheSchedule) {
  const Outcome outcome = programs_run({"check", "choices"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("replay: ./programs replay choices --schedule 0:2\n"));
  EXPECT_EQ(programs_run({"replay", "choices", "--schedule", "0:2"}).status, 1);
  EXPECT_EQ(programs_run({"replay", "choices", "--schedule", "0:1"}).status, 0);
}

TEST(Outcomes, TextsOfTheProgramCannotBreakTheOutput) {
  const Outcome outcome = programs_run({"check", "text"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("a\\nb\\x1b[31m\\xff\"q\" \u00e9"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
  const Outcome as_json = programs_run({"check", "text", "--json"});
  EXPECT_EQ(as_json.status, 1);
  EXPECT_THAT(json::parse(as_json.out)["violations"][0]["message"].get<std::string>(),
              HasSubstr("a\nb\x1b[31m"));
}

TEST(Outcomes, JsonHasTheKeysThatScriptsDependOn) {
  const Outcome outcome = harrier_run({"check", "server", "--json"});
  EXPECT_EQ(outcome.status, 1);
  const json result = json::parse(outcome.out);
  for (const char* key :
       {"schema", "program", "arguments", "reduction", "order", "dependence", "delivery",
        "complete", "verdict", "executions", "blocked", "steps", "steps_replayed", "depth_max",
        "states", "seconds", "violations", "warnings", "incomplete_reason"}) {
    EXPECT_TRUE(result.contains(key)) << key;
  }
  EXPECT_EQ(result["program"], "server");
  EXPECT_EQ(result["verdict"], "violation");
  for (const char* key : {"kind", "message", "details", "schedule", "steps"}) {
    EXPECT_TRUE(result["violations"][0].contains(key)) << key;
  }
}

TEST(Outcomes, ArgumentsAreTypedInTheJson) {
  const json result =
      json::parse(programs_run({"check", "chain", "actors=3", "end=closed", "--json"}).out);
  EXPECT_EQ(result["arguments"], json({{"actors", 3}, {"end", "closed"}}));
}

TEST(Outcomes, TheSameCommandPrintsTheSameBytes) {
  const std::vector<std::string> command = {"check", "server", "--keep-going"};
  EXPECT_EQ(without_clock(harrier_run(command).out), without_clock(harrier_run(command).out));
}

TEST(Outcomes, ManyActorsAreListedInsteadOfDrawn) {
  const Outcome outcome = programs_run({"check", "chain", "actors=12"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("\n 1  #0   set-up \u2192 link.12   Go{}\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("replay: ./programs replay chain actors=12 --schedule 0-11\n"));
}

TEST(Outcomes, TheMiddleOfALongExecutionIsLeftOut) {
  const Outcome outcome = programs_run({"check", "deep"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("40 steps left out; --steps all shows them"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Count{50}")));
  EXPECT_THAT(programs_run({"check", "deep", "--steps", "all"}).out, HasSubstr("Count{50}"));
  EXPECT_THAT(programs_run({"check", "deep", "--steps=10"}).out, HasSubstr("90 steps left out"));
}

}  // namespace
}  // namespace harrier::testing_support
