// What ABS means: awaits, gets, exceptions, choices, one small model each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "abs/run/abs_program.hpp"
#include "adapters/abs/tests/run/explored.hpp"

namespace harrier::abs::run::testing {
namespace {

using ::testing::HasSubstr;

/// Explores a model and returns the violations, one a line, and how many end states there are.
std::string outcome(const std::string& text, const Semantics& semantics = {},
                    Dialect dialect = Dialect::standard) {
  const Explored all = explore(factory(loaded(text, dialect), semantics), with("optimal"));
  std::string told = all.result.complete ? "" : all.result.incomplete_reason() + "\n";
  for (const Violation& violation : all.result.violations) told += violation.message() + "\n";
  return told + std::to_string(all.ends.size()) + " end states";
}

/// A main block whose assertion must hold in every execution.
std::string claims(const std::string& declarations, const std::string& statements,
                   const std::string& claim) {
  return "module M;\n" + declarations + "\n{\n" + statements + "\n  assert " + claim + ";\n}\n";
}

/// Expects that the only task of the main block finds what it claims.
void expect_holds(const std::string& declarations, const std::string& statements,
                  const std::string& claim) {
  const std::string text = claims(declarations, statements, claim);
  SCOPED_TRACE(text);
  EXPECT_EQ(outcome(text), "1 end states");
}

const std::string counter =
    "interface Counter { Int add(Int n); Int read(); Unit wait(Int n); }\n"
    "class Counter implements Counter {\n"
    "  Int value = 0;\n"
    "  Int add(Int n) { value = value + n; return value; }\n"
    "  Int read() { return value; }\n"
    "  Unit wait(Int n) { await value >= n; }\n"
    "}\n";

// What the step would make in the other order is asked about, and is nobody yet.
TEST(AbsObjects, MayDieWhereTheyAreMadeInEitherOrder) {
  EXPECT_EQ(outcome("module M;\n"
                    "interface I { [Atomic] Unit end(); }\n"
                    "class C implements I {\n"
                    "  { this.end(); }\n"
                    "  [Atomic] Unit end() { die NullPointerException; }\n"
                    "}\n"
                    "interface D { Unit add(); Unit twice(); }\n"
                    "class D implements D {\n"
                    "  Int n = 0;\n"
                    "  Unit add() { n = n + 1; I made = new C(); }\n"
                    "  Unit twice() { n = 2 * n; }\n"
                    "}\n"
                    "{ D d = new D(); d!add(); d!twice(); }\n"),
            "2 end states");
}

TEST(AbsExpressions, AreComputedExactly) {
  expect_holds("", "  Int n = 1000000007; Int m = n * n * n * n; ", "m / n / n / n == n");
  expect_holds("", "  Rat r = 1 / 3 + 1 / 6;",
               "r == 1 / 2 && truncate(-7 / 2) == -3 && -7 % 2 == -1");
  expect_holds("", "  String s = \"a\" + toString(list[1, 2]);",
               "s == \"alist[1, 2]\" && strlen(s) == 11");
  expect_holds("", "  Set<Int> s = set[3, 1, 3];",
               "size(s) == 2 && take(s) == 1 && contains(s, 3)");
  expect_holds("", "  Map<Int, String> m = put(map[Pair(1, \"a\")], 1, \"b\");",
               "lookupUnsafe(m, 1) == \"b\" && lookup(m, 2) == Nothing && size(keys(m)) == 1");
  expect_holds(
      "data Tree = Leaf | Node(Tree low, Int item, Tree high);\n"
      "def Int sum(Tree t) = case t { Leaf => 0; Node(l, i, r) => sum(l) + i + sum(r); };\n",
      "  Tree t = Node(Node(Leaf, 1, Leaf), 2, Leaf);", "sum(t) == 3 && item(low(t)) == 1");
  expect_holds("", "  List<Int> l = map((Int x) => x * x)(list[1, 2, 3]);",
               "l == list[1, 4, 9] && foldl((Int x, Int sum) => x + sum)(l, 0) == 14");
  expect_holds("", "  Float f = 0.5; String s = `half $f$`;",
               "s == \"half 0.5\" && floor(2.7) == 2");
  expect_holds("def Int f(Pair<Int, Int> p) = case p { Pair(x, x) => 1; _ => 2; };\n", "",
               "f(Pair(4, 4)) == 1 && f(Pair(4, 5)) == 2");
}

TEST(AbsExpressions, MayRecurseWithoutEndOfStackWhereTheyCallLast) {
  expect_holds("def Int count(Int n, Int sum) = when n == 0 then sum else count(n - 1, sum + 1);\n",
               "", "count(200000, 0) == 200000");
}

TEST(AbsExpressions, ThatRecurseTooDeepAreRefused) {
  const std::string text =
      "module M;\ndef Int deep(Int n) = 1 + deep(n + 1);\n{ Int n = deep(0); }\n";
  EXPECT_THAT(outcome(text), HasSubstr("a recursion is too deep"));
}

TEST(AbsExpressions, OfOldModelsMayLookUpValuesWithoutMaybe) {
  const std::string text =
      "module M;\n{ Map<Int, Int> m = map[Pair(1, 5)]; Int n = lookup(m, 1); assert n == 5; }\n";
  EXPECT_THROW(loaded(text), std::runtime_error);
  EXPECT_EQ(explore(factory(loaded(text, Dialect::legacy)), with("optimal")).result.verdict,
            Verdict::ok);
  const std::string with_maybe =
      "module M;\n{ Map<Int, Int> m = map[Pair(1, 5)]; assert lookup(m, 1) == Just(5); }\n";
  EXPECT_EQ(explore(factory(loaded(with_maybe, Dialect::legacy)), with("optimal")).result.verdict,
            Verdict::ok);
}

TEST(AbsCalls, OfOneCogAreNestedAndOfAnotherWaited) {
  expect_holds(counter,
               "  Counter c = new Counter();\n  Int one = c.add(1);\n  Int two = c.add(1);",
               "one == 1 && two == 2");
  expect_holds(counter, "  Counter c = new local Counter();\n  Int one = c.add(1);", "one == 1");
}

TEST(AbsCalls, OnNothingThrow) {
  EXPECT_THAT(outcome("module M;\n" + counter + "{ Counter c = null; c!read(); }\n"),
              HasSubstr("model.abs:9: NullPointerException is not caught"));
}

TEST(AbsObjects, AreReadyBeforeAnybodyCallsThem) {
  expect_holds(
      "interface I { Int read(); }\n"
      "class C(Int n) implements I {\n  Int twice = 2 * n;\n  { twice = twice + 1; }\n"
      "  Unit run() { twice = twice; }\n  Int read() { return twice; }\n}\n",
      "  I c = new C(5);\n  Int n = c.read();", "n == 11");
}

TEST(AbsAwait, OfAConditionThatHoldsGoesOnOrLetsOthersRun) {
  // Under `release`, the other task can come in between.
  const std::string text =
      "module M;\n"
      "interface C { Unit one(); Unit two(); }\n"
      "class C implements C {\n  Int x = 0;\n"
      "  Unit one() { x = 1; await True; assert x == 1; }\n  Unit two() { x = 2; }\n}\n"
      "{ C c = new C(); c!one(); c!two(); }\n";
  EXPECT_EQ(outcome(text, {.await = Await::core}), "2 end states");
  EXPECT_THAT(outcome(text, {.await = Await::release}), HasSubstr("the assertion does not hold"));
}

TEST(AbsAwait, MayFindItsConditionClosedAgain) {
  const std::string text =
      "module M;\n"
      "interface C { Unit open(); Unit close(); Unit pass(); }\n"
      "class C implements C {\n  Bool isOpen = False; Bool passed = False;\n"
      "  Unit open() { isOpen = True; }\n  Unit close() { isOpen = False; }\n"
      "  Unit pass() { await isOpen; passed = True; }\n}\n"
      "{ C c = new C(); c!pass(); c!open(); c!close(); }\n";
  // Passed or not, closed at last or not; not passed though it is open at last is impossible.
  EXPECT_EQ(outcome(text), "3 end states");
}

std::string await_of_field(const std::string& fields_and_methods) {
  return "module M;\ninterface I { Int m1(); Int m2(); Int m3(); }\n"
         "class C implements I {\n  Fut<Int> f;\n  Int x = 0;\n" +
         fields_and_methods + "}\n{ I o = new C(); o!m1(); }\n";
}

// m1 waits for m3 once m2 has run, and m3 for m1.
TEST(AbsAwait, ReadsAFieldAtEachLook) {
  const std::string text = await_of_field(
      "  Int m1() { f = this!m2(); await f?; x = 1; return 1; }\n"
      "  Int m2() { f = this!m3(); return 2; }\n"
      "  Int m3() { await x == 1; return 3; }\n");
  for (const Await await : {Await::core, Await::release}) {
    EXPECT_EQ(outcome(text, {.await = await}), "deadlock among calls: C waits for C\n1 end states");
  }
}

TEST(AbsAwait, KnowsTheFutureThatAFieldHeldLast) {
  const std::string text = await_of_field(
      "  Int m1() { f = this!m2(); await f?; x = f.get; assert x == 3; return x; }\n"
      "  Int m2() { f = this!m3(); return 2; }\n"
      "  Int m3() { return 3; }\n");
  EXPECT_EQ(outcome(text), "1 end states");
}

TEST(AbsAwait, MayNameAFutureTwice) {
  const std::string text = await_of_field(
      "  Int m1() { Fut<Int> g = this!m2(); f = g; await g? & g? & f? & this.f?; return g.get; }\n"
      "  Int m2() { return 2; }\n"
      "  Int m3() { return 3; }\n");
  EXPECT_EQ(outcome(text), "1 end states");
}

TEST(AbsAwait, OfAFieldWithoutFutureThrows) {
  const std::string text = await_of_field(
      "  Int m1() { f = this!m2(); await f?; return 1; }\n"
      "  Int m2() { Fut<Int> none; f = none; return 2; }\n"
      "  Int m3() { return 3; }\n");
  EXPECT_THAT(outcome(text, {.exceptions = Exceptions::any}),
              HasSubstr("NullPointerException is not caught"));
}

TEST(AbsFutures, TellExceptions) {
  expect_holds(
      "exception Bad(Int n);\n"
      "interface C { Int fail(); }\n"
      "class C implements C { Int fail() { if (True) { throw Bad(3); } return 0; } }\n",
      "  C c = new C();\n  Fut<Int> f = c!fail();\n  Int n = 0;\n"
      "  try { n = f.get; } catch { Bad(m) => n = m; }\n",
      "n == 3");
}

TEST(AbsExceptions, KillTheObjectUnlessItRecovers) {
  const auto calls_after = [](const std::string& recover) {
    return "exception Bad;\n"
           "interface C { Unit fail(); Int read(); }\n"
           "class C implements C {\n  Int n = 1;\n" +
           recover + "  Unit fail() { throw Bad; }\n  Int read() { return n; }\n}\n";
  };
  const std::string statements =
      "  C c = new C();\n  Fut<Unit> f = c!fail();\n  await f?;\n  Int n = 0;\n"
      "  try { n = c.read(); } catch { ObjectDeadException => n = 9; }\n";
  expect_holds(calls_after(""), statements, "n == 9");
  expect_holds(calls_after("  recover { Bad => n = 5; }\n"), statements, "n == 5");
}

TEST(AbsAssertions, MayBeHandledLikeExceptions) {
  const std::string handled = "AssertionFailException => n = n + 1;";
  expect_holds(
      "",
      "  Int n = 0;\n"
      "  try { assert False; } catch { " +
          handled +
          " }\n"
          "  try { try { assert False; } catch { NullPointerException => n = 9; } } catch { " +
          handled + " }\n  try { assert n == 9; } catch { _ => n = n + 1; }\n",
      "n == 3");
  const auto recovering = [](const std::string& recover) {
    return "module M;\ninterface C { Unit fail(); }\n"
           "class C implements C {\n  Int n = 1;\n  recover { " +
           recover +
           " }\n"
           "  Unit fail() { assert n == 2; }\n}\n{ C c = new C(); c!fail(); }\n";
  };
  EXPECT_EQ(outcome(recovering(handled)), "1 end states");
  EXPECT_THAT(outcome(recovering("NullPointerException => n = 5;")),
              HasSubstr("model.abs:6: the assertion does not hold"));
  EXPECT_THAT(
      outcome("module M;\n{ try { assert False; } catch { NullPointerException => skip; } }\n"),
      HasSubstr("model.abs:2: the assertion does not hold"));
}

TEST(AbsExceptions, RunWhatComesLast) {
  expect_holds("exception Bad;\n",
               "  Int n = 0;\n  try { try { throw Bad; } catch { NullPointerException => skip; } "
               "finally { n = n + 1; } } catch { Bad => n "
               "= n + 10; }\n"
               "  try { n = n + 100; } catch { Bad => skip; } finally { n = n + 1000; }\n",
               "n == 1111");
}

TEST(AbsExceptions, ElsewhereAreViolationsWhereThatIsAskedFor) {
  const std::string text =
      "module M;\nexception Bad;\ninterface C { Unit fail(); }\n"
      "class C implements C { Unit fail() { throw Bad; } }\n{ C c = new C(); c!fail(); }\n";
  EXPECT_EQ(outcome(text), "1 end states");
  EXPECT_THAT(outcome(text, {.exceptions = Exceptions::any}),
              HasSubstr("model.abs:4: Bad is not caught"));
}

TEST(AbsForeign, CutsTheExecutionsThatReachIt) {
  const auto model = [](const std::string& then) {
    return "module M;\ndef Int ask(Int n) = builtin;\n"
           "[Foreign] class F { Unit f() { assert False; } }\n"
           "interface C { Unit a(); Unit b(); }\nclass C implements C {\n  Int n = 0;\n"
           "  Unit a() { if (n == 1) { " +
           then + " } }\n  Unit b() { n = 1; }\n}\n{ C c = new C(); c!a(); c!b(); }\n";
  };
  EXPECT_EQ(outcome(model("n = 2;")), "2 end states");
  EXPECT_EQ(outcome(model("n = ask(2);")),
            "explored are only the executions up to the foreign function 'ask' (model.abs:2)\n"
            "1 end states");
  const Explored cut = explore(factory(loaded(model("n = ask(2);"))), with("optimal"));
  EXPECT_EQ(cut.result.executions, 1U);
  EXPECT_EQ(cut.result.steps, 4U);
}

const std::string asking =
    "module M;\ndef Int ask(Int n) = builtin;\n[Foreign] class F { Unit f() { skip; } }\n"
    "interface C { Unit a(); }\nclass C implements C { Int n = 0; Unit a() { n = ask(2); } }\n"
    "{ C c = new C(); c!a(); }\n";

Loaded with_bodies(const std::string& bodies) {
  return load({{"m.abs", asking}}, Dialect::standard, PlainNew::by_model, {{"b.abs", bodies}});
}

TEST(AbsForeign, MayBeGivenABody) {
  auto model = std::make_shared<const Loaded>(with_bodies(
      "module M;\ndef Int ask(Int n) = n + random(3);\nclass F { Unit f() { skip; } }\n"));
  EXPECT_EQ(model->bodies_given, 2U);
  const Explored all = explore(factory(model), with("optimal"));
  EXPECT_TRUE(all.result.complete);
  EXPECT_EQ(all.ends.size(), 3U);
}

TEST(AbsForeign, IsGivenNoBodyThatDoesNotFit) {
  const Loaded refused = with_bodies(
      "module M;\ndef Int ask(String n) = 1;\ndef Int other() = 2;\nclass G { }\nmodule N;\n");
  std::string told;
  for (const Diagnostic& remark : refused.remarks) {
    told += text_of(*refused.model, remark) + "\n";
  }
  EXPECT_EQ(told,
            "b.abs:2:9: the body of 'ask' has another type than the function at m.abs:2\n"
            "b.abs:3:9: module 'M' has no foreign function 'other'\n"
            "b.abs:4:7: module 'M' has no foreign class 'G'\n"
            "b.abs:5:8: there is no module 'N' to give bodies to\n");
}

TEST(AbsStatements, LoopAndBranch) {
  expect_holds("",
               "  Int n = 0;\n  foreach (x, i in list[5, 6, 7]) { n = n + x * i; }\n"
               "  switch (n) { 20 => n = 1; _ => n = 2; }\n",
               "n == 1");
}

TEST(AbsChoices, AreAllExplored) {
  const std::string text =
      "module M;\n" + counter +
      "{ Counter c = new Counter(); Int n = random(3); c!add(n); c!add(random(2)); }\n";
  const Explored all = explore(factory(loaded(text)), with("optimal"));
  // 0, 1, 2 and 0, 1, in two orders each.
  EXPECT_EQ(all.result.executions, 12U);
  EXPECT_EQ(explore(factory(loaded(text)), with("exhaustive")).classes.size(), 12U);
}

TEST(AbsChoices, MayBeOfAsManyValuesAsAnotherTaskSays) {
  const std::string text =
      "module M;\n"
      "interface I { Unit grow(); Unit pick(); }\n"
      "class C implements I {\n"
      "  List<Int> todo = list[1, 2];\n  Int got = 0;\n"
      "  Unit grow() { todo = list[1, 2, 3, 4, 5]; }\n"
      "  Unit pick() { got = nth(todo, random(length(todo))); }\n"
      "}\n"
      "{ I c = new C(); c!grow(); c!pick(); }\n";
  for (const char* reduction : {"exhaustive", "persistent", "source", "optimal", "udpor"}) {
    SCOPED_TRACE(reduction);
    const Explored all = explore(factory(loaded(text)), with(reduction));
    EXPECT_EQ(all.result.verdict, Verdict::ok) << all.result.incomplete_reason();
    EXPECT_EQ(all.classes.size(), 7U);  // 5 behind grow, 2 before it
  }
}

TEST(AbsPrograms, OfTheLegacyDialectGroupPlainNew) {
  const std::string text =
      "module M;\n" + counter +
      "{ Counter c = new cog Counter(); Counter d = new Counter(); Int n = d.add(2);\n"
      "  assert n / 2 == 1; assert ~(n == 3); c!add(1); }\n";
  EXPECT_EQ(outcome(text, {}, Dialect::legacy), "1 end states");
}

TEST(AbsPrograms, ThatWaitForNobodyAreDeadlocked) {
  const std::string text = "module M;\n" + counter +
                           "{ Counter c = new Counter(); Fut<Unit> f = c!wait(1); await f?; }\n";
  EXPECT_THAT(outcome(text),
              HasSubstr("deadlock: main waits for the result of wait(1) at Counter (main in await "
                        "at model.abs:9)"));
}

// Which of the two objects is the third of its class depends on the order.
TEST(AbsPrograms, MayMakeLocalObjectsInIndependentTasks) {
  const std::string text =
      "module M;\ninterface I { Unit start(); Unit work(Int n); }\n"
      "class C implements I {\n"
      "  Unit start() { I made = new local C(); made!work(1); }\n"
      "  Unit work(Int n) { skip; }\n}\n"
      "{ I a = new local C(); I b = new local C(); a!start(); b!start(); }\n";
  const CheckResult result = check(factory(loaded(text)), {.audit = true});
  EXPECT_EQ(result.verdict, Verdict::ok) << result.incomplete_reason();
}

TEST(AbsPrograms, TellWhatAStepPrints) {
  const auto model = loaded(
      "module M;\ninterface I { Unit say(Int n); }\n"
      "class C implements I { Unit say(Int n) { println(\"said \" + toString(n)); } }\n"
      "{ I c = new C(); println(\"begin\"); c!say(3); c!say(4); }\n");
  AbsProgram program(*model->code, {}, {});
  using Lines = std::vector<std::string>;
  program.start();
  EXPECT_EQ(program.printed(), Lines{"\"begin\""});
  program.execute(program.pending()[0], {});
  program.execute(program.pending()[0], {});
  EXPECT_EQ(program.printed(), Lines{"\"said 4\""});
  program.take_back();
  EXPECT_EQ(program.printed(), Lines{"\"said 3\""});
}

}  // namespace
}  // namespace harrier::abs::run::testing
