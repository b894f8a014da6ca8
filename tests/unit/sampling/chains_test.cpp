// Chains of messages: as few as the messages that cause no other.
#include "sampling/chains.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/hand_trace.hpp"

namespace harrier::testing {
namespace {

MessageChains chains_of(const HandTrace& hand) {
  MessageChains chains;
  chains.extend(hand.trace(), [](MessageId, std::uint32_t) {});
  return chains;
}

TEST(MessageChains, GoOnWithTheFirstMessageThatADeliverySends) {
  HandTrace hand({.actors = {"a", "b"}, .sends = {{"m1", "a"}, {"m2", "b"}}});
  hand.deliver("m1", {.sends = {{"m3", "b"}, {"m4", "a"}}});
  hand.deliver("m3", {.sends = {{"m5", "a"}}});
  const MessageChains chains = chains_of(hand);
  const auto chain = [&](const std::string& text) { return chains.chain_of(hand.message(text)); };
  EXPECT_EQ(chain("m3"), chain("m1"));
  EXPECT_EQ(chain("m5"), chain("m1"));
  EXPECT_NE(chain("m4"), chain("m1"));
  EXPECT_NE(chain("m2"), chain("m1"));
  EXPECT_NE(chain("m2"), chain("m4"));
  EXPECT_EQ(chains.count(), 3U);  // m2, m4 and m5 cause nothing
}

TEST(MessageChains, GrowWithTheTrace) {
  HandTrace hand({.actors = {"a"}, .sends = {{"m1", "a"}}});
  MessageChains chains;
  int added = 0;
  const auto count = [&](MessageId, std::uint32_t) { ++added; };
  chains.extend(hand.trace(), count);
  hand.deliver("m1", {.sends = {{"m2", "a"}}});
  chains.extend(hand.trace(), count);
  EXPECT_EQ(added, 2);
  EXPECT_EQ(chains.count(), 1U);
  chains.clear();
  EXPECT_EQ(chains.count(), 0U);
}

}  // namespace
}  // namespace harrier::testing
