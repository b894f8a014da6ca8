// Certificates of random programs: those of every complete reduction are accepted, and none without
// one of its classes.
//
//   HARRIER_CERTIFICATE_PROGRAMS   how many programs, 500 unless said, 50 under a sanitizer
//   HARRIER_CERTIFICATE_SEED       the seed of the first, 0 unless said
#include "harrier/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/conformance/random/conformance.hpp"
#include "tests/support/given.hpp"

namespace harrier::testing {
namespace {

using Kind = VerifyResult::Kind;

#ifdef HARRIER_SANITIZED
constexpr std::uint64_t program_count = 50;
#else
constexpr std::uint64_t program_count = 500;
#endif
constexpr std::array models{Model{Dependence::field, DeliveryModel::bag},
                            Model{Dependence::actor, DeliveryModel::bag},
                            Model{Dependence::field, DeliveryModel::fifo},
                            Model{Dependence::actor, DeliveryModel::fifo},
                            Model{Dependence::field, DeliveryModel::mailbox},
                            Model{Dependence::actor, DeliveryModel::mailbox}};

/// What a search listed.
struct Listed {
  std::vector<Execution> executions;
  std::vector<std::uint64_t> classes;  ///< different ones, in the order in which they came

  /// Returns them without those of one class.
  Listings without(std::optional<std::uint64_t> class_name) const {
    Listings listings;
    for (const Execution& execution : executions) {
      if (execution.class_name != class_name) listings.add(execution.schedule);
    }
    return listings;
  }
  Listings all() const { return without(std::nullopt); }
};

Listed listed_by(Subject& subject, const Trial& trial) {
  CheckOptions options = options_of(trial);
  options.keep_going = true;
  Listed listed;
  options.on_execution = [&](const Execution& execution) {
    listed.executions.push_back(execution);
    if (std::ranges::find(listed.classes, execution.class_name) == listed.classes.end()) {
      listed.classes.push_back(execution.class_name);
    }
  };
  const CheckResult result = check(subject.factory(), options);
  EXPECT_TRUE(result.complete) << trial.text() << "\n" << subject.program().text();
  return listed;
}

VerifyOptions verify_options(const Model& model) {
  return {.dependence = model.dependence, .delivery = model.delivery, .keep_going = true};
}

std::string about(const VerifyResult& result) {
  return "listing " + std::to_string(result.listing) + ", kind " +
         std::to_string(static_cast<int>(result.kind)) + ", " + result.schedule.text() + " " +
         result.what;
}

/// Goes through the programs, with a reduction and a model that change with the seed.
template <class Do>
void for_each_program(std::size_t classes_max, const Do& act) {
  const std::uint64_t count = number_given("HARRIER_CERTIFICATE_PROGRAMS", program_count);
  const std::uint64_t first = number_given("HARRIER_CERTIFICATE_SEED", 0);
  std::uint64_t done = 0;
  for (std::uint64_t seed = first; seed < first + count && !::testing::Test::HasFailure(); ++seed) {
    Subject subject(RandomProgram::generate(seed), {.configurations_max = 1'000});
    if (!subject.fits()) continue;
    const Model model = models[seed % models.size()];
    std::vector<Promise> possible;
    for (const Promise& promise : promises()) {
      if (is_valid(promise, model)) possible.push_back(promise);
    }
    const Promise promise = possible[seed / models.size() % possible.size()];
    const Configurations& known = subject.configurations(model);
    if (!known.complete || known.executions > 20'000 || known.maximal.size() > classes_max)
      continue;
    ++done;
    SCOPED_TRACE("HARRIER_CERTIFICATE_PROGRAMS=1 HARRIER_CERTIFICATE_SEED=" + std::to_string(seed));
    act(subject, Trial{.promise = promise, .model = model});
  }
  EXPECT_TRUE(done > 0 || count < 10);
}
TEST(RandomCertificates, OfEveryCompleteReductionAreAccepted) {
  for_each_program(1'000, [](Subject& subject, const Trial& trial) {
    const Listed listed = listed_by(subject, trial);
    const Listings listings = listed.all();
    for (const bool lean : {false, true}) {
      VerifyOptions options = verify_options(trial.model);
      options.lean = lean;
      options.pairs = lean ? 0 : 5;
      const VerifyResult result = verify(subject.factory(), listings, options);
      ASSERT_EQ(result.kind, Kind::verified) << trial.text() << "\n"
                                             << about(result) << "\n"
                                             << subject.program().text();
      EXPECT_EQ(result.classes, subject.configurations(trial.model).maximal.size());
      EXPECT_EQ(result.classes, listed.classes.size());
    }
  });
}

TEST(RandomCertificates, AreRefusedWithoutAnyOneOfTheirClasses) {
  std::uint64_t drops = 0;
  for_each_program(60, [&](Subject& subject, const Trial& trial) {
    const Listed listed = listed_by(subject, trial);
    for (const std::uint64_t dropped : listed.classes) {
      const Listings listings = listed.without(dropped);
      if (listings.size() == 0) continue;
      ++drops;
      const VerifyResult result = verify(subject.factory(), listings, verify_options(trial.model));
      ASSERT_EQ(result.kind, Kind::missing) << trial.text() << "\n"
                                            << about(result) << "\n"
                                            << subject.program().text();
      // What is printed is the class that is missing, or begins one.
      const ReplayResult again = replay(subject.factory(), result.schedule, options_of(trial));
      EXPECT_TRUE(again.maximal) << about(result);
    }
  });
  EXPECT_GT(drops, 0U);
}

}  // namespace
}  // namespace harrier::testing
