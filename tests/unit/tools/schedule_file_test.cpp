// Schedule files: what was written is read, and everything else is refused with its line.
#include "tools/schedule_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harrier/harrier.hpp"
#include "harrier/registry.hpp"

namespace harrier::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

ProgramDefinition definition() {
  ProgramDefinition program;
  program.name = "my program";
  program.parameters = {number("size", 2, 1, 9, ""), word("kind", {"small", "a b"}, "")};
  return program;
}

std::string refusal_of(const std::string& text) {
  try {
    parse_schedule_file(text, "f");
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(ScheduleFile, IsReadAsItWasWritten) {
  const ProgramDefinition known = definition();
  ChosenProgram program;
  program.definition = &known;
  program.arguments = Arguments::parse(known.parameters, {"kind=a b"}, known.name);
  CheckOptions options;
  options.delivery = DeliveryModel::fifo;
  const NamedSchedule schedule = NamedSchedule::parse("a<-M@b#2:1 \"rank 0\"<-\"\\x07\"@set-up");
  const std::string text = schedule_file_text(program, options, schedule);
  EXPECT_EQ(text,
            "harrier-schedule 1\n"
            "program \"my program\"\n"
            "argument size=2\n"
            "argument \"kind=a b\"\n"
            "option delivery fifo\n"
            "option environment total\n"
            "option undelivered warn\n"
            "step a<-M@b#2:1\n"
            "step \"rank 0\"<-\"\\x07\"@set-up\n");
  ASSERT_TRUE(is_schedule_file(text));
  const SavedRun saved = parse_schedule_file(text, "f");
  EXPECT_EQ(saved.program, "my program");
  EXPECT_THAT(saved.arguments, ElementsAre("size=2", "kind=a b"));
  EXPECT_THAT(saved.options, ElementsAre(Pair("delivery", "fifo"), Pair("environment", "total"),
                                         Pair("undelivered", "warn")));
  EXPECT_THAT(saved.schedules, ElementsAre(schedule.text()));
}

TEST(ScheduleFile, HasCommentsAndEmptyLines) {
  const SavedRun saved =
      parse_schedule_file("harrier-schedule 1\r\n\n# why\nprogram p\r\n\nstep a<-M@b \n", "f");
  EXPECT_EQ(saved.program, "p");
  EXPECT_THAT(saved.schedules, ElementsAre("a<-M@b"));
}

TEST(ScheduleFile, SaysWhatIsWrongAndInWhichLine) {
  EXPECT_EQ(refusal_of("harrier-schedule 2\n"),
            "'f', line 1: it has version 2, and this Harrier reads version 1: use a newer one");
  EXPECT_EQ(refusal_of("harrier-schedule x\n"), "'f', line 1: its version is not a number");
  EXPECT_EQ(refusal_of("harrier-schedule 0\n"), "'f', line 1: its version is not a number");
  EXPECT_EQ(refusal_of("harrier-schedule 1\nstep a<-M@b\n"),
            "'f', line 3: there is no line 'program'");
  EXPECT_EQ(refusal_of("harrier-schedule 1\nprogram p\nprogram q\n"),
            "'f', line 3: a second program");
  EXPECT_EQ(refusal_of("harrier-schedule 1\nprogram p q\n"),
            "'f', line 2: there is more than is expected");
  EXPECT_EQ(refusal_of("harrier-schedule 1\nprogram p\nstep a<-M\n"),
            "'f', line 3: this is not a schedule by names: '@' is missing at ''; a step looks like "
            "counter<-Read@client.2");
  EXPECT_EQ(refusal_of("harrier-schedule 1\nprogram p\nstep a<-M@b c<-N@d\n"),
            "'f', line 3: one step a line");
  EXPECT_EQ(refusal_of("harrier-schedule 1\nprogram p\noption color red\n"),
            "'f', line 3: unknown option; it is one of delivery, environment, undelivered");
  EXPECT_EQ(refusal_of("harrier-schedule 1\nprogram p\nsteps a<-M@b\n"),
            "'f', line 3: a line begins with program, argument, option, step or #");
}

}  // namespace
}  // namespace harrier::tools
