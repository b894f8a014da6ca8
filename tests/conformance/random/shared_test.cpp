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

/// Says what is wrong with the first of these programs that several searches do not explore as one
/// does.
std::optional<std::string> first_wrong(std::uint64_t programs, std::string_view reduction,
                                       const std::function<Check(Trial, std::uint64_t)>& make) {
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    Subject subject(RandomProgram::generate(seed));
    if (!subject.fits()) continue;
    const Trial trial{
        .promise = promise_of(reduction), .order = "fifo", .model = {}, .sleep = false, .make = {}};
    for (std::uint64_t turn = 0; turn < 4; ++turn) {
      const Check check = make(trial, 4 * seed + turn);
      if (const auto found = wrong(check, subject)) {
        return "seed " + std::to_string(seed) + ": " + *found;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> first_wrong(SharedTree::Rule rule, std::uint64_t programs,
                                       std::string_view reduction = "optimal") {
  return first_wrong(programs, reduction, [rule](const Trial& trial, std::uint64_t seed) {
    return work_can_be_shared(trial, seed, rule);
  });
}

std::optional<std::string> first_wrong_replicated(std::uint64_t programs,
                                                  std::string_view reduction = "optimal") {
  return first_wrong(programs, reduction, &work_can_be_replicated);
}

TEST(SharedWork, IsExploredOnceWhateverTheOrderOfCommits) {
  EXPECT_EQ(first_wrong(SharedTree::Rule::end_of_branch, 200), std::nullopt);
  EXPECT_EQ(first_wrong(SharedTree::Rule::end_of_branch, 100, "exhaustive"), std::nullopt);
}

TEST(SharedWork, IsExploredOnceThoughProcessesDieAndTheStoreForgets) {
  EXPECT_EQ(first_wrong_replicated(120), std::nullopt);
  EXPECT_EQ(first_wrong_replicated(60, "exhaustive"), std::nullopt);
}

// A step that sleeps behind another hides its races from there.
TEST(SharedWork, LosesClassesWhereAnyStepThatCouldComeFirstCovers) {
  EXPECT_NE(first_wrong(SharedTree::Rule::any_step, 600), std::nullopt);
}

TEST(SharedWork, LosesClassesWhereABranchThatIsDoneForNowCovers) {
  EXPECT_NE(first_wrong(SharedTree::Rule::done, 600), std::nullopt);
}

}  // namespace
}  // namespace harrier::testing
