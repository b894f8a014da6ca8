// Random programs against every reduction, order and dependence there is.
//
//   HARRIER_RANDOM_PROGRAMS   how many programs in all, 5000 unless said
//   HARRIER_RANDOM_SEED       the seed of the first, 0 unless said
//   HARRIER_RANDOM_ORDERS     `all`: every reduction with every order, for every program
//   HARRIER_RANDOM_CHECK      only checks whose name contains this, as `optimal` or `mailbox`
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "explore/registries.hpp"
#include "tests/conformance/random/conformance.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t shard_count = 10;
constexpr std::size_t failures_max = 6;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::stoull(text) : otherwise;
}

std::string text_from(const char* variable) {
  const char* text = std::getenv(variable);
  return text != nullptr ? text : "";
}

class RandomShards : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomShards, AreExploredAsPromised) {
  const std::uint64_t count = number_from("HARRIER_RANDOM_PROGRAMS", 5'000);
  const std::uint64_t first = number_from("HARRIER_RANDOM_SEED", 0);
  const bool all = text_from("HARRIER_RANDOM_ORDERS") == "all";
  const std::string only = text_from("HARRIER_RANDOM_CHECK");
  std::set<std::string> failed;  // one program for each check is enough
  int fitting = 0;
  for (std::uint64_t i = GetParam(); i < count && failed.size() < failures_max; i += shard_count) {
    const std::uint64_t seed = first + i;
    Subject subject(RandomProgram::generate(seed));
    if (!subject.fits()) continue;
    ++fitting;
    for (const Check& check : checks_of(seed, all)) {
      if (check.name.find(only) == std::string::npos || failed.contains(check.name)) continue;
      if (!check.run(subject)) continue;
      failed.insert(check.name);
      ADD_FAILURE() << "seed " << seed << ": "
                    << shrink_counterexample(subject.program(), check).text();
    }
  }
  RecordProperty("programs", fitting);
}

TEST(RandomPrograms, AreRefusedWhereAReductionIsNotValid) {
  const ProgramFactory factory = Subject(RandomProgram::generate(0)).factory();
  for (const Promise& promise : promises()) {
    for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
      for (const DeliveryModel delivery : {DeliveryModel::bag, DeliveryModel::mailbox}) {
        CheckOptions options;
        options.reduction = promise.reduction;
        options.dependence = dependence;
        options.delivery = delivery;
        if (is_valid(promise, {dependence, delivery})) {
          EXPECT_NO_THROW(make_reduction(options)) << promise.reduction;
        } else {
          EXPECT_THROW(check(factory, options), UsageError) << promise.reduction;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, RandomShards, ::testing::Range<std::uint64_t>(0, shard_count));

}  // namespace
}  // namespace harrier::testing
