// The table of classes: what it counts, and what it says when it is full.
#include "sampling/class_table.hpp"

#include <gtest/gtest.h>

#include "base/mix.hpp"

namespace harrier {
namespace {

TEST(ClassTable, CountsClassesAndThoseSeenOnce) {
  ClassTable table;
  EXPECT_EQ(table.seen().chance_of_new(), 1);
  EXPECT_TRUE(table.add({7}));
  EXPECT_TRUE(table.add({80}));
  EXPECT_FALSE(table.add({80}));
  EXPECT_FALSE(table.add({80}));
  EXPECT_TRUE(table.add({900}));
  EXPECT_EQ(table.seen().distinct, 3U);
  EXPECT_EQ(table.seen().once, 2U);
  EXPECT_EQ(table.seen().drawn, 5U);
  EXPECT_DOUBLE_EQ(table.seen().chance_of_new(), 2.0 / 5);
  EXPECT_FALSE(table.seen().full);
}

TEST(ClassTable, KeepsAllOfManyClasses) {
  ClassTable table;
  for (std::uint64_t i = 0; i < 50'000; ++i) EXPECT_TRUE(table.add({mix(1, i)}));
  for (std::uint64_t i = 0; i < 50'000; i += 2) EXPECT_FALSE(table.add({mix(1, i)}));
  EXPECT_EQ(table.seen().distinct, 50'000U);
  EXPECT_EQ(table.seen().once, 25'000U);
}

TEST(ClassTable, TakesTheSmallestNamesToo) {
  ClassTable table;
  EXPECT_TRUE(table.add({0}));
  EXPECT_FALSE(table.add({0}));
  EXPECT_EQ(table.seen().distinct, 1U);
}

TEST(ClassTable, SaysThatItIsFullAndCountsNothingMore) {
  ClassTable table(2);
  table.add({10});
  table.add({20});
  EXPECT_FALSE(table.seen().full);
  EXPECT_FALSE(table.add({30}));
  EXPECT_TRUE(table.seen().full);
  EXPECT_FALSE(table.add({10}));
  EXPECT_EQ(table.seen().distinct, 2U);
  EXPECT_EQ(table.seen().once, 2U);
  EXPECT_EQ(table.seen().drawn, 2U);
}

}  // namespace
}  // namespace harrier
