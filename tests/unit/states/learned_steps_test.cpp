// What is known of steps, and which sets of them nothing interferes with.
#include "states/learned_steps.hpp"

#include <gmock/gmock.h>

namespace harrier {
namespace {

using Kind = LearnedSteps::Kind;
using ::testing::UnorderedElementsAre;

constexpr std::uint64_t field = 7;
constexpr std::uint64_t other_field = 8;

class LearnedStepsTest : public ::testing::Test {
 protected:
  std::vector<Kind> closed(Kind first, const std::vector<Presence>& presence) {
    std::vector<Kind> closed;
    learned_.close(first, presence, closed);
    return closed;
  }

  LearnedSteps learned_;
  const Kind read_ = learned_.kind(100, 1);
  const Kind write_ = learned_.kind(101, 1);
  const Kind alone_ = learned_.kind(102, 2);
  const Kind sender_ = learned_.kind(103, 3);

  void SetUp() override {
    learned_.touches(read_, field, Access::read);
    learned_.touches(write_, field, Access::write);
    learned_.touches(alone_, other_field, Access::write);
    learned_.sends(sender_, write_);
  }
};

TEST_F(LearnedStepsTest, CountOnceWhatIsSeenTwice) {
  const std::uint64_t facts = learned_.facts();
  learned_.touches(read_, field, Access::read);
  learned_.sends(sender_, write_);
  EXPECT_EQ(learned_.kind(100, 1), read_);
  EXPECT_EQ(learned_.facts(), facts);
  learned_.touches(read_, field, Access::update);
  EXPECT_GT(learned_.facts(), facts);
}

TEST_F(LearnedStepsTest, OfAnEnabledOneTakeThoseThatConflict) {
  const std::vector<Presence> all(4, Presence::enabled);
  EXPECT_THAT(closed(read_, all), UnorderedElementsAre(read_, write_));
  EXPECT_THAT(closed(alone_, all), UnorderedElementsAre(alone_));
}

TEST_F(LearnedStepsTest, OfAnAbsentOneTakeThoseThatSendIt) {
  const std::vector<Presence> presence{Presence::enabled, Presence::absent, Presence::enabled,
                                       Presence::enabled};
  EXPECT_THAT(closed(read_, presence), UnorderedElementsAre(read_, write_, sender_));
}

TEST_F(LearnedStepsTest, OfAHeldOneTakeThoseThatCanLetItGo) {
  learned_.touches(alone_, field, Access::write);
  const std::vector<Presence> presence{Presence::held, Presence::absent, Presence::enabled,
                                       Presence::absent};
  EXPECT_THAT(closed(alone_, presence), UnorderedElementsAre(alone_, read_, write_, sender_));
}

}  // namespace
}  // namespace harrier
