// The order `calm`: the classes of every other order, in fewer steps.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "tests/support/subjects.hpp"

namespace harrier::testing {
namespace {

CheckResult explore(const std::string& program, const std::string& order, DeliveryModel delivery) {
  CheckOptions options;
  options.order = order;
  options.delivery = delivery;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  return check(subject(program), options);
}

/// How much a program takes: measured, and 5 % more.
struct Case {
  std::string program;
  std::uint64_t executions;
  std::uint64_t steps;  ///< as measured where `calm` was introduced
  DeliveryModel delivery = DeliveryModel::bag;
};

class Calm : public ::testing::TestWithParam<Case> {};

TEST_P(Calm, SharesSteps) {
  const Case& given = GetParam();
  const CheckResult result = explore(given.program, "calm", given.delivery);
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.executions, given.executions);
  EXPECT_EQ(result.blocked, 0U);
  EXPECT_LE(result.steps, given.steps + given.steps / 20);
}

// In order of sending: 754,720, 161,109, 1,036,961, 432,160, 85,919, 594,742, 1,604,692, 319,737,
// 25,722, 53,657. Readers of one value are as good in order of sending: 32,780.
INSTANTIATE_TEST_SUITE_P(
    Of, Calm,
    ::testing::Values(Case{"mutex-pi threads=8", 40'320, 328'800},
                      Case{"master-worker processes=8", 5'040, 49'904},
                      Case{"rmq-receiving processes=9", 40'320, 398'277},
                      Case{"readers n=7", 40'320, 219'200, DeliveryModel::mailbox},
                      Case{"multipc producers=3 workers=5", 2'958, 54'729},
                      Case{"dispatcher servers=5 requests=4", 15'282, 396'159},
                      Case{"mpat k=6", 46'080, 983'300}, Case{"poke threads=9", 5'332, 194'716},
                      Case{"fib n=7", 4'096, 23'328}, Case{"last-zero n=10", 3'328, 32'628},
                      Case{"readers n=12", 4'096, 40'958}),
    [](const auto& one) { return as_test_name(one.param.program); });

TEST(CalmOrder, FindsTheClassesThatEveryOtherOrderFinds) {
  for (const std::string program : {"last-zero n=5", "chameneos meetings=2", "philosophers n=3",
                                    "le-erlang n=3", "twopc participants=3"}) {
    std::set<std::set<std::uint64_t>> found;
    for (const std::string order : {"calm", "fifo", "newest", "random"}) {
      std::set<std::uint64_t> classes;
      std::uint64_t executions = 0;
      CheckOptions options;
      options.order = order;
      options.keep_going = true;
      options.on_execution = [&](const Execution& one) {
        classes.insert(one.class_name);
        ++executions;
      };
      check(subject(program), options);
      EXPECT_EQ(classes.size(), executions) << program << " " << order;
      found.insert(classes);
    }
    EXPECT_EQ(found.size(), 1U) << program;
  }
}

TEST(CalmOrder, IsTheOrderOfSendingForOtherReductions) {
  for (const std::string reduction : {"source", "persistent", "exhaustive", "udpor"}) {
    CheckOptions options;
    options.reduction = reduction;
    options.keep_going = true;
    options.order = "calm";
    const CheckResult calm = check(subject("chameneos meetings=1"), options);
    options.order = "fifo";
    const CheckResult fifo = check(subject("chameneos meetings=1"), options);
    EXPECT_EQ(calm.steps, fifo.steps) << reduction;
    EXPECT_EQ(calm.executions, fifo.executions) << reduction;
  }
}

}  // namespace
}  // namespace harrier::testing
