// Input that makes no sense is refused with what, where, why, and what is possible.
#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(BadInput, AMissingSubCommandIsToldWithAllOfThem) {
  const Outcome outcome = harrier_run({});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err,
              AllOf(StartsWith("error: a sub-command is missing; choose one of: list, check, "),
                    EndsWith(", version; 'harrier help' explains them\n")));
}

TEST(BadInput, AnUnknownSubCommandIsToldWithTheNearest) {
  const Outcome mistyped = harrier_run({"chekc"});
  EXPECT_EQ(mistyped.status, 2);
  EXPECT_THAT(mistyped.err,
              AllOf(StartsWith("error: unknown sub-command 'chekc'; choose one of: list, check, "),
                    EndsWith(", version (did you mean 'check'?)\n")));
  const Outcome empty = harrier_run({""});
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.err, AllOf(StartsWith("error: unknown sub-command ''; choose one of: list, "),
                               EndsWith(", version\n")));
}

TEST(BadInput, AnUnknownProgramIsToldWithTheNearest) {
  const Outcome outcome = harrier_run({"check", "sever"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(StartsWith("error: unknown program 'sever'; choose one of: "),
                                 EndsWith(" (did you mean 'server'?)\n")));
  EXPECT_EQ(harrier_run({"check", ""}).status, 2);
}

TEST(BadInput, AMissingProgramIsTold) {
  expect_error(harrier_run({"check"}),
               "'check' needs the name of a program; 'harrier list' shows them");
  expect_error(harrier_run({"check", "n=3"}),
               "'check' needs the name of a program; 'harrier list' shows them");
}

TEST(BadInput, AnUnknownOptionIsToldWithTheNearest) {
  expect_error(harrier_run({"check", "server", "--reductoin", "optimal"}),
               "unknown option '--reductoin' of 'check' (did you mean '--reduction'?); "
               "'harrier check --help' shows what it takes");
  expect_error(harrier_run({"check", "server", "-sleep"}),
               "unknown option '-sleep' of 'check'; options begin with two dashes (did you mean "
               "'--sleep'?)");
}

TEST(BadInput, AnOptionOfAnotherSubCommandIsTold) {
  expect_error(harrier_run({"list", "--reduction", "optimal"}),
               "'list' does not take --reduction; 'harrier list --help' shows what it takes");
}

TEST(BadInput, AnUnknownValueIsToldWithTheNearest) {
  const Outcome outcome = harrier_run({"check", "server", "--reduction", "exhuastive"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              AllOf(StartsWith("error: unknown reduction 'exhuastive'; choose one of: "),
                    EndsWith(" (did you mean 'exhaustive'?)\n")));
  expect_error(harrier_run({"check", "server", "--undelivered=eror"}),
               "unknown undelivered 'eror'; choose one of: ignore, warn, error (did you mean "
               "'error'?)");
}

TEST(BadInput, NumbersOutOfRangeAreTold) {
  expect_error(harrier_run({"check", "server", "--executions-max", "0"}),
               "--executions-max '0' is not possible: it must be a whole number, 1 or more");
  expect_error(harrier_run({"check", "server", "--depth-max=-1"}),
               "--depth-max '-1' is not possible: it must be a whole number, 1 or more");
  expect_error(harrier_run({"check", "server", "--seed", "1e3"}),
               "--seed '1e3' is not possible: it must be a whole number");
  expect_error(harrier_run({"check", "server", "--seed", "18446744073709551616"}),
               "--seed '18446744073709551616' is not possible: it must be a whole number");
  expect_error(harrier_run({"check", "server", "--seconds-max", "nan"}),
               "--seconds-max 'nan' is not possible: it must be a number of seconds, 0 or more");
  expect_error(harrier_run({"check", "server", "--steps", "most"}),
               "--steps 'most' is not possible: it must be a whole number, 2 or more, or all");
}

TEST(BadInput, MissingAndSuperfluousValuesAreTold) {
  expect_error(harrier_run({"check", "server", "--color"}),
               "--color needs a value: one of auto, always, never");
  expect_error(harrier_run({"check", "server", "--color", "--sleep"}),
               "--color needs a value: one of auto, always, never");
  expect_error(harrier_run({"check", "server", "--sleep=yes"}), "--sleep takes no value");
  expect_error(harrier_run({"list", "server"}), "'list' takes no arguments, but got 'server'");
}

TEST(BadInput, DuplicatesAreTold) {
  expect_error(harrier_run({"check", "server", "--seed", "1", "--seed=2"}),
               "--seed is given twice");
  expect_error(harrier_run({"check", "server", "--progress", "--no-progress"}),
               "--progress is given twice");
  expect_error(programs_run({"check", "many", "n=3", "n=4"}),
               "the parameter 'n' is given twice, as 3 and as 4");
}

TEST(BadInput, ArgumentsThatDoNotFitTheProgramAreTold) {
  expect_error(programs_run({"check", "chain", "actor=3"}),
               "program 'chain' has no parameter 'actor'; it takes: actors=, end= (did you mean "
               "'actors'?)");
  expect_error(programs_run({"check", "silent", "n=3"}),
               "program 'silent' has no parameter 'n'; it takes no arguments");
  expect_error(programs_run({"check", "many", "n=21"}),
               "n=21 does not fit program 'many': choose 1 to 20");
  expect_error(programs_run({"check", "many", "n=99999999999999999999"}),
               "n=99999999999999999999 does not fit program 'many': it must be a whole number, 1 "
               "to 20");
  expect_error(programs_run({"check", "many", "n="}),
               "n= does not fit program 'many': it must be a whole number, 1 to 20");
  expect_error(programs_run({"check", "chain", "end=opne"}),
               "end=opne does not fit program 'chain': choose one of: open, closed (did you mean "
               "'open'?)");
  expect_error(programs_run({"check", "many", "20"}),
               "'20' is not a key=value argument of program 'many'; it takes: n=");
}

TEST(BadInput, TwoProgramsOfOneNameAreTold) {
  const Outcome outcome = run({.binary = HARRIER_PROGRAMS_BINARY,
                               .arguments = {"list"},
                               .invoked_as = {},
                               .environment = {{"HARRIER_TEST_TWICE", "1"}},
                               .folder = {}});
  expect_error(outcome, "two programs are registered under the name 'silent'");
}

TEST(BadInput, SchedulesThatAreNoneAreTold) {
  expect_error(harrier_run({"replay", "server", "--schedule", "0-2.x"}),
               "'0-2.x' is not a schedule: at character 5, a message's number is missing; a "
               "schedule looks like 0-2.5.4:1");
  expect_error(harrier_run({"replay", "server", "--schedule", "4-2"}),
               "'4-2' is not a schedule: at character 3, the range 4-2 runs backwards; a schedule "
               "looks like 0-2.5.4:1");
  expect_error(harrier_run({"replay", "server", "--schedule="}),
               "'' is not a schedule: at character 1, a message's number is missing; an execution "
               "without steps is written 'none'; a schedule looks like 0-2.5.4:1");
}

TEST(BadInput, SchedulesThatDoNotFitTheProgramAreTold) {
  const Outcome wrong = harrier_run({"replay", "server", "--schedule", "0.7"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, StartsWith("error: the schedule does not fit the program at its step 2: "
                                    "message 7 is not pending; pending are 1 (Set{5} to server)"));
  const Outcome twice = harrier_run({"replay", "server", "--schedule", "0.0"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.err, HasSubstr("at its step 2: message 0 is not pending"));
  const Outcome value = programs_run({"replay", "choices", "--schedule", "0:3"});
  EXPECT_EQ(value.status, 2);
  EXPECT_THAT(value.err, HasSubstr("at its step 1"));
}

TEST(BadInput, AReplayWithoutAnExecutionIsTold) {
  expect_error(harrier_run({"replay"}),
               "'replay' needs a program with --schedule S, or a result file");
  expect_error(harrier_run({"replay", "server"}),
               "'replay' needs to know which execution of 'server' to run: give --schedule S or a "
               "result file");
  expect_error(harrier_run({"replay", "server", "--schedule", "0", "--violation", "1"}),
               "--violation chooses from a result file; with --schedule there is none");
}

TEST(BadInput, FilesThatAreNoResultsAreTold) {
  const TemporaryFolder folder;
  const auto expect_refused = [&](const std::string& content, const std::string& why) {
    write_file(folder.path("file.json"), content);
    expect_error(run({.binary = HARRIER_BINARY,
                      .arguments = {"replay", "file.json"},
                      .invoked_as = {},
                      .environment = {},
                      .folder = folder.path()}),
                 "'file.json' is not a result that 'check --save' or 'check --json' wrote: " + why);
  };
  expect_refused("", "it ends in the middle");
  expect_refused("{\"schema\": \"harrier-check-1\", \"progr", "it ends in the middle");
  expect_refused("GIF89a", "it is not JSON at byte 1");
  expect_refused("[1, 2]", "it is not a JSON object");
  expect_refused("[1e999]", "it holds a number that is too large");
  expect_refused("{}", "it has no 'schema'");
  expect_refused("{\"schema\": 7}", "its schema is not a text");
  expect_refused("{\"schema\": \"other-1\"}", "its schema is 'other-1', not 'harrier-check-1'");
  expect_refused("{\"schema\": \"harrier-check-1\"}", "it has no 'program'");
}

TEST(BadInput, FilesThatCannotBeReadAreTold) {
  const TemporaryFolder folder;
  expect_error(harrier_run({"replay", "/nowhere/result.json"}),
               "there is no file '/nowhere/result.json'");
  expect_error(harrier_run({"replay", folder.path()}),
               "'" + folder.path() + "' is a folder, not a result file");
}

TEST(BadInput, AResultOfAnotherProgramOrWithoutViolationsIsTold) {
  const TemporaryFolder folder;
  const std::string file = folder.path("result.json");
  ASSERT_EQ(harrier_run({"check", "server", "--save", file}).status, 1);
  expect_error(harrier_run({"replay", "fib", file}),
               "'" + file + "' is a result of program 'server', not of 'fib'");
  expect_error(harrier_run({"replay", file, "--violation", "2"}),
               "'" + file + "' holds 1 violation, so --violation 2 is not possible");
  const Outcome elsewhere = programs_run({"replay", file});
  EXPECT_EQ(elsewhere.status, 2);
  EXPECT_THAT(elsewhere.err, StartsWith("error: unknown program 'server'; choose one of: "));
  ASSERT_EQ(programs_run({"check", "silent", "--save", file}).status, 0);
  expect_error(programs_run({"replay", file}), "'" + file + "' holds no violation to replay");
}

TEST(BadInput, PlacesThatCannotBeSavedToAreToldBeforeTheExploration) {
  const TemporaryFolder folder;
  expect_error(harrier_run({"check", "server", "--save", "/nowhere/result.json"}),
               "cannot save to '/nowhere/result.json': No such file or directory");
  expect_error(harrier_run({"check", "server", "--save", folder.path()}),
               "cannot save to '" + folder.path() + "': it is a folder");
  expect_error(harrier_run({"check", "server", "--save", "/dev/null"}),
               "cannot save to '/dev/null': it is not a regular file");
  expect_error(harrier_run({"check", "server", "--save-executions", "/nowhere/executions"}),
               "cannot save to '/nowhere/executions': No such file or directory");
  const std::string file = folder.path("file");
  const std::string same = folder.path("./file");
  expect_error(harrier_run({"check", "server", "--save", file, "--save-executions", same}),
               "cannot save to '" + same + "': something else is saved there");
  EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

TEST(BadInput, OutputThatCannotBeWrittenIsTold) {
  const Outcome outcome = run({.binary = "/bin/sh",
                               .arguments = {"-c", "exec " HARRIER_BINARY " list > /dev/full"},
                               .invoked_as = {},
                               .environment = {},
                               .folder = {}});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "error: the output could not be written completely\n");
}

TEST(BadInput, AnUnknownShellIsTold) {
  expect_error(harrier_run({"completion", "tcsh"}),
               "'completion' needs the name of a shell: bash, zsh or fish");
}

}  // namespace
}  // namespace harrier::testing_support
