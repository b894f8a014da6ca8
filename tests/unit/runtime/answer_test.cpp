// Asking what the step on a message would be after another history of its receiver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"
#include "tests/support/question.hpp"

namespace harrier::testing {
namespace {

using Kind = StepAnswer::Kind;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

struct Put {
  int value;
};
struct Take {};
struct Stop {};
struct Note {};
struct Peek {};

class Slot : public Actor<Slot> {
 public:
  void on(Put m) { value_ = m.value; }
  void on(Take) {
    value_ = 0;
    ++taken_;
  }
  bool accepts(const Take&) const { return value_ != 0; }
  void on(Stop) { stop(); }
  void on(Note) {}
  void on(Peek) {}
  bool accepts(const Peek&) const { return value_ != 0; }

 private:
  Tracked<int> value_ = 0;
  Tracked<int> taken_ = 0;
};

class Answers : public ::testing::Test {
 protected:
  Execution execution_{[](System& system) {
    const auto slot = system.spawn<Slot>();
    system.send(slot, Put{0});  // 0
    system.send(slot, Put{1});  // 1
    system.send(slot, Take{});  // 2
    system.send(slot, Stop{});  // 3
    system.send(slot, Note{});  // 4
  }};
  static constexpr MessageId put{0};
  static constexpr MessageId take{2};
  static constexpr MessageId stop{3};
  static constexpr MessageId note{4};

  StepAnswer ask(MessageId message, const std::vector<std::uint32_t>& history) {
    return answer_of(execution_.program(), Question(message, history));
  }
  Kind kind(MessageId message, const std::vector<std::uint32_t>& history) {
    return ask(message, history).kind;
  }
  /// The same where all but one event, and what depends on it, has happened.
  Kind kind_without(std::size_t event, MessageId message,
                    const std::vector<std::uint32_t>& history) {
    Question question(message, history);
    return answer_of(execution_.program(), question.without_event(event)).kind;
  }
  static constexpr Resource field(std::uint32_t number) {
    return Resource::of(ActorId(0), Resource::first_field + number);
  }
  static constexpr ResourceAccess control(Access access) {
    return {Resource::of(ActorId(0), Resource::control), access};
  }
};

TEST_F(Answers, EvaluateTheGuardAfterTheGivenHistory) {
  execution_.deliver("Put{0}");
  execution_.deliver("Put{1}");
  EXPECT_EQ(kind(take, {}), Kind::impossible);
  EXPECT_EQ(kind(take, {0}), Kind::impossible);
  EXPECT_EQ(kind(take, {1}), Kind::certain);
  EXPECT_EQ(kind(take, {0, 1}), Kind::certain);
  // Only what changes the value can be why.
  const StepAnswer refused = ask(take, {});
  EXPECT_TRUE(refused.knows_why);
  EXPECT_THAT(refused.touched,
              UnorderedElementsAre(ResourceAccess{field(0), Access::read}, control(Access::read)));
  // The actor is as it was.
  EXPECT_THAT(execution_.enabled(),
              ElementsAre("Take{} to slot", "Stop{} to slot", "Note{} to slot"));
}

TEST_F(Answers, TellWhatTheStepWouldTouch) {
  execution_.deliver("Put{1}");
  const StepAnswer taken = ask(take, {0});
  EXPECT_EQ(taken.kind, Kind::certain);
  // The guard reads the value, the handler writes it and adds to the other field.
  EXPECT_THAT(taken.touched,
              ElementsAre(control(Access::read), ResourceAccess{field(0), Access::write},
                          ResourceAccess{field(1), Access::write}));
  const StepAnswer stopped = ask(stop, {});
  EXPECT_EQ(stopped.kind, Kind::certain);
  EXPECT_THAT(stopped.touched, ElementsAre(control(Access::write)));
}

TEST_F(Answers, KnowThatAnActorHasEnded) {
  execution_.deliver("Stop{}");
  const StepAnswer refused = ask(note, {0});
  EXPECT_EQ(refused.kind, Kind::impossible);
  EXPECT_TRUE(refused.knows_why);
  EXPECT_THAT(refused.touched, ElementsAre(control(Access::read)));
  EXPECT_EQ(kind(note, {}), Kind::certain);
}

TEST_F(Answers, LeaveTheExecutionAsItWas) {
  execution_.deliver("Put{1}");
  execution_.deliver("Take{}");
  EXPECT_EQ(kind(note, {0}), Kind::certain);
  EXPECT_EQ(kind(put, {}), Kind::certain);
  execution_.undo();
  execution_.deliver("Take{}");  // its guard still holds
  execution_.deliver("Stop{}");
  EXPECT_THAT(execution_.enabled(), ::testing::IsEmpty());
}

TEST_F(Answers, AreChangedByEndingAndOnlyWhereConstrainedByTheRest) {
  execution_.deliver("Put{1}");
  execution_.deliver("Note{}");
  execution_.deliver("Stop{}");
  EXPECT_EQ(kind_without(0, take, {1, 2}), Kind::impossible);
  EXPECT_EQ(kind_without(2, take, {0, 1}), Kind::certain);
  EXPECT_EQ(kind_without(0, put, {1, 2}), Kind::impossible);
  EXPECT_EQ(kind_without(2, put, {0, 1}), Kind::certain);
}

TEST(AnsweredGuards, TouchWhatTheyRead) {
  Execution execution([](System& system) {
    const auto slot = system.spawn<Slot>();
    system.send(slot, Put{1});  // 0
    system.send(slot, Peek{});  // 1
    system.send(slot, Note{});  // 2
  });
  execution.deliver("Put{1}");
  const auto touched = [&](std::size_t message) {
    return answer_of(execution.program(), Question(MessageId(message), {0})).touched;
  };
  const ResourceAccess control{Resource::of(ActorId(0), Resource::control), Access::read};
  const ResourceAccess value{Resource::of(ActorId(0), Resource::first_field), Access::read};
  EXPECT_THAT(touched(1), ElementsAre(control, value));
  EXPECT_THAT(touched(2), ElementsAre(control));
}

struct Pick {};

class Picker : public Actor<Picker> {
 public:
  void on(Put m) { values_ = m.value; }
  void on(Pick) {
    if (values_ > 0) picked_ = choose(static_cast<std::uint32_t>(values_));
  }

 private:
  Tracked<int> values_ = 0;
  Tracked<std::uint32_t> picked_ = 0;
};

TEST(AnsweredChoices, AreThoseThatExistAfterTheGivenHistory) {
  Execution execution([](System& system) {
    const auto picker = system.spawn<Picker>();
    system.send(picker, Put{2});  // 0
    system.send(picker, Put{3});  // 1
    system.send(picker, Pick{});  // 2
  });
  execution.deliver("Put{2}");
  execution.deliver("Put{3}");
  const auto choices_after = [&](const std::vector<std::uint32_t>& history) {
    const StepAnswer answer =
        answer_of(execution.program(), Question(MessageId(2), history, {{2, 3}}));
    EXPECT_EQ(answer.kind, Kind::certain);
    return answer.choices;
  };
  EXPECT_THAT(choices_after({0, 1}), ElementsAre(Choice{2, 3}));
  EXPECT_THAT(choices_after({0}), ElementsAre(Choice{0, 2}));  // there is no third value
  EXPECT_THAT(choices_after({}), ::testing::IsEmpty());
}

/// Can be neither copied nor built again, so its program does not know what a step would be.
class Owner : public Actor<Owner> {
 public:
  explicit Owner(std::unique_ptr<int> values) : values_(std::move(values)) {}
  void on(Put m) { *values_ = m.value; }
  void on(Pick) { picked_ = choose(static_cast<std::uint32_t>(*values_)); }

 private:
  std::unique_ptr<int> values_;
  std::uint32_t picked_ = 0;
};

TEST(TriedChoices, AreThoseThatExistInTheOtherPast) {
  const auto setup = [](System& system) {
    const auto owner = system.spawn<Owner>(std::make_unique<int>(2));
    system.send(owner, Put{5});
    system.send(owner, Pick{});
  };
  for (const char* reduction : {"exhaustive", "persistent", "source", "optimal", "udpor"}) {
    const CheckResult result = check(setup, {.reduction = reduction});
    EXPECT_EQ(result.verdict, Verdict::ok) << reduction << result.incomplete_reason();
    EXPECT_EQ(result.executions, 7U) << reduction;  // 5 behind Put, 2 before it
  }
}

}  // namespace
}  // namespace harrier::testing
