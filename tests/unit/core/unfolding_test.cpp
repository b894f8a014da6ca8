// The stored events of an unfolding, and configurations of them.
#include "core/unfolding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr Name named(std::uint64_t number) { return {0, number}; }

class UnfoldingTest : public ::testing::Test {
 protected:
  Unfolding unfolding_;

  UnfoldingEvent hold(std::uint64_t message, const std::vector<UnfoldingEvent>& causes = {},
                      const std::vector<Unfolding::Touch>& touches = {},
                      const std::vector<Choice>& choices = {}) {
    return unfolding_.hold(named(message), choices, causes, touches);
  }
  Unfolding::Touch touch(std::uint64_t resource, Access access, std::uint32_t before = 0) {
    return {unfolding_.resource(NamedResource{resource}), access, before};
  }
};

TEST_F(UnfoldingTest, StoresAnEventOnce) {
  const UnfoldingEvent a = hold(1);
  EXPECT_EQ(hold(1), a);
  const UnfoldingEvent b = hold(2, {a});
  EXPECT_NE(b, a);
  EXPECT_EQ(hold(2, {a}), b);
  EXPECT_NE(hold(2), b);  // the same message after nothing
  EXPECT_EQ(unfolding_.created(), 3U);
  EXPECT_EQ(unfolding_.stored(), 3U);
  EXPECT_EQ(unfolding_.name(b), named(2));
  EXPECT_EQ(unfolding_.message(a), 0U);
  EXPECT_EQ(unfolding_.message(b), 1U);
  EXPECT_THAT(unfolding_.causes(b), ElementsAre(a));
}

TEST_F(UnfoldingTest, ForgetsAnEventAndWhatOnlyItNeededOnceNobodyHoldsIt) {
  const UnfoldingEvent a = hold(1);
  const UnfoldingEvent b = hold(2, {a});
  unfolding_.release(a);
  EXPECT_EQ(unfolding_.stored(), 2U);  // b needs it
  unfolding_.hold(b);
  unfolding_.release(b);
  EXPECT_EQ(unfolding_.stored(), 2U);
  unfolding_.release(b);
  EXPECT_EQ(unfolding_.stored(), 0U);
  EXPECT_EQ(unfolding_.stored_max(), 2U);
  hold(1);
  EXPECT_EQ(unfolding_.stored(), 1U);  // in a place that is used again
  EXPECT_EQ(unfolding_.created(), 3U);
}

TEST_F(UnfoldingTest, FindsEventsAmongMany) {
  std::vector<UnfoldingEvent> events;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    events.push_back(i == 0 ? hold(i) : hold(i, {events.back()}));
  }
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(i == 0 ? hold(i) : hold(i, {events[i - 1]}), events[i]);
  }
  EXPECT_EQ(unfolding_.created(), 1000U);
  for (const UnfoldingEvent event : events) {
    unfolding_.release(event);
    unfolding_.release(event);
  }
  EXPECT_EQ(unfolding_.stored(), 0U);
}

TEST_F(UnfoldingTest, VariantsAreOneStepThatChoosesDifferently) {
  const UnfoldingEvent a = hold(9);
  const UnfoldingEvent zero = hold(1, {a}, {}, {{0, 2}});
  const UnfoldingEvent one = hold(1, {a}, {}, {{1, 2}});
  const UnfoldingEvent elsewhere = hold(1, {}, {}, {{1, 2}});
  const UnfoldingEvent any = hold(1, {a});
  EXPECT_NE(zero, one);
  EXPECT_TRUE(unfolding_.same_step(zero, one));
  EXPECT_TRUE(unfolding_.same_step(zero, any));
  EXPECT_FALSE(unfolding_.same_step(zero, elsewhere));
  std::vector<UnfoldingEvent> variants;
  unfolding_.variants(zero, variants);
  EXPECT_THAT(variants, UnorderedElementsAre(zero, one));
  EXPECT_THAT(unfolding_.choices(one), ElementsAre(Choice{1, 2}));
  EXPECT_FALSE(unfolding_.chooses(any));
  unfolding_.set_chooses(any);
  EXPECT_TRUE(unfolding_.chooses(any));
}

TEST_F(UnfoldingTest, EventsExcludeEachOtherByMessageOrResource) {
  const UnfoldingEvent a = hold(1, {}, {touch(5, Access::read)});
  const UnfoldingEvent b = hold(2, {}, {touch(5, Access::read), touch(6, Access::write)});
  const UnfoldingEvent c = hold(3, {}, {touch(5, Access::update)});
  const UnfoldingEvent d = hold(1, {c});
  EXPECT_FALSE(unfolding_.conflicting(a, b));
  EXPECT_TRUE(unfolding_.conflicting(a, c));
  EXPECT_TRUE(unfolding_.conflicting(b, c));
  EXPECT_TRUE(unfolding_.conflicting(a, d));  // the same message
  EXPECT_EQ(unfolding_.resource_count(), 2U);
}

TEST_F(UnfoldingTest, ConflictsAreKnownOnceAndHoldTheirEvents) {
  const UnfoldingEvent a = hold(1);
  const UnfoldingEvent b = hold(2);
  EXPECT_TRUE(unfolding_.add_conflict(a, b));
  EXPECT_FALSE(unfolding_.add_conflict(a, b));
  EXPECT_THAT(unfolding_.conflicts(a), ElementsAre(b));
  EXPECT_THAT(unfolding_.conflicts(b), IsEmpty());
  unfolding_.release(b);
  EXPECT_EQ(unfolding_.stored(), 2U);  // a holds it
  unfolding_.drop_conflicts(a);
  EXPECT_EQ(unfolding_.stored(), 1U);
  const UnfoldingEvent again = hold(2);
  EXPECT_TRUE(unfolding_.add_conflict(a, again));
  unfolding_.release(again);
  unfolding_.release(a);
  EXPECT_EQ(unfolding_.stored(), 0U);
}

using ConfigurationTest = UnfoldingTest;

TEST_F(ConfigurationTest, FitsWhatConflictsWithItsCausesAlone) {
  const UnfoldingEvent a = hold(1, {}, {touch(5, Access::write)});
  const UnfoldingEvent b = hold(2, {}, {touch(5, Access::write)});
  const UnfoldingEvent behind = hold(3, {a}, {touch(5, Access::write, 1)});
  const UnfoldingEvent apart = hold(4, {}, {touch(6, Access::write)});
  Configuration configuration(unfolding_);
  EXPECT_TRUE(configuration.fits(a));
  EXPECT_TRUE(configuration.may_fit(behind));
  EXPECT_FALSE(configuration.fits(behind));  // its cause is missing
  configuration.push(a);
  EXPECT_TRUE(configuration.contains(a));
  EXPECT_FALSE(configuration.fits(a));  // its message is delivered
  EXPECT_FALSE(configuration.may_fit(a));
  EXPECT_FALSE(configuration.fits(b));
  EXPECT_FALSE(configuration.may_fit(b));
  EXPECT_TRUE(configuration.fits(behind));
  EXPECT_TRUE(configuration.fits(apart));
  configuration.pop();
  EXPECT_FALSE(configuration.contains(a));
  EXPECT_TRUE(configuration.fits(b));
  EXPECT_EQ(configuration.size(), 0U);
}

TEST_F(ConfigurationTest, CountsWhatConflictsWithAnAccess) {
  const std::uint32_t resource = unfolding_.resource(NamedResource{5});
  Configuration configuration(unfolding_);
  std::uint64_t message = 0;
  for (const Access access : {Access::write, Access::read, Access::read, Access::update}) {
    configuration.push(hold(++message, {}, {touch(5, access)}));
  }
  EXPECT_EQ(configuration.conflicting(resource, Access::read), 2U);    // all but the reads
  EXPECT_EQ(configuration.conflicting(resource, Access::update), 3U);  // all but the update
  EXPECT_EQ(configuration.conflicting(resource, Access::write), 4U);
  EXPECT_EQ(configuration.conflicting(resource + 1, Access::write), 0U);
  configuration.pop();
  EXPECT_EQ(configuration.conflicting(resource, Access::read), 1U);
}

}  // namespace
}  // namespace harrier
