// Every reduction against exhaustive search, class by class, on models drawn at random.
#include <gtest/gtest.h>

#include <optional>

#include "adapters/abs/tests/run/explored.hpp"
#include "adapters/abs/tests/run/random_models.hpp"
#include "tests/support/given.hpp"
#include "tests/support/silent.hpp"

namespace harrier::abs::run::testing {
namespace {

/// More executions than this are not looked at one by one.
constexpr std::uint64_t executions_max = 3'000;
constexpr std::uint32_t shards = 8;

std::uint32_t models_per_shard() {
  return static_cast<std::uint32_t>(
             harrier::testing::number_given("HARRIER_ABS_MODELS", 25 * shards)) /
         shards;
}

void expect_same_classes(const Explored& all, const Explored& one, bool once) {
  EXPECT_TRUE(one.result.complete) << one.result.incomplete_reason();
  EXPECT_EQ(one.classes.size(), all.classes.size());
  for (const auto& [name, times] : one.classes) {
    EXPECT_TRUE(all.classes.contains(name));
    if (once) {
      EXPECT_EQ(times, 1);
    }
  }
  EXPECT_EQ(one.ends.size(), all.ends.size());
  for (const auto& [end, times] : one.ends) EXPECT_TRUE(all.ends.contains(end)) << end;
  if (once) {
    EXPECT_EQ(one.result.blocked, 0U);
  }
}

/// Reductions that take steps of different actors to be independent refuse models that test whether
/// a future is resolved, since a future belongs to no actor.
std::optional<Explored> explore_unless_refused(const ProgramFactory& make,
                                               const CheckOptions& options) {
  try {
    return explore(make, options);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

/// Tells whether the model is small enough to say something.
bool expect_laws(const std::string& text, const Semantics& semantics,
                 std::uint32_t& compared_by_actor) {
  const ProgramFactory make = factory(loaded(text), semantics);
  bool compared = false;
  for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
    SCOPED_TRACE(dependence == Dependence::field ? "by field" : "by actor");
    CheckOptions exhaustive = with("exhaustive", dependence);
    exhaustive.executions_max = executions_max;
    const Explored all = explore(make, exhaustive);
    if (!all.result.complete) continue;
    compared = true;
    const Explored optimal = explore(make, with("optimal", dependence));
    expect_same_classes(all, optimal, true);
    expect_same_classes(all, explore(make, with("source", dependence)), false);
    expect_same_classes(all, explore(make, with("udpor", dependence)), true);
    if (dependence == Dependence::field) {
      expect_same_classes(all, explore(make, with("persistent", dependence)), false);
    }
    for (const char* reduction : {"persistent", "dcute", "transdpor"}) {
      if (dependence == Dependence::field) continue;
      SCOPED_TRACE(reduction);
      if (const auto others = explore_unless_refused(make, with(reduction, dependence))) {
        expect_same_classes(all, *others, false);
        ++compared_by_actor;
      }
    }
    const Explored rehearsed = explore(harrier::testing::silent(make), with("optimal", dependence));
    EXPECT_EQ(rehearsed.classes, optimal.classes);
    CheckOptions replayed = with("optimal", dependence);
    replayed.backtrack = Backtrack::replay;
    replayed.order = "lifo";
    expect_same_classes(all, explore(make, replayed), true);
  }
  return compared;
}

class RandomModels : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomModels, AreExploredClassByClass) {
  std::uint32_t compared = 0;
  std::uint32_t compared_by_actor = 0;
  const std::uint32_t count = models_per_shard();
  for (std::uint32_t i = 0; i < count && !HasFailure(); ++i) {
    const std::uint32_t seed = GetParam() * 1'000'000 + i;
    const std::string text = random_model(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    compared += expect_laws(text, semantics_for(seed), compared_by_actor) ? 1 : 0;
  }
  if (!HasFailure()) {
    EXPECT_GT(compared, count / 2);
    EXPECT_GT(compared_by_actor, count / 4);
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomModels, ::testing::Range(0U, shards));

}  // namespace
}  // namespace harrier::abs::run::testing
