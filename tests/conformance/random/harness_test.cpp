// The harness itself: broken reductions are caught, a right one is not, and the random programs do
// what they are there for.
#include <gtest/gtest.h>

#include <memory>

#include "tests/conformance/random/conformance.hpp"
#include "tests/conformance/random/toy_reductions.hpp"

namespace harrier::testing {
namespace {

Trial toy_trial(Dependence dependence, std::function<std::unique_ptr<Reduction>()> make) {
  return {.promise = {.reduction = "toy"},
          .order = "fifo",
          .model = {dependence, DeliveryModel::bag},
          .sleep = false,
          .make = std::move(make)};
}

/// Looks for a program with which a check fails; returns how many it took, 0 for none.
std::uint64_t programs_until_caught(const Check& check, std::uint64_t count_max,
                                    RandomProgram& caught) {
  for (std::uint64_t seed = 0; seed < count_max; ++seed) {
    Subject subject(RandomProgram::generate(seed));
    if (!subject.fits() || !check.run(subject)) continue;
    caught = subject.program();
    return seed + 1;
  }
  return 0;
}

TEST(RandomHarness, CatchesSleepSetsThatNeverWake) {
  const Check check =
      keeps_promise(toy_trial(Dependence::field, [] { return std::make_unique<ToySleep>(false); }));
  RandomProgram caught;
  ASSERT_NE(programs_until_caught(check, 20, caught), 0U);
  const Counterexample smallest = shrink_counterexample(caught, check);
  // Two messages at one actor are enough.
  EXPECT_LE(smallest.program.messages.size(), 2U) << smallest.text();
  EXPECT_EQ(smallest.program.actors.size(), 1U) << smallest.text();
  EXPECT_LE(smallest.program.size(), 8U) << smallest.text();
}

TEST(RandomHarness, CatchesAReductionThatForgetsLaterMessages) {
  const Check check =
      keeps_promise(toy_trial(Dependence::actor, [] { return std::make_unique<ToyFirstActor>(); }));
  RandomProgram caught;
  ASSERT_NE(programs_until_caught(check, 50, caught), 0U);
  const Counterexample smallest = shrink_counterexample(caught, check);
  // One message at each of two actors, and a send from the second to the first.
  EXPECT_EQ(smallest.program.messages.size(), 2U) << smallest.text();
  EXPECT_EQ(smallest.program.actors.size(), 2U) << smallest.text();
  EXPECT_LE(smallest.program.size(), 8U) << smallest.text();
}

TEST(RandomHarness, FindsNothingWrongWithRightSleepSets) {
  for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
    Trial trial = toy_trial(dependence, [] { return std::make_unique<ToySleep>(true); });
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Subject subject(RandomProgram::generate(seed));
      if (!subject.fits()) continue;
      // It puts a message to sleep whatever it chooses, and so repeats some of the choices.
      trial.promise.once = !subject.configurations(trial.model).features.choice;
      EXPECT_EQ(keeps_promise(trial).run(subject), std::nullopt) << subject.program().text();
    }
  }
}

/// Returns the parts of actor 0 that the only step of a program touches.
std::vector<std::uint32_t> parts_touched(Flavour flavour) {
  RandomProgram program = RandomProgram::parse(
      "tags note\nkind fine\n on t0\n  add f0 1\nactors k0\nstart a0 t0 0 fuel=0\n");
  program.kinds.front().flavour = flavour;
  const ProgramFactory make = Subject(program).factory();
  const std::unique_ptr<Program> running = make({.dependence = Dependence::field});
  running->start();
  std::vector<std::uint32_t> parts;
  for (const ResourceAccess& touched : running->execute(MessageId(0), {}).resources) {
    parts.push_back(touched.resource.part());
  }
  return parts;
}

TEST(RandomHarness, HasActorsOfBothLevels) {
  const std::vector<std::uint32_t> field{Resource::control, Resource::first_field};
  EXPECT_EQ(parts_touched(Flavour::fine), field);
  EXPECT_EQ(parts_touched(Flavour::unique), field);
  EXPECT_EQ(parts_touched(Flavour::coarse), std::vector<std::uint32_t>{Resource::whole});
}

TEST(RandomHarness, MeetsEveryFeatureOften) {
  constexpr std::uint64_t programs = 500;
  std::map<std::string, int> met;
  int fitting = 0;
  int several_classes = 0;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    Subject subject(RandomProgram::generate(seed));
    if (!subject.fits()) continue;
    ++fitting;
    const Configurations& known = subject.configurations({});
    several_classes += known.maximal.size() > 1 ? 1 : 0;
    met["guard false"] += known.features.guard_false ? 1 : 0;
    met["condition false"] += known.features.condition_false ? 1 : 0;
    met["blocked by a call"] += known.features.blocked ? 1 : 0;
    met["receiver ended"] += known.features.ended_receiver ? 1 : 0;
    met["choice"] += known.features.choice ? 1 : 0;
    met["spawn"] += known.features.spawn ? 1 : 0;
    met["awaiting"] += known.features.awaiting ? 1 : 0;
    met["failure"] += known.features.failure ? 1 : 0;
    met["deadlock"] += known.features.deadlock ? 1 : 0;
    met["independent at one actor"] += known.features.field_level ? 1 : 0;
    const Model mailbox{Dependence::field, DeliveryModel::mailbox};
    met["out of order"] += subject.configurations(mailbox).features.out_of_order ? 1 : 0;
    met["set-up"] += subject.program().settled.empty() ? 0 : 1;
  }
  RecordProperty("fitting", fitting);
  RecordProperty("several classes", several_classes);
  EXPECT_GT(fitting, 375);
  EXPECT_GT(several_classes, 200);
  for (const auto& [feature, count] : met) {
    RecordProperty(feature, count);
    EXPECT_GT(count, 20) << feature;
  }
}

}  // namespace
}  // namespace harrier::testing
