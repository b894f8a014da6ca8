// Random programs against every reduction, order and dependence there is.
//
//   HARRIER_RANDOM_PROGRAMS   how many programs in all, 5000 unless said, 500 under a sanitizer
//   HARRIER_RANDOM_SEED       the seed of the first, 0 unless said
//   HARRIER_RANDOM_ORDERS     `all`: every reduction with every order, for every program
//   HARRIER_RANDOM_CHECK      only checks whose name contains this, as `optimal` or `mailbox`
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "explore/registries.hpp"
#include "tests/conformance/random/conformance.hpp"
#include "tests/support/given.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t shard_count = 10;
constexpr std::size_t failures_max = 6;
#ifdef HARRIER_SANITIZED
constexpr std::uint64_t program_count = 500;
#else
constexpr std::uint64_t program_count = 5'000;
#endif

/// What the environment asks for; throws for what would run nothing.
struct Wanted {
  std::uint64_t count = number_given("HARRIER_RANDOM_PROGRAMS", program_count);
  std::uint64_t first = number_given("HARRIER_RANDOM_SEED", 0);
  std::string orders = text_given("HARRIER_RANDOM_ORDERS");
  std::string check = text_given("HARRIER_RANDOM_CHECK");

  Wanted() {
    if (count == 0) throw std::invalid_argument("HARRIER_RANDOM_PROGRAMS=0 explores nothing");
    if (!orders.empty() && orders != "all") {
      throw std::invalid_argument("HARRIER_RANDOM_ORDERS wants 'all', not '" + orders + "'");
    }
    const std::vector<Check> every = checks_of(0, true);
    if (std::ranges::none_of(every, [this](const Check& each) { return is_wanted(each); })) {
      throw std::invalid_argument("HARRIER_RANDOM_CHECK: no check has '" + check +
                                  "' in its name; they are named as '" + every.back().name + "'");
    }
  }
  bool is_wanted(const Check& each) const { return each.name.find(check) != std::string::npos; }
};

class RandomShards : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomShards, AreExploredAsPromised) {
  const Wanted wanted;
  std::set<std::string> failed;  // one program for each check is enough
  std::uint64_t generated = 0;
  std::uint64_t fitting = 0;
  std::uint64_t checked = 0;
  for (std::uint64_t i = GetParam(); i < wanted.count && failed.size() < failures_max;
       i += shard_count) {
    const std::uint64_t seed = wanted.first + i;
    ++generated;
    RandomProgram program = RandomProgram::generate(seed);
    if (seed % 3 == 1) program.replace(Op::check, Op::assume);
    Subject subject(std::move(program));
    if (!subject.fits()) continue;
    ++fitting;
    for (const Check& check : checks_of(seed, wanted.orders == "all")) {
      if (!wanted.is_wanted(check) || failed.contains(check.name)) continue;
      ++checked;
      if (!check.run(subject)) continue;
      failed.insert(check.name);
      ADD_FAILURE() << "seed " << seed << ": "
                    << shrink_counterexample(subject.program(), check).text()
                    << "\nrepeat: HARRIER_RANDOM_SEED=" << seed
                    << " HARRIER_RANDOM_PROGRAMS=1 HARRIER_RANDOM_ORDERS=" << wanted.orders
                    << " random_conformance_tests --gtest_filter='*RandomShards*/0'";
    }
  }
  // Four of five fit (RandomHarness.MeetsEveryFeatureOften); a single program that does not fit is
  // told as well.
  EXPECT_GE(2 * fitting, generated) << "only " << fitting << " of " << generated
                                    << " programs were explored; the others are too large";
  EXPECT_TRUE(checked > 0 || fitting == 0)
      << "no check of " << fitting << " programs has '" << wanted.check
      << "' in its name; HARRIER_RANDOM_ORDERS=all runs every check of every program";
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
