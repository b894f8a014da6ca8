// Schedules by names: written, read, and executed by programs that have changed since.
#include "explore/named_schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harrier/harrier.hpp"

namespace harrier {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Read {};
struct Write {
  int value = 0;
};
struct Note {};
struct Go {};

class Counter : public Actor<Counter> {
 public:
  void on(Read) { check(value_ != 0, "read before written"); }
  void on(Write m) { value_ = m.value; }
  void on(Note) {}

 private:
  Tracked<int> value_{0};
};

/// Sends what it is to, the notes first.
class Client : public Actor<Client> {
 public:
  Client(Ref<Counter> counter, int notes, int value)
      : counter_(counter), notes_(notes), value_(value) {}
  void on(Go) {
    for (int i = 0; i < *notes_; ++i) send(*counter_, Note{});
    send(*counter_, Write{*value_});
    send(*counter_, Read{});
  }

 private:
  Constant<Ref<Counter>> counter_;
  Constant<int> notes_;
  Constant<int> value_;
};

/// A version of a program: a later one sends notes too, and writes another value.
ProgramFactory version(int notes, int value) {
  return [=](const ProgramOptions& how) {
    return make_program(
        [=](System& system) {
          const auto counter = system.spawn<Counter>();
          for (int i = 0; i < 2; ++i) {
            system.send(system.spawn<Client>(counter, notes, value), Go{});
          }
        },
        how);
  };
}

std::string refusal_of(const std::string& text) {
  try {
    NamedSchedule::parse(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

/// Returns why a schedule does not fit a program.
std::string misfit_of(const ProgramFactory& make, const std::string& text) {
  Schedule found;
  try {
    find_numbers(make, NamedSchedule::parse(text), {}, found);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(NamedSchedule, IsWrittenAsItIsRead) {
  for (const std::string text :
       {"counter<-Read@client.2", "a<-M@b#2", "a<-M@b:1:0", "a<-M@b#3:2 b<-N@set-up",
        "\"rank 0\"<-\"send to 1\"@\"\"", "a<-\"M{\\\"x\\\"}\"@b", "a<-\"\\x1b[2J\"@b",
        "größe<-Maß@b", "none"}) {
    EXPECT_EQ(NamedSchedule::parse(text).text(), text);
  }
  EXPECT_EQ(NamedSchedule::parse("  a<-M@b \n\tb<-N@a\r\n").text(), "a<-M@b b<-N@a");
}

TEST(NamedSchedule, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal_of("a<-M"),
            "this is not a schedule by names: '@' is missing at ''; a step looks like "
            "counter<-Read@client.2");
  EXPECT_THAT(refusal_of("<-M@b"), HasSubstr("a name is missing at '<-M@b'"));
  EXPECT_THAT(refusal_of("a<-M@b#0"), HasSubstr("counted from 1"));
  EXPECT_THAT(refusal_of("a<-M@b#99999999999"), HasSubstr("missing or too large"));
  EXPECT_THAT(refusal_of("a<-M@b:"), HasSubstr("a number is missing"));
  EXPECT_THAT(refusal_of("a<-M@bc<-N@d"), HasSubstr("a blank should separate the steps"));
  EXPECT_THAT(refusal_of("\"a<-M@b"), HasSubstr("quotes that do not end"));
  EXPECT_THAT(refusal_of("a<-\"\\q\"@b"), HasSubstr("an unknown escape"));
  EXPECT_THAT(refusal_of("a<-\"\\x1\"@b"), HasSubstr("two hexadecimal digits"));
  EXPECT_THAT(refusal_of("a<-\"\x1b\"@b"), HasSubstr("a control character"));
  EXPECT_THAT(refusal_of(""), HasSubstr("there is no step"));
}

TEST(NamedSchedule, OfAnExecutionIsThatExecution) {
  const ProgramFactory make = version(0, 5);
  const Schedule schedule = Schedule::parse("1.0.4.2");
  const NamedSchedule named = name_steps(make, schedule, {});
  EXPECT_EQ(named.text(),
            "client.2<-Go@set-up client<-Go@set-up counter<-Write@client counter<-Write@client.2");
  Schedule found;
  find_numbers(make, named, {}, found);
  EXPECT_EQ(found, schedule);
}

TEST(NamedSchedule, StillFitsAProgramThatSendsMoreAndOtherValues) {
  const NamedSchedule named = name_steps(version(0, 5), Schedule::parse("0.3"), {});
  EXPECT_EQ(named.text(), "client<-Go@set-up counter<-Read@client");
  const ProgramFactory changed = version(2, 7);
  Schedule found;
  find_numbers(changed, named, {}, found);
  EXPECT_EQ(found.text(), "0.5");
  const ReplayResult again = replay(changed, found);
  ASSERT_EQ(again.violations.size(), 1U);
  EXPECT_THAT(again.violations.front().message(), HasSubstr("read before written"));
  // By numbers it is another execution, in which nothing is wrong.
  EXPECT_TRUE(replay(changed, Schedule::parse("0.3")).violations.empty());
}

TEST(NamedSchedule, TellsMessagesApartThatLookAlike) {
  const ProgramFactory make = version(3, 5);
  const NamedSchedule named = name_steps(make, Schedule::parse("0.4.3"), {});
  EXPECT_EQ(named.text(), "client<-Go@set-up counter<-Note@client#3 counter<-Note@client#2");
  Schedule found;
  find_numbers(make, named, {}, found);
  EXPECT_EQ(found.text(), "0.4.3");
}

TEST(NamedSchedule, NamesTheFirstStepThatDoesNotFitAndWhatIsDeliverableInstead) {
  EXPECT_EQ(
      misfit_of(version(0, 5), "client<-Go@set-up counter<-Write@client.2"),
      "the schedule does not fit the program at its step 2, counter<-Write@client.2: there is "
      "no such message; deliverable are client.2<-Go@set-up, counter<-Write@client, "
      "counter<-Read@client");
  EXPECT_THAT(misfit_of(version(1, 5), "client<-Go@set-up counter<-Note@client#2"),
              HasSubstr("only 1 such can be delivered"));
  EXPECT_THAT(misfit_of(version(0, 5), "client<-Go@set-up:1"),
              StartsWith("the schedule does not fit the program at its step 1, "));
  EXPECT_THAT(
      misfit_of(version(9, 5), "client<-Go@set-up client.2<-Go@set-up counter<-Nothing@client"),
      EndsWith("and 10 more"));
}

}  // namespace
}  // namespace harrier
