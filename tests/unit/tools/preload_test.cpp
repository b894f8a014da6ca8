// What `harrier caf` and its like leave for the adapter in the process that they start.
#include "tools/preload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace {

using harrier::tools::PreloadedCommand;
using harrier::tools::take_preloaded_command;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Preload, LeavesTheWordsAsTheUserTypedThem) {
  setenv("HARRIER_PRELOADED_COMMAND", "harrier caf\x1freplay\x1f--schedule\x1f", 1);
  const std::optional<PreloadedCommand> command = take_preloaded_command();
  ASSERT_TRUE(command);
  EXPECT_EQ(command->typed, "harrier caf");
  EXPECT_THAT(command->words, ElementsAre("replay", "--schedule", ""));
}

TEST(Preload, LeavesNoWordsWhereThereAreNone) {
  setenv("HARRIER_PRELOADED_COMMAND", "harrier caf", 1);
  const std::optional<PreloadedCommand> command = take_preloaded_command();
  ASSERT_TRUE(command);
  EXPECT_THAT(command->words, IsEmpty());
}

TEST(Preload, DoesNotReachTheProgramsThatTheProgramStarts) {
  setenv("HARRIER_PRELOADED_COMMAND", "harrier caf", 1);
  setenv("LD_PRELOAD", "libharrier_caf_preload.so", 1);
  take_preloaded_command();
  EXPECT_EQ(std::getenv("HARRIER_PRELOADED_COMMAND"), nullptr);
  EXPECT_EQ(std::getenv("LD_PRELOAD"), nullptr);
  EXPECT_FALSE(take_preloaded_command());
}

}  // namespace
