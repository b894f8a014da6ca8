// Which executions are looked at once more, and in which orders.
#include "explore/audit_sample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/audit_orders.hpp"
#include "tests/support/hand_trace.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;

/// Steps of one actor each, that do not depend on each other.
Trace of_length(std::size_t length) {
  HandStep setup;
  for (std::size_t i = 0; i < length; ++i) {
    const std::string number = std::to_string(i);
    setup.actors.push_back("actor" + number);
    setup.sends.push_back({"message" + number, "actor" + number});
  }
  HandTrace hand(setup);
  for (std::size_t i = 0; i < length; ++i) hand.deliver("message" + std::to_string(i));
  return hand.trace();
}

/// Offers executions of one length, one after the other, and returns at which steps some were kept.
std::vector<std::uint64_t> kept_of(std::uint64_t executions, std::size_t length) {
  const Trace trace = of_length(length);
  AuditSample sample;
  std::vector<std::uint64_t> kept;
  for (std::uint64_t steps = length; steps <= executions * length; steps += length) {
    if (!sample.wants(steps, length)) continue;
    sample.keep(trace, steps);
    kept.push_back(steps);
  }
  return kept;
}

TEST(AuditSample, KeepsTheFirstThousandStepsAndThenATwentiethAtMost) {
  const std::vector<std::uint64_t> kept = kept_of(1'000'000, 9);
  ASSERT_GT(kept.size(), 200U);
  EXPECT_EQ(kept[99], 900U);  // each counts ten
  EXPECT_GT(kept[100], 900U);
  EXPECT_GT(kept.back(), 8'000'000U);  // to the end of the search
  for (std::size_t i = 100; i < kept.size(); ++i) {
    const std::uint64_t executed = (i - 99) * 10 * AuditSample::times_executed;
    EXPECT_LE(executed * 50, kept[i]);
    EXPECT_GE(kept[i] - kept[i - 1], kept[i - 1] / 16);
  }
}

TEST(AuditSample, KeepsOneLongExecutionAndOthersWhenTheyAreCheap) {
  const std::vector<std::uint64_t> kept = kept_of(2'000, 2'000);
  ASSERT_GE(kept.size(), 3U);
  EXPECT_EQ(kept[0], 2'000U);
  EXPECT_GE(kept[1], 3'000U * AuditSample::times_executed * 50);
}

TEST(AuditSample, HoldsNoMoreThanFitsInMemory) {
  const Trace trace = of_length(2'000);
  AuditSample sample;
  for (std::uint64_t i = 1; i < 500; ++i) {
    const std::uint64_t steps = std::uint64_t{1'000'000'000} * i * i * i;
    if (sample.wants(steps, trace.size())) sample.keep(trace, steps);
  }
  EXPECT_LE(sample.traces().size(), 50U);
  EXPECT_GE(sample.traces().size(), 20U);
}

/// a and b write the same; c and d do not depend on anything.
HandTrace four_steps() {
  HandTrace hand({.actors = {"a", "b", "c", "d"},
                  .objects = {"shared"},
                  .sends = {{"to a", "a"}, {"to b", "b"}, {"to c", "c"}, {"to d", "d"}}});
  hand.deliver("to a", {.touches = {writes("shared")}});
  hand.deliver("to b", {.touches = {writes("shared")}});
  hand.deliver("to c");
  hand.deliver("to d");
  return hand;
}

TEST(AuditOrders, TurnRoundWhatDoesNotDependOnEachOther) {
  const HandTrace hand = four_steps();
  const AuditOrders orders(hand.trace());
  EXPECT_THAT(orders.reversed(), ElementsAre(3, 2, 0, 1));
}

TEST(AuditOrders, HaveEveryPairAsNeighboursEarlyAndLate) {
  const HandTrace hand = four_steps();
  const AuditOrders orders(hand.trace());
  ASSERT_EQ(orders.pair_count(), 6U);
  EXPECT_EQ(orders.swapped(0, true), std::nullopt);                 // a before b, always
  EXPECT_THAT(*orders.swapped(1, true), ElementsAre(2, 0, 1, 3));   // c before a
  EXPECT_THAT(*orders.swapped(1, false), ElementsAre(3, 2, 0, 1));  // b stays behind a
  EXPECT_THAT(*orders.swapped(2, true), ElementsAre(0, 2, 1, 3));   // c before b, which needs a
  EXPECT_THAT(*orders.swapped(2, false), ElementsAre(0, 3, 2, 1));
  EXPECT_THAT(*orders.swapped(5, false), ElementsAre(0, 1, 3, 2));  // d before c
}

}  // namespace
}  // namespace harrier::testing
