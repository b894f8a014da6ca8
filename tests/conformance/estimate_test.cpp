// Holds the estimate to subjects whose numbers of classes are known: its interval has the true
// number as often as it says.
#include "harrier/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>

#include "tests/support/subjects.hpp"

namespace harrier::testing {
namespace {

struct Counted {
  std::string subject;
  double classes;
  std::string source;
};

void PrintTo(const Counted& counted, std::ostream* out) { *out << counted.subject; }

class EstimateOf : public ::testing::TestWithParam<Counted> {};

constexpr std::uint64_t trials = 40;
constexpr std::uint64_t probes = 1'000;

TEST_P(EstimateOf, HasTheTrueNumberInItsIntervalAsOftenAsItSays) {
  const Counted& counted = GetParam();
  std::uint64_t held = 0;
  double sum = 0;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    CheckOptions options;
    options.seed = seed;
    const Estimate estimate = harrier::estimate(subject(counted.subject), options, {probes, 0});
    EXPECT_EQ(estimate.probes, probes);
    EXPECT_EQ(estimate.confidence, 0.95);
    EXPECT_LE(estimate.low, estimate.classes);
    EXPECT_GE(estimate.high, estimate.classes);
    if (estimate.low <= counted.classes && counted.classes <= estimate.high) ++held;
    sum += estimate.classes;
  }
  // 95% of 40 are 38; with that chance fewer than 35 are held in 5% of all such tests.
  EXPECT_GE(held, 35U) << "mean " << sum / trials << " of " << counted.classes << " by "
                       << counted.source;
}

INSTANTIATE_TEST_SUITE_P(Known, EstimateOf,
                         ::testing::Values(Counted{"registry", 6, "TransDPOR figure 1"},
                                           Counted{"fanin senders=4", 24, "4!"},
                                           Counted{"chameneos meetings=2", 36, "docs/subjects.md"},
                                           Counted{"pi workers=5", 120, "5!"},
                                           Counted{"bounded-buffer", 2'520, "docs/subjects.md"},
                                           Counted{"fib n=7", 4'096, "2^12"},
                                           Counted{"readers n=12", 4'096, "2^12"},
                                           Counted{"fanin senders=8", 40'320, "8!"},
                                           Counted{"fanin senders=10", 3'628'800, "10!"},
                                           Counted{"fanin senders=11", 39'916'800, "11!"}),
                         [](const auto& counted) { return as_test_name(counted.param.subject); });

TEST(Estimate, IsExactWhereNothingRaces) {
  const Estimate estimate = harrier::estimate(subject("regsim workers=6"), {}, {1'000, 0});
  EXPECT_NEAR(estimate.classes, 1, 1e-9);  // by field the registrations commute
  EXPECT_NEAR(estimate.high, 1, 1e-9);
}

TEST(Estimate, IsOfTheDependenceThatWasAskedFor) {
  CheckOptions options;
  options.dependence = Dependence::actor;
  const Estimate estimate = harrier::estimate(subject("regsim workers=6"), options, {1'000, 0});
  EXPECT_LE(estimate.low, 720);  // 6!
  EXPECT_GE(estimate.high, 720);
}

TEST(Estimate, TellsOnlyALowerEndWhereFewProbesDecide) {
  const Estimate estimate = harrier::estimate(subject("fib n=8"), {}, {200, 0});
  EXPECT_TRUE(std::isinf(estimate.high));
  EXPECT_LE(estimate.low, 1'048'576);  // 2^20
}

}  // namespace
}  // namespace harrier::testing
