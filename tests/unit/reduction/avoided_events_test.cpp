// The events to avoid: what is left of their spikes on the way down.
#include "reduction/avoided_events.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class AvoidedEventsTest : public ::testing::Test {
 protected:
  Unfolding unfolding_;
  Configuration configuration_{unfolding_};
  AvoidedEvents avoided_{unfolding_, configuration_};
  std::uint64_t messages_ = 0;

  void SetUp() override { avoided_.start(); }

  /// Makes an event that writes these resources; each is written by as many of its causes.
  UnfoldingEvent event(const std::vector<std::uint64_t>& written,
                       const std::vector<UnfoldingEvent>& causes = {}, std::uint32_t before = 0) {
    std::vector<Unfolding::Touch> touches;
    for (const std::uint64_t one : written) {
      touches.push_back({unfolding_.resource(NamedResource{one}), Access::write, before});
    }
    return unfolding_.hold(Name{0, ++messages_}, {}, causes, touches);
  }
  bool push(UnfoldingEvent last) {
    configuration_.push(last);
    return avoided_.push(last);
  }
  void pop() {
    avoided_.pop();
    configuration_.pop();
  }
  std::vector<UnfoldingEvent> all() const {
    std::vector<UnfoldingEvent> events;
    for (const AvoidedEvents::Avoided& avoided : avoided_.all()) events.push_back(avoided.event);
    return events;
  }
};

TEST_F(AvoidedEventsTest, AreThoseExploredFromAStateAndBelowIt) {
  const UnfoldingEvent a = event({1});
  const UnfoldingEvent b = event({1});  // excludes a
  const UnfoldingEvent apart = event({9});
  unfolding_.add_conflict(a, b);
  EXPECT_THAT(all(), IsEmpty());
  avoided_.add(a);
  EXPECT_THAT(all(), ElementsAre(a));
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), ElementsAre(b));
  EXPECT_FALSE(push(apart));  // excludes neither
  EXPECT_THAT(all(), ElementsAre(a));
  EXPECT_FALSE(avoided_.all()[0].own);
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), ElementsAre(b));
  pop();
  EXPECT_THAT(all(), ElementsAre(a));
  EXPECT_TRUE(push(b));  // a can no longer come
  EXPECT_THAT(all(), IsEmpty());
}

TEST_F(AvoidedEventsTest, LoseWhatOfTheirSpikesIsExcluded) {
  const UnfoldingEvent a = event({1});
  const UnfoldingEvent b = event({1, 2});
  const UnfoldingEvent c = event({1, 3});
  const UnfoldingEvent on_two = event({2});
  const UnfoldingEvent on_three = event({3});
  unfolding_.add_conflict(a, b);
  unfolding_.add_conflict(a, c);
  avoided_.add(a);
  EXPECT_TRUE(push(on_two));
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), ElementsAre(c));
  EXPECT_TRUE(push(on_three));
  EXPECT_THAT(all(), ElementsAre(a));
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), IsEmpty());
  pop();
  pop();
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), ElementsAre(b, c));
}

TEST_F(AvoidedEventsTest, KeepACandidateWhoseCausesHappenOrCanStill) {
  const UnfoldingEvent a = event({1});
  const UnfoldingEvent cause = event({2});
  const UnfoldingEvent b = event({1}, {cause});
  const UnfoldingEvent other_cause = event({3});
  const UnfoldingEvent c = event({1}, {other_cause});
  const UnfoldingEvent instead = event({3});  // excludes what c needs
  unfolding_.add_conflict(a, b);
  unfolding_.add_conflict(a, c);
  avoided_.add(a);
  EXPECT_FALSE(push(cause));
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), ElementsAre(b, c));
  EXPECT_TRUE(push(instead));
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), ElementsAre(b));
  pop();
  EXPECT_FALSE(push(other_cause));
  EXPECT_THAT(avoided_.spike(avoided_.all()[0]), ElementsAre(b, c));
}

TEST_F(AvoidedEventsTest, OfOneStateAreForgottenWithIt) {
  const UnfoldingEvent a = event({1});
  const UnfoldingEvent apart = event({9});
  const UnfoldingEvent b = event({2});
  const UnfoldingEvent excludes_b = event({2});
  avoided_.add(a);
  push(apart);
  unfolding_.add_conflict(b, excludes_b);
  unfolding_.release(excludes_b);
  avoided_.add(b);
  EXPECT_THAT(all(), ElementsAre(a, b));
  EXPECT_TRUE(avoided_.all()[1].own);
  EXPECT_EQ(unfolding_.stored(), 4U);
  pop();
  EXPECT_THAT(all(), ElementsAre(a));
  EXPECT_EQ(unfolding_.stored(), 2U);  // b and what only its conflicts held are gone
  avoided_.pop();
  EXPECT_EQ(unfolding_.stored(), 1U);  // the caller still holds the step itself
}

}  // namespace
}  // namespace harrier
