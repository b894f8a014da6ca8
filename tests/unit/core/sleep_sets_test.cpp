// Sleep sets: what is inherited, what wakes up, and which choices are left.
#include "core/sleep_sets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
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

/// Finds the first variant that does not sleep by going through all of them.
bool awake_by_hand(const SleepSets& sets, std::size_t state, MessageId message,
                   std::uint32_t values, std::vector<std::uint32_t>& choices) {
  for (std::uint32_t first = 0; first < values; ++first) {
    for (std::uint32_t second = 0; second < (first % 2 == 0 ? 1U : 3U); ++second) {
      bool sleeps = false;
      for (std::size_t i = 0; i < sets.count(state); ++i) {
        const Sleeper one = sets.member(state, i);
        const std::uint32_t own_second = one.choices.size() > 1 ? one.choices[1].value : 0;
        sleeps |= one.message == message && one.choices[0].value == first && own_second == second;
      }
      choices = {first, second};
      if (!sleeps) return true;
    }
  }
  return false;
}

// Odd first values are followed by a second choice.
TEST(SleepSets, FindAmongManyTheVariantThatIsFoundByLookingAtAll) {
  constexpr std::uint32_t values = 60;
  const std::vector<NamedAccess> touched{{a, Access::write}};
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    std::minstd_rand random(seed + 1);
    SleepSets sets;
    sets.start();
    std::vector<std::vector<Choice>> added;
    for (int i = 0; i < 400; ++i) {
      const MessageId message(static_cast<std::uint32_t>(random() % 3 == 0 ? 1 : 0));
      std::vector<Choice> choices;
      if (random() % 2 == 0 && sets.awake(0, message, choices)) {
        // As a search does: what was found is explored next.
        if (choices.empty()) choices.push_back({0, values});
        if (choices[0].value % 2 == 1 && choices.size() == 1) choices.push_back({0, 3});
      } else {
        choices = {{static_cast<std::uint32_t>(random() % values), values}};
        if (choices[0].value % 2 == 1) {
          choices.push_back({static_cast<std::uint32_t>(random() % 3), 3});
        }
      }
      sets.add(step_on(message.value, touched, choices));
      if (random() % 10 == 0) {
        sets.push(MessageId(5), {});
        sets.pop();
      }
      for (const MessageId asked : {MessageId(0), MessageId(1)}) {
        std::vector<std::uint32_t> expected;
        const bool is_awake = awake_by_hand(sets, 0, asked, values, expected);
        ASSERT_EQ(sets.awake(0, asked, choices), is_awake);
        if (!is_awake) continue;
        ASSERT_EQ(choices.empty() ? 0 : choices[0].value, expected[0]);
        ASSERT_EQ(choices.size() < 2 ? 0 : choices[1].value, expected[1]);
      }
    }
  }
}

}  // namespace
}  // namespace harrier
