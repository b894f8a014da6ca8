// Sleep sets: what is inherited, what wakes up, and which choices are left.
#include "core/sleep_sets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/trace.hpp"

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr NamedResource a{1};
constexpr NamedResource b{2};

Sleeper step_on(std::uint32_t message, const std::vector<NamedAccess>& touched,
                const std::vector<Choice>& choices = {}) {
  return {Name{0, message}, MessageId(message), choices, touched};
}

std::vector<std::uint64_t> names_in(const SleepSets& sets, std::size_t state) {
  std::vector<std::uint64_t> names;
  for (std::size_t i = 0; i < sets.count(state); ++i) {
    names.push_back(sets.member(state, i).name.low);
  }
  return names;
}

TEST(SleepSets, AStepSleepsUntilAConflictingOneIsTaken) {
  const std::vector<NamedAccess> writes_a{{a, Access::write}};
  const std::vector<NamedAccess> writes_b{{b, Access::write}};
  SleepSets sets;
  sets.start();
  sets.add(step_on(0, writes_a));
  sets.push(MessageId(1), writes_b);  // commutes with message 0
  EXPECT_THAT(names_in(sets, 1), ElementsAre(0U));
  sets.push(MessageId(2), writes_a);  // wakes it up
  EXPECT_THAT(names_in(sets, 2), IsEmpty());
  sets.pop();
  EXPECT_THAT(names_in(sets, 1), ElementsAre(0U));
}

TEST(SleepSets, ReadsAndUpdatesWakeAsTheyConflict) {
  const std::vector<NamedAccess> reads{{a, Access::read}};
  const std::vector<NamedAccess> updates{{a, Access::update}};
  SleepSets sets;
  sets.start();
  sets.add(step_on(0, reads));
  sets.add(step_on(1, updates));
  sets.push(MessageId(2), reads);
  EXPECT_THAT(names_in(sets, 1), ElementsAre(0U));
  sets.pop();
  sets.push(MessageId(2), updates);
  EXPECT_THAT(names_in(sets, 1), ElementsAre(1U));
}

TEST(SleepSets, AStepDoesNotSleepBehindItself) {
  const std::vector<NamedAccess> reads{{a, Access::read}};
  SleepSets sets;
  sets.start();
  sets.add(step_on(0, reads));
  sets.push(MessageId(0), reads);
  EXPECT_THAT(names_in(sets, 1), IsEmpty());
}

TEST(SleepSets, WhatIsAddedBelowIsForgottenOnTheWayUp) {
  const std::vector<NamedAccess> writes_a{{a, Access::write}};
  const std::vector<NamedAccess> writes_b{{b, Access::write}};
  SleepSets sets;
  sets.start();
  sets.push(MessageId(9), writes_b);
  sets.add(step_on(0, writes_a));
  sets.add(step_on(1, writes_a));
  EXPECT_THAT(names_in(sets, 1), ElementsAre(0U, 1U));
  sets.pop();
  sets.add(step_on(2, writes_a));
  EXPECT_THAT(names_in(sets, 0), ElementsAre(2U));
  EXPECT_THAT(std::vector(sets.member(0, 0).touched.begin(), sets.member(0, 0).touched.end()),
              ElementsAre(writes_a[0]));
}

TEST(SleepSets, OneValueOfAChoiceSleepsAndTheNextIsAwake) {
  const std::vector<NamedAccess> writes{{a, Access::write}};
  SleepSets sets;
  sets.start();
  std::vector<Choice> choices;
  EXPECT_TRUE(sets.awake(0, MessageId(0), choices));
  EXPECT_THAT(choices, IsEmpty());
  sets.add(step_on(0, writes, {{0, 3}}));
  EXPECT_TRUE(sets.awake(0, MessageId(0), choices));
  EXPECT_THAT(choices, ElementsAre(Choice{1, 3}));
  sets.add(step_on(0, writes, {{1, 3}}));
  EXPECT_TRUE(sets.awake(0, MessageId(0), choices));
  EXPECT_THAT(choices, ElementsAre(Choice{2, 3}));
  sets.add(step_on(0, writes, {{2, 3}}));
  EXPECT_FALSE(sets.awake(0, MessageId(0), choices));
  EXPECT_TRUE(sets.awake(0, MessageId(1), choices));
}

TEST(SleepSets, SeveralChoicesAreCountedThrough) {
  const std::vector<NamedAccess> writes{{a, Access::write}};
  SleepSets sets;
  sets.start();
  std::vector<Choice> choices;
  sets.add(step_on(0, writes, {{0, 2}, {0, 2}}));
  EXPECT_TRUE(sets.awake(0, MessageId(0), choices));
  EXPECT_THAT(choices, ElementsAre(Choice{0, 2}, Choice{1, 2}));
  sets.add(step_on(0, writes, {{0, 2}, {1, 2}}));
  EXPECT_TRUE(sets.awake(0, MessageId(0), choices));
  EXPECT_THAT(choices, ElementsAre(Choice{1, 2}));
  // With the first value 1 the handler chooses once only.
  sets.add(step_on(0, writes, {{1, 2}}));
  EXPECT_FALSE(sets.awake(0, MessageId(0), choices));
}

TEST(Variants, AreCountedFromTheLastChoice) {
  std::vector<Choice> choices{{0, 2}, {1, 2}};
  EXPECT_TRUE(next_variant(choices));
  EXPECT_THAT(choices, ElementsAre(Choice{1, 2}));
  EXPECT_FALSE(next_variant(choices));
  EXPECT_FALSE(next_variant(choices));
}

}  // namespace
}  // namespace harrier
