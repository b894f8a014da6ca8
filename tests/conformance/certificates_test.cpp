// Certificates of the papers' programs: those of each complete reduction are accepted, and none
// without one of its classes.
//
//   HARRIER_CERTIFICATE_CLASSES   up to how many classes a program is taken, 1,000 unless said
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "harrier/certificate.hpp"
#include "harrier/usage_error.hpp"
#include "tests/support/given.hpp"
#include "tests/support/subjects.hpp"

namespace harrier::testing {
namespace {

using Kind = VerifyResult::Kind;

struct Way {
  const char* reduction;
  Dependence dependence;
  DeliveryModel delivery;
};
constexpr std::array ways{
    Way{"optimal", Dependence::field, DeliveryModel::bag},
    Way{"optimal", Dependence::actor, DeliveryModel::fifo},
    Way{"source", Dependence::actor, DeliveryModel::bag},
    Way{"source", Dependence::field, DeliveryModel::mailbox},
    Way{"udpor", Dependence::field, DeliveryModel::bag},
    Way{"persistent", Dependence::actor, DeliveryModel::bag},
    Way{"transdpor", Dependence::actor, DeliveryModel::bag},
    Way{"optimal", Dependence::field, DeliveryModel::mailbox},
};

struct Listed {
  bool complete = false;
  std::vector<Execution> executions;
  std::set<std::uint64_t> classes;
};

/// Explores by one way, as long as there are not too many executions; not at all where that way is
/// none for the program.
Listed listed_by(const std::string& program, const Way& way, std::uint64_t executions_max) {
  CheckOptions options;
  options.reduction = way.reduction;
  options.dependence = way.dependence;
  options.delivery = way.delivery;
  options.undelivered = Undelivered::ignore;
  options.keep_going = true;
  options.executions_max = executions_max;
  Listed listed;
  options.on_execution = [&](const Execution& one) {
    listed.executions.push_back(one);
    listed.classes.insert(one.class_name);
  };
  try {
    const CheckResult result = check(subject(program), options);
    listed.complete = result.complete && result.infeasible == 0;
  } catch (const UsageError&) {  // processes have their own queues, and no reduction by actor
  }
  return listed;
}

VerifyResult verified(const std::string& program, const Way& way, const Listed& listed,
                      std::uint64_t dropped = 0) {
  Listings listings;
  for (const Execution& one : listed.executions) {
    if (one.class_name != dropped) listings.add(one.schedule);
  }
  VerifyOptions options;
  options.dependence = way.dependence;
  options.delivery = way.delivery;
  options.undelivered = Undelivered::ignore;
  options.keep_going = true;
  return verify(subject(program), listings, options);
}

class SubjectCertificates : public ::testing::TestWithParam<std::string> {};

TEST_P(SubjectCertificates, AreAcceptedWholeAndRefusedWithoutAClass) {
  const std::uint64_t classes_max = number_given("HARRIER_CERTIFICATE_CLASSES", 1'000);
  std::size_t accepted = 0;
  for (const Way& way : ways) {
    SCOPED_TRACE(std::string(way.reduction) + " " + std::string(to_string(way.delivery)) +
                 (way.dependence == Dependence::actor ? " by actor" : " by field"));
    const Listed listed = listed_by(GetParam(), way, classes_max);
    if (!listed.complete) continue;
    const VerifyResult result = verified(GetParam(), way, listed);
    EXPECT_EQ(result.kind, Kind::verified) << result.schedule.text() << " " << result.what;
    EXPECT_EQ(result.classes, listed.classes.size());
    ++accepted;
    if (listed.classes.size() == 1) continue;
    for (const std::uint64_t dropped : {*listed.classes.begin(), *listed.classes.rbegin()}) {
      EXPECT_EQ(verified(GetParam(), way, listed, dropped).kind, Kind::missing);
    }
  }
  EXPECT_GT(accepted, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Of, SubjectCertificates,
    ::testing::Values("any-src-can-deadlock3", "barber", "barrier sensors=4",
                      "bounded-buffer items=3", "cache", "chain-replication", "chameneos",
                      "complex-deadlock", "creation", "db-protocol",
                      "dispatcher servers=3 requests=2", "dtg", "fanin senders=5", "fib n=5",
                      "last-zero n=5", "le-erlang n=3", "leader", "lock-service", "loop", "mail",
                      "master-worker", "mergesort", "mpat k=3", "multipc producers=2 workers=2",
                      "mutex-philosophers", "mutex-pi", "pairs", "pairs-deadlock",
                      "philosophers n=2", "pi workers=4", "pipeline", "pipesort", "poke threads=4",
                      "quicksort", "readers n=6", "registry", "regsim-forte", "reportback",
                      "rmq-receiving", "server", "shortpath", "spinsort", "twopc", "wait-deadlock",
                      "waitall-deadlock"),
    [](const auto& of) { return as_test_name(of.param); });

TEST(SubjectCertificates, AreMadeInAllWays) {
  std::size_t complete = 0;
  for (const Way& way : ways) {
    complete += listed_by("fanin senders=5", way, 1'000).complete ? 1 : 0;
  }
  EXPECT_EQ(complete, ways.size());
}

}  // namespace
}  // namespace harrier::testing
