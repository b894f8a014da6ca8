// Explorations of models that compare states, against all executions.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "adapters/abs/tests/run/explored.hpp"
#include "adapters/abs/tests/run/random_models.hpp"
#include "core/parts.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "harrier/usage_error.hpp"
#include "states/breadth_first.hpp"
#include "states/depth_first.hpp"
#include "tests/support/given.hpp"

namespace harrier::abs::run::testing {
namespace {

constexpr std::uint64_t executions_max = 3'000;
std::uint32_t models() {
  return static_cast<std::uint32_t>(harrier::testing::number_given("HARRIER_ABS_MODELS", 200));
}

/// What an exploration came to.
struct Met {
  CheckResult result;
  std::set<std::string> ends;
};

/// Shows a state with the names that reports use: the same whatever happened before.
std::string text_of(const State& state) {
  Narrator& narrator = narrator_of(state.program);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < state.trace.actor_count(); ++i) {
    // What time it is counts only where the model may ask.
    if (narrator.actor_name(ActorId(i)) == "time") continue;
    const auto activity = static_cast<int>(standing_of(state.program).activity(ActorId(i)));
    lines.push_back(narrator.actor_name(ActorId(i)) + " " + std::to_string(activity) + " " +
                    narrator.actor_text(ActorId(i)));
  }
  for (const MessageId message : state.program.pending()) {
    lines.push_back(narrator.message_text(message));
  }
  std::ranges::sort(lines);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

Met explore_with(const ProgramFactory& make, CheckOptions options,
                 std::unique_ptr<Reduction> reduction) {
  Met met;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  Search search(make, options, std::move(reduction));
  search.observe([&](const State& state) { met.ends.insert(text_of(state)); });
  met.result = search.run();
  return met;
}

template <class Search>
Met explore_states(const ProgramFactory& make, CheckOptions options,
                   StateReduction reduction = StateReduction::none) {
  options.states.on = true;
  options.states.reduction = reduction;
  return explore_with(make, options, std::make_unique<Search>(options.states));
}

/// Tells whether the model is small enough to say something.
bool expect_same_ends(const std::string& text, const Semantics& semantics) {
  const ProgramFactory make = factory(loaded(text), semantics);
  bool compared = false;
  for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
    CheckOptions options = with("exhaustive", dependence);
    options.executions_max = executions_max;
    const Met all = explore_with(make, options, make_reduction(options));
    if (!all.result.complete || !all.result.violations.empty()) continue;
    compared = true;
    options.executions_max = 0;
    const Met plain = explore_states<DepthFirst>(make, options);
    EXPECT_EQ(plain.ends, all.ends);
    EXPECT_EQ(explore_states<DepthFirst>(make, options, StateReduction::sleep).ends, all.ends);
    EXPECT_EQ(explore_states<BreadthFirst>(make, options).ends, all.ends);
    EXPECT_LE(plain.result.steps, all.result.steps);
  }
  return compared;
}

TEST(StatesOfModels, ComeToTheEndsOfAllExecutions) {
  std::uint32_t compared = 0;
  for (std::uint32_t seed = 0; seed < models() && !HasFailure(); ++seed) {
    const std::string text = random_model(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    compared += expect_same_ends(text, semantics_for(seed)) ? 1 : 0;
  }
  if (!HasFailure()) {
    EXPECT_GT(compared, models() / 3);
  }
}

const std::string circle =
    "module Circle;\n"
    "interface Counter { Unit add(); }\n"
    "class Counter implements Counter { Int n = 0; Unit add() { n = (n + 1) % 3; } }\n"
    "class Driver(Counter counter) {\n"
    "  Unit run() { while (True) { Fut<Unit> f = counter!add(); await f?; } }\n"
    "}\n"
    "{ Counter c = new Counter(); new Driver(c); new Driver(c); }\n";

TEST(StatesOfModels, OfOneThatGoesInACircleAreFinite) {
  const ProgramFactory make = factory(loaded(circle));
  CheckOptions options = with("exhaustive");
  options.executions_max = 10'000;
  const Met plain = explore_states<DepthFirst>(make, options);
  EXPECT_TRUE(plain.result.complete);
  const Met sleeping = explore_states<DepthFirst>(make, options, StateReduction::sleep);
  EXPECT_EQ(sleeping.result.states->distinct, plain.result.states->distinct);
}

TEST(StatesOfModels, AreNotComparedWhereNamesDecide) {
  const ProgramFactory make =
      factory(loaded("module Named;\ninterface I {}\nclass C implements I {}\n"
                     "{ I a = new C(); I b = new C(); Set<I> both = set[a, b]; }\n"));
  EXPECT_THROW(explore_states<DepthFirst>(make, with("exhaustive")), UsageError);
}

}  // namespace
}  // namespace harrier::abs::run::testing
