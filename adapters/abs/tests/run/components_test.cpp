// Deployment components: who is served when, and what they can be asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/abs/tests/run/explored.hpp"

namespace harrier::abs::run::testing {
namespace {

using ::testing::HasSubstr;

const std::string worker =
    "module M; import * from ABS.DC;\n"
    "interface W { Unit work(Rat c); Unit send(W other, Rat size); Unit nothing(); Rat finished(); "
    "}\n"
    "class W implements W {\n  Time done = Time(-1);\n"
    "  Unit work(Rat c) { [Cost: c] skip; done = now(); }\n"
    "  Unit send(W other, Rat size) { [DataSize: size] other!nothing(); done = now(); }\n"
    "  Unit nothing() { skip; }\n"
    "  Rat finished() { await done != Time(-1); return timeValue(done); }\n}\n";

/// Returns the violations of a main block behind the worker, and how many classes there are.
std::string outcome(const std::string& main, std::size_t* classes = nullptr) {
  const auto model = loaded(worker + "{\n" + main + "\n}\n");
  const Explored all = explore(factory(model), with("optimal"));
  const Explored every = explore(factory(model), with("exhaustive"));
  EXPECT_EQ(all.ends.size(), every.ends.size()) << main;
  EXPECT_EQ(all.classes.size(), every.classes.size()) << main;
  if (classes != nullptr) *classes = all.classes.size();
  std::string told = all.result.complete ? "" : all.result.incomplete_reason() + "\n";
  for (const Violation& violation : all.result.violations) told += violation.message() + "\n";
  return told;
}

std::string on(const std::string& speed) {
  return "DeploymentComponent m = new DeploymentComponent(\"m\", map[Pair(Speed, " + speed + ")]);";
}
const std::string two = "[DC: m] W a = new W(); [DC: m] W b = new W();";

// Whoever comes first is served first: (1, 2) or (2, 0).
TEST(AbsComponents, ServeInTheOrderOfArrival) {
  EXPECT_EQ(outcome(on("2") + two +
                    "a!work(3); b!work(2); Rat x = await a!finished(); Rat y = await b!finished();"
                    "assert x == 1 && y == 2 || x == 2 && y == 0;"),
            "");
  EXPECT_EQ(outcome(on("1") + two +
                    "a!work(3); b!work(3); Rat x = await a!finished(); Rat y = await b!finished();"
                    "assert x == 2 && y == 5 || x == 5 && y == 2;"),
            "");
  EXPECT_THAT(
      outcome(on("2") + two + "a!work(3); b!work(2); Rat x = await a!finished(); assert x == 1;"),
      HasSubstr("the assertion does not hold"));
}

TEST(AbsComponents, ServeAllWhomTheySuffice) {
  EXPECT_EQ(
      outcome(on("6") + two +
              "[DC: m] W c = new W(); a!work(2); b!work(2); c!work(2);"
              "Rat x = await a!finished(); Rat y = await b!finished(); Rat z = await c!finished();"
              "assert x + y + z == 0;"),
      "");
  EXPECT_EQ(
      outcome(on("5") + two +
              "[DC: m] W c = new W(); a!work(2); b!work(2); c!work(2);"
              "Rat x = await a!finished(); Rat y = await b!finished(); Rat z = await c!finished();"
              "assert x + y + z == 1;"),
      "");
}

TEST(AbsComponents, WithoutResourcesServeNobody) {
  EXPECT_EQ(outcome(on("0") + "[DC: m] W a = new W(); a!work(1);"),
            "deadlock: W waits for 1 Speed of m, which has none, with mailbox []\n");
}

TEST(AbsComponents, MayBeIgnored) {
  const auto model = loaded(worker + "{\n" + on("0") +
                            "[DC: m] W a = new W(); a!work(5); Rat x = await a!finished(); "
                            "assert x == 0; }\n");
  const Explored all = explore(factory(model, {.ignores_costs = true}), with("optimal"));
  EXPECT_EQ(all.result.verdict, Verdict::ok) << all.result.incomplete_reason();
}

TEST(AbsComponents, TakeOneStepOfTimeForALargeCost) {
  const auto model = loaded(worker + "{\n" + on("2") + "[DC: m] W a = new W(); a!work(80000); }\n");
  const Explored all = explore(factory(model), with("optimal"));
  // The work begins, time goes on, the work ends.
  EXPECT_EQ(all.result.steps, 3U);
}

TEST(AbsComponents, AreChangedFromTheNextUnitOfTimeOn) {
  const std::string grow =
      "a!work(4); await duration(1, 1); m!incrementResources(2, Speed); Rat x = await "
      "a!finished();";
  EXPECT_EQ(outcome(on("1") + "[DC: m] W a = new W();" + grow + "assert x == 2;"), "");
  EXPECT_EQ(outcome(on("1") + "[DC: m] W a = new W(); a!work(4); Rat x = await a!finished();"
                              "assert x == 3;"),
            "");
  EXPECT_EQ(
      outcome(on("4") + "Fut<Rat> f = m!decrementResources(9, Speed); Rat taken = f.get;"
                        "Fut<InfRat> g = m!total(Speed); InfRat now_ = g.get; await duration(1, 1);"
                        "g = m!total(Speed); InfRat later = g.get;"
                        "assert taken == 4 && now_ == Fin(4) && later == Fin(0);"),
      "");
}

TEST(AbsComponents, TellWhatTheyHaveAndHadToDo) {
  EXPECT_EQ(outcome(on("4") + "[DC: m] W a = new W();"
                              "Fut<Unit> f = a!work(6); await f?; await duration(1, 1);"
                              "Fut<Rat> l = m!load(Speed, 2); Rat load = l.get;"
                              "l = m!load(Speed, 1); Rat last = l.get;"
                              "l = m!load(Bandwidth, 5); Rat none = l.get;"
                              "assert load == 75 && last == 50 && none == 0;"),
            "");
  EXPECT_EQ(outcome("DeploymentComponent here = thisDC(); Fut<String> f = here!getName();"
                    "String name = f.get; Fut<InfRat> g = here!total(Speed); InfRat all = g.get;"
                    "assert name == \"Initial DC\" && all == InfRat;"),
            "");
}

TEST(AbsComponents, SendAsMuchAsTheyCan) {
  const std::string pair =
      "DeploymentComponent m = new DeploymentComponent(\"m\", map[Pair(Bandwidth, 5)]);"
      "[DC: m] W a = new W();";
  EXPECT_EQ(
      outcome(pair + "W b = new W(); a!send(b, 12); Rat x = await a!finished(); assert x == 2;"),
      "");
  EXPECT_EQ(outcome(pair + "[DC: m] W b = new W(); a!send(b, 12); Rat x = await a!finished();"
                           "assert x == 0;"),
            "");
}

TEST(AbsProviders, StartAndBillInstances) {
  EXPECT_EQ(outcome("CloudProvider p = new CloudProvider(\"p\");"
                    "p!setInstanceDescriptions(map[Pair(\"small\", map[Pair(Speed, 5), "
                    "Pair(Startupduration, 2), Pair(CostPerInterval, 3), Pair(PaymentInterval, 2)"
                    "])]); await duration(1, 1);"
                    "Fut<DeploymentComponent> f = p!launchInstanceNamed(\"small\");"
                    "DeploymentComponent one = f.get; Rat started = timeValue(now());"
                    "f = p!launchInstanceNamed(\"large\"); DeploymentComponent none = f.get;"
                    "Bool again = await one!acquire(); await duration(3, 3);"
                    "Rat cost = await p!getAccumulatedCost();"
                    "assert started == 3 && none == null && !again && cost == 6;"),
            "");
}

}  // namespace
}  // namespace harrier::abs::run::testing
