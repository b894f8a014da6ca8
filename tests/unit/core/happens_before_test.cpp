// Happens-before and races on small traces whose relation can be drawn by hand.
#include "core/happens_before.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/hand_trace.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A trace with its happens-before relation.
class Ordered {
 public:
  explicit Ordered(const HandStep& setup) : run_(setup) {}

  void deliver(const std::string& message, const HandStep& step = {}) {
    run_.deliver(message, step);
    happens_before_.push(run_.trace());
  }
  void take_back() {
    happens_before_.pop();
    run_.take_back();
  }
  std::vector<std::uint32_t> races_of(std::size_t event) const {
    const auto races = happens_before_.races_of(event);
    return {races.begin(), races.end()};
  }
  bool before(std::size_t first, std::size_t second) const {
    return happens_before_.before(first, second);
  }
  bool before_message(std::size_t first, const std::string& message) const {
    return happens_before_.before_any(first, run_.causes_of(message));
  }

 private:
  HandTrace run_;
  HappensBefore happens_before_;
};

/// As many messages to one actor.
HandStep one_cell(int count) {
  HandStep setup{.actors = {"cell"}};
  for (int i = 0; i < count; ++i) setup.sends.push_back({"m" + std::to_string(i), "cell"});
  return setup;
}

const HandStep two_senders{.actors = {"cell", "a", "b"}, .sends = {{"go a", "a"}, {"go b", "b"}}};
const HandStep go_a{.sends = {{"put a", "cell"}}, .touches = {writes("a")}};
const HandStep go_b{.sends = {{"put b", "cell"}}, .touches = {writes("b")}};
const HandStep put{.touches = {writes("cell")}};

TEST(HappensBefore, ASendHappensBeforeItsDelivery) {
  Ordered run(two_senders);
  run.deliver("go a", go_a);
  EXPECT_TRUE(run.before_message(0, "put a"));
  EXPECT_FALSE(run.before_message(0, "go b"));
  run.deliver("put a", put);
  EXPECT_TRUE(run.before(0, 1));
  EXPECT_FALSE(run.before(1, 0));
  EXPECT_FALSE(run.before(1, 1));
  EXPECT_THAT(run.races_of(1), IsEmpty());  // the cause of an event does not race with it
}

TEST(HappensBefore, ConflictsOrderEventsAndRace) {
  Ordered run(two_senders);
  run.deliver("go a", go_a);
  run.deliver("go b", go_b);
  run.deliver("put a", put);
  run.deliver("put b", put);
  EXPECT_FALSE(run.before(0, 1));  // different actors
  EXPECT_TRUE(run.before(2, 3));   // both write the cell
  EXPECT_TRUE(run.before(0, 3));   // through 2
  EXPECT_THAT(run.races_of(3), ElementsAre(2U));
  run.take_back();
  run.take_back();
  run.deliver("put b", put);
  EXPECT_THAT(run.races_of(2), IsEmpty());  // the other write is taken back
  EXPECT_FALSE(run.before(0, 2));
}

TEST(HappensBefore, OnlyTheNearestConflictIsARace) {
  Ordered run(one_cell(3));
  for (const char* message : {"m0", "m1", "m2"}) run.deliver(message, put);
  EXPECT_THAT(run.races_of(1), ElementsAre(0U));
  EXPECT_THAT(run.races_of(2), ElementsAre(1U));  // 0 happens before 1
}

TEST(HappensBefore, ReadsCommuteAndAWriteRacesWithAllOfThem) {
  Ordered run(one_cell(5));
  const HandStep get{.touches = {reads("cell")}};
  for (const char* message : {"m0", "m1", "m2"}) run.deliver(message, get);
  EXPECT_FALSE(run.before(0, 1));
  run.deliver("m3", put);
  EXPECT_THAT(run.races_of(3), ElementsAre(0U, 1U, 2U));
  run.deliver("m4", get);
  EXPECT_THAT(run.races_of(4), ElementsAre(3U));
  EXPECT_TRUE(run.before(0, 4));
}

TEST(HappensBefore, RunsOfEqualAccessesRaceWithTheRunBeforeThem) {
  Ordered run(one_cell(8));
  const HandStep get{.touches = {reads("cell")}};
  const HandStep add{.touches = {updates("cell")}};
  run.deliver("m0", put);  // 0
  run.deliver("m1", get);  // 1
  run.deliver("m2", get);  // 2
  run.deliver("m3", add);  // 3
  run.deliver("m4", add);  // 4
  run.deliver("m5", get);  // 5
  run.deliver("m6", get);  // 6
  run.deliver("m7", put);  // 7
  EXPECT_THAT(run.races_of(1), ElementsAre(0U));
  EXPECT_THAT(run.races_of(2), ElementsAre(0U));
  EXPECT_THAT(run.races_of(3), ElementsAre(1U, 2U));
  EXPECT_THAT(run.races_of(4), ElementsAre(1U, 2U));
  EXPECT_THAT(run.races_of(5), ElementsAre(3U, 4U));
  EXPECT_THAT(run.races_of(6), ElementsAre(3U, 4U));
  EXPECT_THAT(run.races_of(7), ElementsAre(5U, 6U));
  for (std::size_t i = 1; i < 8; ++i) EXPECT_TRUE(run.before(0, i)) << i;
  EXPECT_FALSE(run.before(1, 2));
  EXPECT_FALSE(run.before(3, 4));
  EXPECT_FALSE(run.before(5, 6));
}

TEST(HappensBefore, UpdatesCommute) {
  Ordered run(one_cell(3));
  constexpr std::uint32_t value = Resource::first_field;
  constexpr std::uint32_t count = Resource::first_field + 1;
  run.deliver("m0", {.touches = {updates("cell", count)}});
  run.deliver("m1", {.touches = {updates("cell", count)}});
  run.deliver("m2", {.touches = {writes("cell", value)}});
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_FALSE(run.before(1, 2));  // another field
  for (std::size_t i = 0; i < 3; ++i) EXPECT_THAT(run.races_of(i), IsEmpty());
}

TEST(HappensBefore, AReplyIsACauseOfWhatGoesOnAfterIt) {
  Ordered run({.actors = {"cell", "caller"}, .sends = {{"go", "caller"}, {"put", "cell"}}});
  run.deliver("go",
              {.sends = {{"get", "cell"}, {"rest", "caller"}}, .touches = {writes("caller")}});
  run.deliver("put", put);
  run.deliver("get", {.touches = {reads("cell")}});
  run.deliver("rest", {.touches = {reads("caller")}, .causes = {"get"}});
  EXPECT_TRUE(run.before(0, 3));
  EXPECT_TRUE(run.before(2, 3));
  EXPECT_TRUE(run.before(1, 3));  // the read saw the write
  EXPECT_THAT(run.races_of(2), ElementsAre(1U));
  EXPECT_THAT(run.races_of(3), IsEmpty());
}

TEST(HappensBefore, ACreatorHappensBeforeWhatItsActorsDo) {
  Ordered run({.actors = {"maker", "other"}, .sends = {{"make", "maker"}, {"tell", "other"}}});
  run.deliver("make", {.actors = {"child"}, .touches = {writes("maker")}});
  run.deliver("tell", {.sends = {{"hello", "child"}}, .touches = {writes("other")}});
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_TRUE(run.before_message(0, "hello"));
  run.deliver("hello", {.touches = {writes("child")}});
  EXPECT_TRUE(run.before(0, 2));
  EXPECT_TRUE(run.before(1, 2));
  EXPECT_THAT(run.races_of(2), IsEmpty());
}

TEST(HappensBefore, AnObjectAndTheWholeProgramAreTouchedByWhoeverUsesThem) {
  const HandStep setup{.actors = {"maker", "a", "b"},
                       .sends = {{"make", "maker"}, {"go a", "a"}, {"go b", "b"}}};
  Ordered run(setup);
  run.deliver("make", {.objects = {"box"}, .touches = {writes("maker")}});
  run.deliver("go a", {.touches = {writes("a"), updates("box")}});
  run.deliver("go b", {.touches = {writes("b"), reads("box")}});
  EXPECT_FALSE(run.before(0, 1));  // making it touches nothing
  EXPECT_THAT(run.races_of(2), ElementsAre(1U));

  Ordered whole(setup);
  whole.deliver("make", {.touches = {writes("maker"), reads("")}});
  whole.deliver("go a", {.touches = {writes("a"), reads("")}});
  whole.deliver("go b", {.touches = {writes("b"), writes("")}});
  EXPECT_FALSE(whole.before(0, 1));
  EXPECT_THAT(whole.races_of(2), ElementsAre(0U, 1U));
}

TEST(HappensBefore, OwnersOfOneNumberAreDifferent) {
  // Actor 0, object 0 and the program: the same number and part, and nothing in common.
  Ordered run(
      {.actors = {"a"}, .objects = {"box"}, .sends = {{"m0", "a"}, {"m1", "a"}, {"m2", "a"}}});
  run.deliver("m0", {.touches = {writes("a")}});
  run.deliver("m1", {.touches = {writes("box")}});
  run.deliver("m2", {.touches = {writes("")}});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_THAT(run.races_of(i), IsEmpty());
}

TEST(HappensBefore, ThePastOfAMessageIsThatOfItsCauses) {
  HandTrace run(two_senders);
  HappensBefore happens_before;
  run.deliver("go a", go_a);
  happens_before.push(run.trace());
  run.deliver("go b", go_b);
  happens_before.push(run.trace());
  run.deliver("put a", {.sends = {{"next", "a"}}, .touches = {writes("cell")}});
  happens_before.push(run.trace());
  Bits past;
  happens_before.add_past(run.causes_of("next"), past);
  EXPECT_TRUE(past.contains(0));
  EXPECT_FALSE(past.contains(1));
  EXPECT_TRUE(past.contains(2));
}

TEST(HappensBefore, RowsOfBitsCrossWordBoundaries) {
  constexpr int count = 200;
  HandStep setup{.actors = {"even", "odd"}};
  for (int i = 0; i < count; ++i) {
    setup.sends.push_back({"m" + std::to_string(i), i % 2 == 0 ? "even" : "odd"});
  }
  Ordered run(setup);
  for (int i = 0; i < count; ++i) {
    run.deliver("m" + std::to_string(i), {.touches = {writes(i % 2 == 0 ? "even" : "odd")}});
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      ASSERT_EQ(run.before(k, i), k % 2 == i % 2) << k << " and " << i;
    }
  }
  for (int i = 0; i < 100; ++i) run.take_back();
  EXPECT_THAT(run.races_of(99), ElementsAre(97U));
}

}  // namespace
}  // namespace harrier::testing
