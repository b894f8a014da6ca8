// Tests schedules as text.
#include "harrier/schedule.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harrier/registry.hpp"

namespace harrier {
namespace {

Schedule of(const std::vector<std::uint32_t>& messages) {
  Schedule schedule;
  for (const std::uint32_t message : messages) schedule.steps.push_back({MessageId(message), {}});
  return schedule;
}

std::string refusal_of(std::string_view text) {
  try {
    Schedule::parse(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Schedules, AreShortText) {
  EXPECT_EQ(of({0}).text(), "0");
  EXPECT_EQ(of({0, 1, 2, 5}).text(), "0-2.5");
  EXPECT_EQ(of({0, 1}).text(), "0.1");
  EXPECT_EQ(of({3, 2, 1}).text(), "3.2.1");
  EXPECT_EQ(of({}).text(), "none");
}

TEST(Schedules, NameTheValuesThatWereChosen) {
  Schedule schedule = of({0, 1, 2, 5, 4});
  schedule.steps.back().choices = {1};
  EXPECT_EQ(schedule.text(), "0-2.5.4:1");  // the example of schedule.hpp
  schedule.steps[1].choices = {0, 7};
  EXPECT_EQ(schedule.text(), "0.1:0:7.2.5.4:1");
  EXPECT_EQ(Schedule::parse(schedule.text()), schedule);
}

TEST(Schedules, AreReadInEverySpelling) {
  EXPECT_EQ(Schedule::parse("0-2.5"), of({0, 1, 2, 5}));
  EXPECT_EQ(Schedule::parse("0.1.2.5"), of({0, 1, 2, 5}));
  EXPECT_EQ(Schedule::parse("3-3"), of({3}));
  EXPECT_EQ(Schedule::parse("none"), Schedule());
}

TEST(Schedules, RefuseEverythingElseWithThePlace) {
  const std::string end = "; a schedule looks like 0-2.5.4:1";
  const auto refusal = [&](const std::string& text, const std::string& place,
                           const std::string& why) {
    return "'" + text + "' is not a schedule: at character " + place + ", " + why + end;
  };
  EXPECT_EQ(refusal_of("x"), refusal("x", "1", "a message's number is missing"));
  EXPECT_EQ(refusal_of("1..2"), refusal("1..2", "3", "a message's number is missing"));
  EXPECT_EQ(refusal_of("1."), refusal("1.", "3", "a message's number is missing"));
  EXPECT_EQ(refusal_of("1,2"), refusal("1,2", "2", "'.' should separate the steps"));
  EXPECT_EQ(refusal_of("1-"), refusal("1-", "3", "the last message of a range is missing"));
  EXPECT_EQ(refusal_of("5-4"), refusal("5-4", "3", "the range 5-4 runs backwards"));
  EXPECT_EQ(refusal_of("1:"), refusal("1:", "3", "a chosen value is missing"));
  EXPECT_EQ(refusal_of("1-3:0"), refusal("1-3:0", "4", "'.' should separate the steps"));
  EXPECT_EQ(refusal_of("-1"), refusal("-1", "1", "a message's number is missing"));
  EXPECT_EQ(refusal_of("4294967295"),
            refusal("4294967295", "1", "a message's number is too large"));
  EXPECT_EQ(refusal_of("99999999999"),
            refusal("99999999999", "1", "a message's number is too large"));
}

TEST(Schedules, AreNotReadBeyondALimit) {
  EXPECT_EQ(Schedule::parse("0-999999").steps.size(), 1'000'000U);
  EXPECT_NE(refusal_of("0-1000000"), "");
  EXPECT_NE(refusal_of("0-4294967294"), "");
  EXPECT_NE(refusal_of("0-999999.0"), "");
}

RC_GTEST_PROP(Schedules, ComeBackFromTheirText, ()) {
  Schedule schedule;
  const auto steps = *rc::gen::container<std::vector<std::pair<std::uint8_t, bool>>>(
      rc::gen::arbitrary<std::pair<std::uint8_t, bool>>());
  std::uint32_t next = 0;
  for (const auto& [jump, chooses] : steps) {
    next = jump < 200 ? next + 1 : jump;
    schedule.steps.push_back({MessageId(next), {}});
    if (chooses && jump % 3 == 0) schedule.steps.back().choices = {jump, jump % 2U};
  }
  RC_ASSERT(Schedule::parse(schedule.text()) == schedule);
}

}  // namespace
}  // namespace harrier
