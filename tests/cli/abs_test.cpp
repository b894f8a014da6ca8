// `harrier abs` and `harrier outcomes`: models from files, what is printed and the exit status.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Outcome harrier_in_models(std::vector<std::string> arguments) {
  return run({.binary = HARRIER_BINARY,
              .arguments = std::move(arguments),
              .invoked_as = "harrier",
              .environment = {},
              .folder = HARRIER_SOURCE_DIR "/subjects/abs"});
}

/// A file that lives as long as the test, which others run beside.
class ModelFile {
 public:
  explicit ModelFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("harrier_abs_" + std::to_string(getpid()) + ".abs")) {
    std::ofstream(path_) << text;
  }
  ~ModelFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(AbsCommand, FindsADeadlockAndReplaysIt) {
  const Outcome found = harrier_in_models({"abs", "db_protocol.abs"});
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.out, StartsWith("violation: deadlock among calls: Database waits for Worker "
                                    "waits for Database\n"));
  EXPECT_THAT(found.out, HasSubstr("(enter(Worker) in get at db_protocol.abs:11)"));
  EXPECT_THAT(found.out, HasSubstr("replay: harrier abs replay db_protocol.abs --schedule 1.2 -- "
                                   "db_protocol.abs\n"));
  const Outcome replayed = harrier_in_models(
      {"abs", "replay", "db_protocol.abs", "--schedule", "1.2", "--", "db_protocol.abs"});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_THAT(replayed.out,
              HasSubstr("violation: deadlock among calls: Database waits for Worker"));
}

TEST(AbsCommand, TellsWhatReplayedStepsChange) {
  const Outcome replayed =
      harrier_in_models({"abs", "replay", "--schedule=1-3.5.4", "registry.abs"});
  EXPECT_EQ(replayed.status, 0);
  EXPECT_THAT(replayed.out, StartsWith("1  #1  main → Registry     enter()\n"
                                       "         entered = (1 → 2), sum = 1\n"));
  EXPECT_THAT(replayed.out, HasSubstr("4  #5  Adder → Registry    add()\n"
                                      "         entered = 2, sum = (1 → 2)\n"
                                      "5  #4  Doubler → Registry  double()\n"
                                      "         entered = 2, sum = (2 → 4)\n"));
}

const std::string accounts =
    "module M;\ninterface A { Unit add(Int n); }\n"
    "class A implements A {\n  Int sum = 0;\n"
    "  Unit add(Int n) { sum = sum + n; println(\"sum \" + toString(sum)); assert sum != 2; }\n}\n"
    "{ A a = new A(); println(\"begin\"); a!add(1); a!add(2); }\n";

TEST(AbsCommand, TellsWhatTheStepsOfAViolationChangeAndPrint) {
  const ModelFile model(accounts);
  const Outcome found = harrier_run({"abs", model.path()});
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.out,
              HasSubstr("states:\n"
                        "  0  set-up  prints \"begin\"\n"
                        "  1  A       sum = (0 → 2, died of AssertionFailException); prints "
                        "\"sum 2\"\n"));
  const auto json = nlohmann::json::parse(harrier_run({"abs", "--json", model.path()}).out);
  const auto step = json["violations"][0]["steps"][0];
  EXPECT_EQ(step["state_before"], "sum = 0");
  EXPECT_EQ(step["state_after"], "sum = 2, died of AssertionFailException");
  EXPECT_EQ(step["prints"], nlohmann::json({"\"sum 2\""}));
}

TEST(AbsCommand, ExploresStatesOfAModelThatNeverEnds) {
  const ModelFile model(
      "module Circle;\ninterface Counter { Unit add(); }\n"
      "class Counter implements Counter { Int n = 0; Unit add() { n = (n + 1) % 3; } }\n"
      "class Driver(Counter counter) {\n"
      "  Unit run() { while (True) { Fut<Unit> f = counter!add(); await f?; } }\n}\n"
      "{ Counter c = new Counter(); new Driver(c); new Driver(c); }\n");
  const Outcome all = harrier_run({"abs", "--states", model.path()});
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_THAT(all.out, HasSubstr("all 40 states were explored"));
  const Outcome endless = harrier_run({"abs", "--states", "--must-end", model.path()});
  EXPECT_EQ(endless.status, 1);
  EXPECT_THAT(endless.out, HasSubstr("violation: an execution never ends: steps "));
  const Outcome refused = harrier_run({"abs", "--states", "--reduction", "stubborn", model.path()});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("take sleep or exhaustive"));
}

TEST(AbsCommand, ShowsOnThePageWhatIsPrinted) {
  const ModelFile model(accounts);
  const TemporaryFolder folder;
  EXPECT_EQ(harrier_run({"abs", "--page", folder.path("page.html"), model.path()}).status, 1);
  const std::string page = contents_of(folder.path("page.html"));
  EXPECT_THAT(page, HasSubstr(R"("prints":["\"begin\""])"));
  EXPECT_THAT(page, HasSubstr(R"("prints":["\"sum 2\""])"));
}

TEST(AbsCommand, TellsTheSameOfAReplay) {
  const ModelFile model(accounts);
  const auto json = nlohmann::json::parse(
      harrier_run({"abs", "replay", "--schedule", "1-2", "--json", model.path()}).out);
  EXPECT_EQ(json["steps"][0]["prints"], nlohmann::json({"\"sum 1\""}));
  EXPECT_EQ(json["steps"][1]["state_before"], "sum = 1");
  EXPECT_EQ(json["steps"][1]["state_after"], "sum = 3");
}

TEST(AbsCommand, ShowsEndStates) {
  EXPECT_EQ(harrier_in_models({"abs", "outcomes", "registry.abs"}).out,
            "2 end states in 2 classes\n\n"
            "end state 1: 1 class\n"
            "  Registry: entered = 2, sum = 4\n"
            "  replay: harrier abs replay registry.abs --schedule 3.4.2.5.1 -- registry.abs\n\n"
            "end state 2: 1 class\n"
            "  Registry: entered = 2, sum = 3\n"
            "  replay: harrier abs replay registry.abs --schedule 3.2.5.1.4 -- registry.abs\n");
  EXPECT_THAT(harrier_in_models({"abs", "outcomes", "pi.abs"}).out,
              StartsWith("all 6 classes give the same end state\n"));
  const auto json = nlohmann::json::parse(
      harrier_in_models({"abs", "outcomes", "--json", "--actors", "object", "mail.abs"}).out);
  EXPECT_EQ(json["executions"], 560);
  EXPECT_EQ(json["end_states"].size(), 50U);
  EXPECT_EQ(json["complete"], true);
}

TEST(AbsCommand, ComparesBothAwaits) {
  const ModelFile model(
      "module M;\ninterface C { Unit one(); Unit two(); }\n"
      "class C implements C {\n  Int x = 0;\n"
      "  Unit one() { x = 1; await x == 1; assert x == 1; suspend; }\n  Unit two() { x = 1; }\n}\n"
      "{ C c = new C(); c!one(); c!two(); }\n");
  const Outcome same = harrier_run({"abs", "--await", "both", model.path()});
  EXPECT_EQ(same.status, 0);
  EXPECT_THAT(same.out, HasSubstr("with --await release:\nok: "));
  EXPECT_THAT(same.out, EndsWith("\nboth reach the same 1 end state\n"));
  const auto json =
      nlohmann::json::parse(harrier_run({"abs", "--await", "both", "--json", model.path()}).out);
  EXPECT_EQ(json["schema"], "harrier-awaits-1");
  EXPECT_EQ(json["same_verdict"], true);
  EXPECT_EQ(json["end_states"]["same"], true);
  EXPECT_EQ(json["core"]["verdict"], "ok");
  EXPECT_EQ(json["release"]["verdict"], "ok");
  expect_error(harrier_run({"abs", "replay", "--await", "both", "--schedule", "1", model.path()}),
               "--await both compares explorations, which 'replay' makes none of: choose core or "
               "release");
  expect_error(harrier_run({"abs", "--await", "both", "--save", "no file.json", model.path()}),
               "--save takes one exploration and --await both makes two: choose core or release");
}

// Between the assignment and the await, the backends differ in whether the other task may run.
std::string reset_model(const std::string& last) {
  return "module M;\ninterface C { Unit one(); Unit two(); }\n"
         "class C implements C {\n  Int x = 0;\n"
         "  Unit one() { x = 1; await x > 0; " +
         last +
         " }\n  Unit two() { x = x * 5; }\n}\n"
         "{ C c = new C(); c!one(); c!two(); }\n";
}

TEST(AbsCommand, WarnsOfEndStatesThatOneAwaitHasOnly) {
  const ModelFile model(reset_model("x = x + 1;"));
  const Outcome found = harrier_run({"abs", "--await", "both", model.path()});
  EXPECT_EQ(found.status, 0);
  EXPECT_THAT(found.out, HasSubstr("\nwarning: not all end states are reached by both: "));
  EXPECT_THAT(found.out, HasSubstr("\nwith --await release only: 1 class\n  C: x = 6\n  replay: "));
  EXPECT_THAT(found.out, ::testing::Not(HasSubstr("with --await core only")));
  const auto json = nlohmann::json::parse(
      harrier_run({"abs", "outcomes", "--await", "both", "--json", model.path()}).out);
  EXPECT_EQ(json["core"]["end_states"].size(), 2U);
  EXPECT_EQ(json["release"]["end_states"].size(), 3U);
  EXPECT_EQ(json["end_states"]["release_only"][0]["actors"][0]["state"], "x = 6");
  EXPECT_EQ(json["end_states"]["core_only"].size(), 0U);
}

TEST(AbsCommand, WarnsOfAVerdictThatOneAwaitHasOnly) {
  const ModelFile model(reset_model("assert x == 1;"));
  const Outcome found = harrier_run({"abs", "--await", "both", model.path()});
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.out, HasSubstr("\nwarning: the verdict is ok with --await core and violation "
                                   "with --await release: "));
}

TEST(AbsCommand, TakesABoundForNoDifferenceOfAwaits) {
  const ModelFile model(
      "module M;\ninterface C { Unit go(); }\n"
      "class C implements C { Int n = 0; Unit go() { n = n + 1; await True; this!go(); } }\n"
      "{ C c = new C(); c!go(); c!go(); }\n");
  const Outcome bounded = harrier_run({"abs", "--await", "both", "--executions-max", "9",
                                       "--depth-max", "5", "--json", model.path()});
  EXPECT_EQ(bounded.status, 3);
  EXPECT_TRUE(nlohmann::json::parse(bounded.out)["same_verdict"].is_null());
}

TEST(AbsCommand, SaysWhichExceptionsNobodyReads) {
  const std::string declared =
      "module M;\nexception Bad;\ninterface C { Unit fail(); }\n"
      "class C implements C { Unit fail() { throw Bad; } }\n";
  const ModelFile unread(declared + "{ C c = new C(); Fut<Unit> f = c!fail(); await f?; }\n");
  const Outcome hidden = harrier_run({"abs", unread.path()});
  EXPECT_EQ(hidden.status, 0);
  EXPECT_THAT(hidden.out, StartsWith("ok: "));
  EXPECT_THAT(hidden.out,
              HasSubstr("in 1 execution, but fail() of C ended by Bad at " + unread.path() +
                        ":4 (--exceptions any makes this a violation)\n"));
  EXPECT_EQ(harrier_run({"abs", "--exceptions", "any", unread.path()}).status, 1);
}

TEST(AbsCommand, SaysNothingOfExceptionsThatAreRead) {
  const ModelFile read(
      "module M;\nexception Bad;\ninterface C { Unit fail(); }\n"
      "class C implements C { Unit fail() { throw Bad; } }\n"
      "{ C c = new C(); Fut<Unit> f = c!fail(); try { f.get; } catch { Bad => skip; } }\n");
  EXPECT_THAT(harrier_run({"abs", read.path()}).out, ::testing::Not(HasSubstr("but fail")));
}

TEST(AbsCommand, TellsLoopsThatNeverEndFromLongOnes) {
  const ModelFile endless("module M;\n{ Int n = 0;\n  while (n < 5) { n = (n + 1) % 3; } }\n");
  const Outcome found = harrier_run({"abs", endless.path()});
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.out, HasSubstr(":3: this loop never ends: it comes back to the values that "
                                   "it had\n"));
}

TEST(AbsCommand, GivesUpOnStepsThatComputeForLong) {
  const ModelFile busy("module M;\n{ Int n = 0;\n  while (n >= 0) { n = n + 1; } }\n");
  const Outcome stopped = harrier_run({"abs", "--step-seconds-max", "0.2", busy.path()});
  EXPECT_EQ(stopped.status, 3);
  EXPECT_THAT(stopped.out, StartsWith("incomplete: a step went on for more than 0.2 s, at " +
                                      busy.path() + ":3; --step-seconds-max gives it more time"));
}

TEST(AbsCommand, WarnsOfAFieldThatIsGivenAnotherFutureMeanwhile) {
  const ModelFile model(
      "module M;\ninterface I { Unit m1(); Unit m2(); Unit m3(); }\n"
      "class C implements I {\n  Fut<Unit> f;\n"
      "  Unit m1() { f = this!m2();\n    await f?; }\n"
      "  Unit m2() { f = this!m3(); }\n  Unit m3() { skip; }\n}\n"
      "{ I o = new C(); o!m1(); }\n");
  const Outcome found = harrier_run({"abs", model.path()});
  EXPECT_EQ(found.status, 0);
  EXPECT_THAT(found.out, HasSubstr("warning: " + model.path() +
                                   ":6: the field was given another future while a task awaited "
                                   "it; the Java backend waits for the one that it held when the "
                                   "await began\n"));
}

TEST(AbsCommand, ReadsPlainNewAsItIsTold) {
  const ModelFile model(
      "module M;\ninterface C { Int one(); }\nclass C implements C { Int one() { return ~1; } }\n"
      "{ C c = new C(); Fut<Int> f = c!one(); Int n = f.get; }\n");
  EXPECT_THAT(harrier_run({"abs", model.path()}).err, HasSubstr("read old models with '--dialect "
                                                                "legacy'"));
  const ModelFile fine(
      "module M;\ninterface C { Int one(); }\nclass C implements C { Int one() { return 1; } }\n"
      "{ C c = new C(); Fut<Int> f = c!one(); Int n = f.get; }\n");
  EXPECT_EQ(harrier_run({"abs", "--dialect", "legacy", fine.path()}).status, 0);
  const Outcome one_cog = harrier_run({"abs", "--new", "local", fine.path()});
  EXPECT_EQ(one_cog.status, 1);
  EXPECT_THAT(one_cog.out, HasSubstr("violation: deadlock"));
}

TEST(AbsCommand, SaysOnceWhatItCannotDo) {
  const ModelFile model(
      "module M;\nimport * from ABS.Meta;\n{ reflect(1); reflect(2);\n  Int x = tru; }\n");
  const Outcome refused = harrier_run({"abs", model.path()});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err, model.path() +
                             ":3:3: unsupported: 'reflect' needs reflection, which is not "
                             "supported (here and at 1 other place)\n" +
                             model.path() + ":4:11: name 'tru' cannot be resolved\n");
}

TEST(AbsCommand, SaysWhereAModelIsWrong) {
  const ModelFile model("module M;\n{ Int x = tru; }\n");
  const Outcome refused = harrier_run({"abs", model.path()});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, StartsWith(model.path() + ":2:11: "));
  const Outcome in_json = harrier_run({"abs", "--json", model.path()});
  EXPECT_EQ(in_json.status, 2);
  EXPECT_EQ(nlohmann::json::parse(in_json.out)["remarks"][0]["line"], 2);
}

TEST(AbsCommand, RefusesWhatItDoesNotKnow) {
  expect_error(harrier_run({"abs"}), "'abs' needs a model, as in: harrier abs check model.abs");
  expect_error(harrier_run({"abs", "--await", "cor", "model.abs"}),
               "unknown await 'cor'; choose one of: core, release, both (did you mean 'core'?)");
  expect_error(harrier_run({"abs", "no such file.abs"}), "cannot read 'no such file.abs'");
}

TEST(Outcomes, OfNativeActorsAreShownWithTheirSchedules) {
  const Outcome shown = harrier_run({"outcomes", "server"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.out, HasSubstr("3 end states in 4 classes\n"));
  EXPECT_THAT(shown.out, HasSubstr("  client: failed\n  server: value=5\n  replay: "
                                   "harrier replay server --schedule "));
}

TEST(Outcomes, AreCountedInClassesWhereNoneIsExploredTwice) {
  const auto first_line = [](std::vector<std::string> reduction) {
    reduction.insert(reduction.begin(), {"outcomes", "server", "--reduction"});
    const std::string out = harrier_run(reduction).out;
    return out.substr(0, out.find('\n'));
  };
  EXPECT_EQ(first_line({"source"}), "3 end states in 4 classes");
  EXPECT_EQ(first_line({"udpor", "--k", "1"}), "3 end states in 4 classes");
  EXPECT_EQ(first_line({"persistent", "--sleep"}), "3 end states in 4 classes");
  EXPECT_EQ(first_line({"persistent"}), "3 end states in 6 executions");
  EXPECT_EQ(first_line({"exhaustive"}), "3 end states in 6 executions");
  EXPECT_THAT(harrier_run({"outcomes", "server", "--states"}).out, HasSubstr(" executions\n"));
}

TEST(Outcomes, AreNotCalledEqualWhereStatesAreHidden) {
  const Outcome shown = harrier_run({"outcomes", "registry"});
  EXPECT_THAT(shown.out, HasSubstr("is not shown: end states may differ in it\n"));
}

}  // namespace
}  // namespace harrier::testing_support
