// Which receives race with a message, on small traces.
#include "core/receives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/hand_trace.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// A trace with its receives. What they touch does not matter, so they touch nothing.
class Received {
 public:
  explicit Received(const HandStep& setup) : run_(setup) {}

  void deliver(const std::string& message, const HandStep& step = {}) {
    run_.deliver(message, step);
    receives_.push(run_.trace());
  }
  void take_back() {
    receives_.pop(run_.trace());
    run_.take_back();
  }
  /// Returns the races of a message as pairs of k and j.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> races_of(
      const std::string& message, std::uint32_t ignored = Receives::none) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> races;
    receives_.races_of(run_.trace().receiver(run_.message(message)), run_.causes_of(message),
                       ignored,
                       [&](std::uint32_t k, std::uint32_t j) { races.emplace_back(k, j); });
    return races;
  }

 private:
  HandTrace run_;
  Receives receives_;
};

/// What is sent to `far` goes on to `near` and from there to the sink.
const HandStep sink_and_relays{.actors = {"sink", "near", "far"},
                               .sends = {{"first", "sink"}, {"second", "sink"}, {"far", "far"}}};
const HandStep to_near{.sends = {{"near", "near"}}};
const HandStep to_sink{.sends = {{"third", "sink"}}};

TEST(Receives, WhatWasPendingRacesWithEveryLaterReceive) {
  Received received(sink_and_relays);
  EXPECT_THAT(received.races_of("first"), IsEmpty());
  received.deliver("second");
  EXPECT_THAT(received.races_of("first"), ElementsAre(Pair(0, Receives::none)));
}

TEST(Receives, WhatWasSentSinceRacesThroughTheFirstReceiveBeforeIt) {
  Received received(sink_and_relays);
  received.deliver("first");          // 0
  received.deliver("far", to_near);   // 1
  received.deliver("second");         // 2
  received.deliver("near", to_sink);  // 3
  EXPECT_THAT(received.races_of("third"), ElementsAre(Pair(0, 1), Pair(2, 3)));
  received.take_back();
  received.take_back();
  received.deliver("near", to_sink);  // 2
  EXPECT_THAT(received.races_of("third"), ElementsAre(Pair(0, 1)));
  EXPECT_THAT(received.races_of("second"), ElementsAre(Pair(0, Receives::none)));
}

TEST(Receives, WhatAReceiveSendsDoesNotRaceWithIt) {
  Received received({.actors = {"sink", "second", "relay"}, .sends = {{"note", "relay"}}});
  received.deliver("note", {.sends = {{"note on", "second"}}});
  received.deliver("note on", {.sends = {{"note at last", "sink"}}});
  EXPECT_THAT(received.races_of("note at last"), IsEmpty());
}

TEST(Receives, WhatAReceiveSendsToItsOwnActorDoesNotRaceWithItOrWhatIsBeforeIt) {
  Received received({.actors = {"loop"}, .sends = {{"first", "loop"}, {"second", "loop"}}});
  received.deliver("first");
  received.deliver("second", {.sends = {{"again", "loop"}}});
  EXPECT_THAT(received.races_of("again"), IsEmpty());  // the first receive is before the second
}

TEST(Receives, AMessageDoesNotRaceWithItsOwnReceive) {
  Received received(sink_and_relays);
  received.deliver("second");
  received.deliver("first");
  EXPECT_THAT(received.races_of("first", 1), ElementsAre(Pair(0, Receives::none)));
}

TEST(Receives, WhatCreatesAnActorHappensBeforeItsReceives) {
  Received received({.actors = {"maker", "sink"}, .sends = {{"make", "maker"}, {"note", "sink"}}});
  received.deliver("note");  // 0
  received.deliver("make", {.actors = {"child"}, .sends = {{"hello", "child"}}});
  received.deliver("hello", {.sends = {{"done", "sink"}}});
  // The message comes of making the child: it can be had before the note from event 1 on.
  EXPECT_THAT(received.races_of("done"), ElementsAre(Pair(0, 1)));
}

TEST(Receives, RowsOfBitsCrossWordBoundaries) {
  constexpr std::uint32_t count = 130;
  HandStep setup{.actors = {"sink", "relay"}, .sends = {{"go", "relay"}}};
  for (std::uint32_t i = 0; i < count; ++i) {
    setup.sends.push_back({"m" + std::to_string(i), "sink"});
  }
  Received received(setup);
  for (std::uint32_t i = 0; i < count; ++i) received.deliver("m" + std::to_string(i));
  received.deliver("go", {.sends = {{"last", "sink"}}});
  const auto races = received.races_of("last");
  ASSERT_EQ(races.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(races[i], std::pair(i, count));
}

}  // namespace
}  // namespace harrier::testing
