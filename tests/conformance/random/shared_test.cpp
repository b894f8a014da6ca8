// Explorations that several searches share: exact on random programs, and two rules that are nearly
// right are noticed.
#include "tests/conformance/random/shared.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tests/conformance/random/conformance.hpp"

namespace harrier::testing {
namespace {

const Promise& promise_of(std::string_view reduction) {
  return *std::ranges::find(promises(), reduction, &Promise::reduction);
}

/// Runs a check; programs may learn something that makes them begin anew.
std::optional<std::string> wrong(const Check& check, Subject& subject) {
  while (true) {
    try {
      return check.run(subject);
    } catch (const StartAgain&) {
    }
  }
}

Trial trial_of(std::string_view reduction, Dependence dependence = Dependence::field,
               bool sleep = false) {
  return {.promise = promise_of(reduction),
          .order = "fifo",
          .model = {.dependence = dependence},
          .sleep = sleep,
          .make = {}};
}

/// Says what is wrong with the first of these programs that several searches do not explore as one
/// does.
std::optional<std::string> first_wrong(std::uint64_t programs,
                                       const std::function<Check(std::uint64_t)>& make) {
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    Subject subject(RandomProgram::generate(seed));
    if (!subject.fits()) continue;
    for (std::uint64_t turn = 0; turn < 4; ++turn) {
      const Check check = make(4 * seed + turn);
      if (const auto found = wrong(check, subject)) {
        return check.name + ", seed " + std::to_string(seed) + ": " + *found;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> first_wrong(SharedTree::Rule rule, std::uint64_t programs,
                                       const Trial& trial = trial_of("optimal")) {
  return first_wrong(programs,
                     [&](std::uint64_t seed) { return work_can_be_shared(trial, seed, rule); });
}

std::optional<std::string> first_wrong_replicated(std::uint64_t programs, const Trial& trial) {
  return first_wrong(programs,
                     [&](std::uint64_t seed) { return work_can_be_replicated(trial, seed); });
}

TEST(SharedWork, IsExploredOnceWhateverTheOrderOfCommits) {
  EXPECT_EQ(first_wrong(SharedTree::Rule::end_of_branch, 200), std::nullopt);
  EXPECT_EQ(first_wrong(SharedTree::Rule::end_of_branch, 100, trial_of("exhaustive")),
            std::nullopt);
}

TEST(SharedWork, IsExploredOnceWhereAnyStepWillDo) {
  for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
    const Trial trial = trial_of("source", dependence);
    EXPECT_EQ(first_wrong(SharedTree::Rule::end_of_branch, 200, trial), std::nullopt);
  }
  const Trial trial = trial_of("persistent", Dependence::field, true);
  EXPECT_EQ(first_wrong(SharedTree::Rule::end_of_branch, 100, trial), std::nullopt);
}

TEST(SharedWork, LosesNothingWhereNothingSleeps) {
  for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
    const Trial trial = trial_of("persistent", dependence);
    EXPECT_EQ(first_wrong(SharedTree::Rule::end_of_branch, 100, trial), std::nullopt);
  }
}

TEST(SharedWork, IsExploredOnceThoughProcessesDieAndTheStoreForgets) {
  EXPECT_EQ(first_wrong_replicated(120, trial_of("optimal")), std::nullopt);
  EXPECT_EQ(first_wrong_replicated(60, trial_of("exhaustive")), std::nullopt);
  EXPECT_EQ(first_wrong_replicated(60, trial_of("source")), std::nullopt);
  EXPECT_EQ(first_wrong_replicated(60, trial_of("persistent", Dependence::actor)), std::nullopt);
}

// A step that sleeps behind another hides its races from there.
TEST(SharedWork, LosesClassesWhereAnyStepThatCouldComeFirstCovers) {
  EXPECT_NE(first_wrong(SharedTree::Rule::any_step, 600), std::nullopt);
}

TEST(SharedWork, LosesClassesWhereABranchThatIsDoneForNowCovers) {
  EXPECT_NE(first_wrong(SharedTree::Rule::done, 600), std::nullopt);
}

// Somebody must have looked at the races among the steps that lead to a task.
TEST(SharedWork, LosesClassesWhereRacesAreTakenToBeKnown) {
  EXPECT_NE(first_wrong(SharedTree::Rule::known_ahead, 600), std::nullopt);
}

// What a step chooses makes it another one, which only a step of its own explores.
TEST(SharedWork, LosesClassesWhereAStepCoversItsOtherChoices) {
  EXPECT_NE(first_wrong(SharedTree::Rule::any_variant, 600, trial_of("source")), std::nullopt);
}

TEST(SharedWork, IsExploredTwiceWhereWhatSleepsIsShared) {
  EXPECT_NE(first_wrong(SharedTree::Rule::awake_only, 600, trial_of("source")), std::nullopt);
}

}  // namespace
}  // namespace harrier::testing
