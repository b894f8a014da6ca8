// Tests sequence diagrams and step lists, whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harrier/report.hpp"
#include "report/canvas.hpp"
#include "report/sequences.hpp"

namespace harrier {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

StepText step(std::size_t number, std::uint32_t message, std::string from, std::string to,
              std::string text, std::vector<Effect> effects = {},
              std::optional<std::string> failure = {}) {
  StepText step;
  step.number = number;
  step.message = MessageId(message);
  step.from = std::move(from);
  step.to = std::move(to);
  step.text = std::move(text);
  step.effects = std::move(effects);
  if (failure) step.failure = StepFailure{ViolationKind::check, *failure};
  return step;
}

/// Two reads that race with a write.
std::vector<StepText> server_steps() {
  return {step(1, 0, "set-up", "client", "Start{}",
               {Effect::sends("Set{5}", "server"), Effect::sends("Get{}", "server")}),
          step(2, 2, "client", "server", "Get{}"),
          step(3, 3, "server", "client", "reply 0", {Effect::sends("Get{}", "server")}),
          step(4, 1, "client", "server", "Set{5}"),
          step(5, 4, "client", "server", "Get{}"),
          step(6, 5, "server", "client", "reply 5", {}, "both reads agree")};
}

/// A parent with two children: creation, choices, an end, a message to oneself.
std::vector<StepText> commit_steps() {
  std::vector<StepText> steps = {
      step(1, 0, "set-up", "boss", "Begin{}",
           {Effect::creates("boss/part"), Effect::creates("boss/part.2")}),
      step(2, 2, "boss", "boss/part.2", "Vote{}"),
      step(3, 1, "boss", "boss/part", "Vote{}", {Effect::ends()}),
      step(4, 3, "boss/part.2", "boss", "Yes{}"),
      step(5, 5, "boss", "boss", "Tick{}"),
      step(6, 4, "boss/part", "boss", "No{}", {}, "nobody voted no")};
  steps[1].choices = {1};
  steps[2].choices = {0, 2};
  return steps;
}

TEST(Diagrams, ShowAColumnPerActorAndAnArrowPerStep) {
  EXPECT_EQ(diagram(server_steps()),
            R"(                 client       server
                    │            │
1  #0  •─ Start{} ─▶│            │
2  #2               ├── Get{} ──▶│
3  #3               │◀─ reply 0 ─┤
4  #1               ├─ Set{5} ──▶│
5  #4               ├── Get{} ──▶│
6  #5               ✗◀─ reply 5 ─┤   check failed: both reads agree
                    │            │
)");
}

TEST(Diagrams, AreDrawnInAsciiWhereUnicodeIsNotWanted) {
  ReportOptions options;
  options.unicode = false;
  EXPECT_EQ(diagram(server_steps(), options),
            R"(                 client       server
                    |            |
1  #0  *- Start{} ->|            |
2  #2               |-- Get{} -->|
3  #3               |<- reply 0 -|
4  #1               |- Set{5} -->|
5  #4               |-- Get{} -->|
6  #5               X<- reply 5 -|   check failed: both reads agree
                    |            |
)");
}

TEST(Diagrams, ShowCreationChoicesEndsAndMessagesToOneself) {
  EXPECT_EQ(diagram(commit_steps()),
            R"(                      boss      boss/part   boss/part.2
                        │
1  #0      •─ Begin{} ─▶│           ┬            ┬
2  #2:1                 ├───────────┼─ Vote{} ──▶│      chooses 1
3  #1:0:2               ├─ Vote{} ─▶×            │      chooses 0, 2
                        │                        │      ends
4  #3                   │◀─ Yes{} ───────────────┤
5  #5                   │◀╯ Tick{}               │
6  #4                   ✗◀── No{} ──•            │      check failed: nobody voted no
                        │                        │
)");
}

TEST(Diagrams, StackLongNames) {
  const std::vector<StepText> steps = {
      step(1, 0, "set-up", "coordinator", "Go{}"),
      step(2, 1, "coordinator", "coordinator/participant.2", "Vote{}")};
  EXPECT_EQ(diagram(steps),
            R"(                          coordinator/
            coordinator   participant.2
                 │              │
1  #0  •─ Go{} ─▶│              │
2  #1            ├── Vote{} ───▶│
                 │              │
)");
}

TEST(Diagrams, GiveWayToAListWhereThereAreTooManyActors) {
  std::vector<StepText> steps;
  for (std::size_t i = 1; i <= 9; ++i) {
    steps.push_back(step(i, static_cast<std::uint32_t>(i),
                         i == 1 ? "set-up" : "a" + std::to_string(i - 1), "a" + std::to_string(i),
                         "Go{}"));
  }
  EXPECT_THAT(diagram(steps), HasSubstr("2  #2  a1 → a2      Go{}\n"));
}

TEST(Diagrams, GiveWayToAListWhereThePageIsTooNarrow) {
  ReportOptions options;
  options.width = 40;
  EXPECT_THAT(diagram(commit_steps(), options), HasSubstr("→"));
}

TEST(Diagrams, CutMessagesOnlyWhereTheyMay) {
  const std::string message = "Write{" + std::string(200, 'x') + "}";
  const std::vector<StepText> steps = {step(1, 0, "set-up", "server", message)};
  ReportOptions options;
  EXPECT_THAT(diagram(steps, options), HasSubstr("set-up → server"));
  options.cuts = true;
  EXPECT_THAT(diagram(steps, options), HasSubstr("•─ Write{xxx"));
}

TEST(Diagrams, LeaveOutTheMiddleOfALongExecution) {
  std::vector<StepText> steps;
  for (std::uint32_t i = 1; i <= 100; ++i) {
    steps.push_back(step(i, i, i % 2 == 0 ? "a" : "b", i % 2 == 0 ? "b" : "a",
                         "Count{" + std::to_string(i) + "}"));
  }
  const std::string shown = diagram(steps);
  EXPECT_THAT(shown, HasSubstr("40 steps left out; steps_max = 0 shows them"));
  EXPECT_THAT(shown, HasSubstr("Count{20}"));
  EXPECT_THAT(shown, Not(HasSubstr("Count{21}")));
  EXPECT_THAT(shown, Not(HasSubstr("Count{60}")));
  EXPECT_THAT(shown, HasSubstr("Count{61}"));
  ReportOptions all;
  all.steps_max = 0;
  EXPECT_THAT(diagram(steps, all), HasSubstr("Count{21}"));
}

/// A step of one of those who meet.
StepText meeting(std::size_t number, std::uint32_t message, const std::string& actor,
                 const std::string& text, MeetingText met) {
  StepText made = step(number, message, actor, actor, text);
  made.meeting = std::move(met);
  return made;
}

std::vector<StepText> meeting_steps() {
  const std::vector<std::string> all = {"a", "b", "c"};
  std::vector<StepText> steps = {meeting(1, 0, "chance", "Begin", {1, all}),
                                 meeting(2, 1, "a", "Sum: 1 | 2 | 3", {7, all}),
                                 meeting(3, 2, "b", "Sum: 1 | 2 | 3", {7, all}),
                                 step(4, 5, "c", "a", "Done{}"),
                                 meeting(5, 3, "c", "Sum: 1 | 2 | 3", {7, all}),
                                 meeting(6, 6, "c", "Barrier", {8, {"a", "c"}})};
  steps[0].effects = {Effect::ends()};
  steps[2].effects = {Effect::ends()};
  steps[5].failure = StepFailure{ViolationKind::check, "no"};
  return steps;
}

// Steps of one meeting that follow each other take one row. Who only decides for others has no
// lane, and who is not one of those who meet is passed by.
TEST(Diagrams, DrawABarAcrossThoseWhoMeet) {
  EXPECT_EQ(diagram(meeting_steps()), R"(           a                   b   c
           │                   │   │
  1  #0    ╞═════ Begin ═══════╪═══╡
2-3  #1.2  ╞═ Sum: 1 | 2 | 3 ══×═══╡
  4  #5    │◀───── Done{} ─────────┤
  5  #3    ╞═ Sum: 1 | 2 | 3 ══╪═══╡
  6  #6    ╞════ Barrier ══════════✗  check failed: no
           │                       │
)");
  ReportOptions ascii;
  ascii.unicode = false;
  EXPECT_THAT(diagram(meeting_steps(), ascii), HasSubstr("|===== Begin =======#===|"));
}

TEST(Diagrams, TakeSeveralRowsForAMessageWhereThePageIsNarrow) {
  const std::vector<StepText> steps = {step(1, 0, "a", "b", "a message of seven words and more"),
                                       step(2, 1, "b", "c", "another one of as many words")};
  ReportOptions options;
  options.width = 56;
  EXPECT_EQ(diagram(steps, options), R"(       a                    b                      c
       │                    │                      │
1  #0  ├─ a message of    ─▶│                      │
       │  seven words and   │                      │
       │  more              │                      │
2  #1  │                    ├─ another one of as ─▶│
       │                    │  many words          │
       │                    │                      │
)");
  options.width = 30;
  EXPECT_THAT(diagram(steps, options), HasSubstr("a → b"));
}

TEST(Sequences, SpanThoseWhoMeet) {
  EXPECT_EQ(mermaid_sequence(meeting_steps(), "t"), R"(sequenceDiagram
  accTitle: t
  participant p0 as a
  participant p1 as b
  participant p2 as c
  Note over p0,p2: 1. Begin
  Note over p0,p2: 2. Sum#58; 1 #124; 2 #124; 3
  p2->>p0: 4. Done#123;#125;
  Note over p0,p2: 5. Sum#58; 1 #124; 2 #124; 3
  Note over p0,p2: 6. Barrier
  Note over p2: check failed#58; no
)");
  EXPECT_THAT(plantuml_sequence(meeting_steps(), "t"), HasSubstr("hnote over p0, p2 : 6. Barrier"));
}

TEST(Diagrams, OfNothingAreEmpty) { EXPECT_EQ(diagram({}), ""); }

TEST(StepLists, TellEverythingThatEachStepDid) {
  EXPECT_EQ(step_list(commit_steps()),
            R"(1  #0      set-up → boss       Begin{}
             creates boss/part
             creates boss/part.2
2  #2:1    boss → boss/part.2  Vote{}
             chooses 1
3  #1:0:2  boss → boss/part    Vote{}
             chooses 0, 2
             ends
4  #3      boss/part.2 → boss  Yes{}
5  #5      boss → boss         Tick{}
6  #4      boss/part → boss    No{}
             ✗ check failed: nobody voted no
)");
}

RC_GTEST_PROP(Diagrams, StayOnThePage, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(0, 30);
  std::vector<StepText> steps;
  for (std::size_t i = 0; i < size; ++i) {
    const auto actor = [] { return "a" + std::to_string(*rc::gen::inRange(0, 9)); };
    steps.push_back(step(i + 1, static_cast<std::uint32_t>(i),
                         *rc::gen::inRange(0, 5) == 0 ? "set-up" : actor(), actor(),
                         *rc::gen::arbitrary<std::string>()));
    if (*rc::gen::inRange(0, 4) == 0) steps.back().effects = {Effect::ends()};
    if (*rc::gen::inRange(0, 4) == 0) steps.back().effects = {Effect::creates(actor())};
    if (*rc::gen::inRange(0, 3) == 0) {
      steps.back().meeting = {*rc::gen::inRange<std::uint64_t>(0, 2), {actor(), actor(), actor()}};
    }
    if (*rc::gen::inRange(0, 8) == 0) {
      steps.back().failure = StepFailure{ViolationKind::check, *rc::gen::arbitrary<std::string>()};
    }
  }
  ReportOptions options;
  options.width = *rc::gen::inRange<std::size_t>(40, 160);
  options.unicode = *rc::gen::arbitrary<bool>();
  options.cuts = *rc::gen::arbitrary<bool>();
  const std::string drawn = diagram(steps, options);
  for (std::size_t begin = 0; begin < drawn.size();) {
    const std::size_t end = drawn.find('\n', begin);
    RC_ASSERT(end != std::string::npos);
    RC_ASSERT(report_detail::display_width(drawn.substr(begin, end - begin)) <= options.width);
    begin = end + 1;
  }
}

}  // namespace
}  // namespace harrier
