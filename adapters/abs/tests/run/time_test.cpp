// Time: where it stops, what it lets go on, and what waits for ever although it passes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "adapters/abs/tests/run/explored.hpp"
#include "harrier/usage_error.hpp"

namespace harrier::abs::run::testing {
namespace {

using ::testing::HasSubstr;

/// How many classes there are, and where they end.
struct Ends {
  std::size_t classes = 0;
  std::set<std::string> states;  ///< what stands behind a word in them, up to the next comma
  std::string violations;
  std::string incomplete;
};

Ends ends_of(const std::string& text, const std::vector<std::string>& fields,
             const Semantics& semantics = {}) {
  const Explored all = explore(factory(loaded(text), semantics), with("optimal"));
  const Explored every = explore(factory(loaded(text), semantics), with("exhaustive"));
  EXPECT_EQ(all.ends.size(), every.ends.size());
  Ends ends;
  ends.classes = all.classes.size();
  for (const auto& [end, times] : all.ends) {
    std::string shown;
    for (const std::string& field : fields) {
      const std::size_t at = end.find(field + " = ") + field.size() + 3;
      shown += (shown.empty() ? "" : " ") + end.substr(at, end.find_first_of(",}", at) - at);
    }
    ends.states.insert(shown);
  }
  for (const Violation& violation : all.result.violations) {
    ends.violations += violation.message() + "\n";
  }
  ends.incomplete = all.result.incomplete_reason();
  return ends;
}

using States = std::set<std::string>;

// A reply that comes after 2, 3 or 4, and an alarm after 3.
std::string timeout(int serving) {
  return "module Timeout;\n"
         "interface Server { Int serve(); }\n"
         "interface Client { Unit ask(Server s); Unit alarm(); }\n"
         "class Server(Int d) implements Server { Int serve() { await duration(d, d); return 7; } "
         "}\n"
         "class Client implements Client {\n  Int state = 0;\n"
         "  Unit ask(Server s) {\n    Fut<Int> f = s!serve(); this!alarm(); await f?;\n"
         "    if (state == 0) { state = 1; }\n  }\n"
         "  Unit alarm() { await duration(3, 3); if (state == 0) { state = 2; } }\n}\n"
         "{ Server s = new Server(" +
         std::to_string(serving) + "); Client c = new Client(); c!ask(s); }\n";
}

TEST(AbsTime, LetsAReplyOrATimeoutComeFirst) {
  EXPECT_EQ(ends_of(timeout(2), {"state"}).states, States{"1"});
  EXPECT_EQ(ends_of(timeout(3), {"state"}).states, (States{"1", "2"}));
  EXPECT_EQ(ends_of(timeout(4), {"state"}).states, States{"2"});
  EXPECT_EQ(ends_of(timeout(2), {"state"}).classes, 1U);
  EXPECT_EQ(ends_of(timeout(3), {"state"}).classes, 2U);
}

TEST(AbsTime, KeepsATaskThatIsReadyFromACogThatDoesNothing) {
  const Ends ends = ends_of(
      "module Oven;\ninterface Oven { Unit bake(); Unit check(); }\n"
      "class Oven implements Oven {\n  Int x = 1; Time done = Time(-1);\n"
      "  Unit bake() { duration(2, 2); x = x + 1; }\n"
      "  Unit check() { await duration(1, 1); x = x * 4; done = now(); }\n}\n"
      "{ Oven o = new Oven(); o!bake(); o!check(); }\n",
      {"x", "done"});
  EXPECT_EQ(ends.classes, 2U);
  EXPECT_EQ(ends.states, (States{"8 Time(2)", "8 Time(3)"}));
}

const std::string late =
    "module Late;\ninterface A { Unit go(B b); Unit q(); }\ninterface B { Unit p(A a); }\n"
    "class A implements A {\n  Unit go(B b) { Fut<Unit> f = b!p(this); f.get; }\n"
    "  Unit q() { skip; }\n}\n"
    "class B implements B {\n"
    "  Unit p(A a) { await duration(1, 1); Fut<Unit> g = a!q(); g.get; }\n}\n"
    "interface T { Unit run(); }\n"
    "class T implements T { Unit run() { await duration(1, 1); this!run(); } }\n";

TEST(AbsTime, FindsACircleOfGetsThoughTimeGoesOn) {
  const Ends ends = ends_of(late + "{ A a = new A(); B b = new B(); a!go(b); }\n", {});
  EXPECT_EQ(ends.violations, "deadlock among calls: A waits for B waits for A\n");
  const Ends ticking = ends_of(late + "{ A a = new A(); B b = new B(); a!go(b); new T(); }\n", {},
                               {.time_max = Instant{5, 1}});
  EXPECT_EQ(ticking.violations, "deadlock among calls: A waits for B waits for A\n");
}

TEST(AbsTime, IsExploredUpToABound) {
  const Ends ends = ends_of(late + "{ new T(); }\n", {}, {.time_max = Instant{5, 2}});
  EXPECT_EQ(ends.violations, "");
  EXPECT_EQ(ends.incomplete, "explored are only the executions up to time 5/2");
}

TEST(AbsTime, StopsWhereAnIntervalEndsOrBegins) {
  const std::string between =
      "module Between;\ninterface C { Unit a(); Unit b(); }\n"
      "class C implements C {\n  Int x = 1;\n"
      "  Unit a() { await duration(1, 3); x = x + 1; }\n"
      "  Unit b() { await duration(2, 2); x = x * 4; }\n}\n"
      "{ C c = new C(); c!a(); c!b(); }\n";
  const Ends latest = ends_of(between, {"x"});
  EXPECT_EQ(latest.classes, 2U);
  EXPECT_EQ(latest.states, (States{"5", "8"}));
  const Ends earliest = ends_of(between, {"x"}, {.durations = Durations::earliest});
  EXPECT_EQ(earliest.classes, 1U);
  EXPECT_EQ(earliest.states, States{"8"});
}

TEST(AbsTime, PassesInFractionsAndIsRead) {
  const Ends ends = ends_of(
      "module M;\ninterface C { Unit a(); }\n"
      "class C implements C {\n  Time moment = Time(0); Duration remains = InfDuration;\n"
      "  Duration missed = InfDuration; Int count = 0;\n"
      "  Unit a() {\n    await duration(1 / 3, 1 / 2); moment = now(); remains = deadline();\n"
      "    await duration(5, 5) & count == 0; missed = deadline();\n"
      "    await duration(0, 3); await duration(-1, 2); duration(3, 1); count = 1;\n  }\n}\n"
      "{ C c = new C(); [Deadline: Duration(2)] c!a(); }\n",
      {"moment", "remains", "missed", "count"});
  EXPECT_EQ(ends.states, States{"Time(1/2) Duration(3/2) Duration(0) 1"});
}

TEST(AbsTime, IsWaitedForTogetherWithOtherThings) {
  const Ends ends = ends_of(
      "module M;\ninterface C { Int a(); Unit b(Fut<Int> f); Unit c(); }\n"
      "class C implements C {\n  Time moment = Time(0); Bool open = False;\n"
      "  Int a() { await duration(3, 3); return 1; }\n"
      "  Unit b(Fut<Int> f) { await f? & duration(1, 1) & open; moment = now(); }\n"
      "  Unit c() { await duration(4, 4); open = True; }\n}\n"
      "{ C c = new C(); Fut<Int> f = c!a(); c!b(f); c!c(); }\n",
      {"moment"});
  EXPECT_EQ(ends.states, States{"Time(4)"});
}

TEST(AbsTime, IsNoPartOfStatesWhereNobodyAsksForIt) {
  const std::string endless =
      "module M;\nclass T { Unit run() { while (True) { await duration(1, 1); } } }\n"
      "class U { Unit run() { await duration(1, 1); this!run(); } }\n"
      "{ new T(); new U(); }\n";
  CheckOptions options = with("optimal");
  options.states.on = true;
  const CheckResult result = check(factory(loaded(endless)), options);
  EXPECT_EQ(result.verdict, Verdict::ok) << result.incomplete_reason();
}

TEST(AbsTime, RefusesReductionsThatTakeActorsToBeIndependent) {
  for (const char* reduction : {"dcute", "transdpor", "persistent"}) {
    EXPECT_THROW(explore(factory(loaded(timeout(3))), with(reduction, Dependence::actor)),
                 UsageError)
        << reduction;
  }
}

}  // namespace
}  // namespace harrier::abs::run::testing
