// Asking whether a message could be delivered after another history of its receiver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;

struct Put {
  int value;
};
struct Take {};
struct Stop {};
struct Note {};

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

 private:
  Tracked<int> value_ = 0;
  Tracked<int> taken_ = 0;
};

class Probe : public ::testing::Test {
 protected:
  Execution execution_{[](System& system) {
    const auto slot = system.spawn<Slot>();
    system.send(slot, Put{0});  // 0
    system.send(slot, Put{1});  // 1
    system.send(slot, Take{});  // 2
    system.send(slot, Stop{});  // 3
    system.send(slot, Note{});  // 4
  }};
  Program& program_ = execution_.program();

  std::optional<bool> probe(MessageId message, std::vector<EventId> history,
                            ProbedStep* step = nullptr) {
    return program_.probe(message, history, step);
  }
  static constexpr Resource field(std::uint32_t number) {
    return Resource::of(ActorId(0), Resource::first_field + number);
  }
  static constexpr ResourceAccess control(Access access) {
    return {Resource::of(ActorId(0), Resource::control), access};
  }
};

TEST_F(Probe, EvaluatesTheGuardAfterTheGivenHistory) {
  execution_.deliver("Put{0}");
  execution_.deliver("Put{1}");
  const MessageId take(2);
  EXPECT_EQ(probe(take, {}), false);
  EXPECT_EQ(probe(take, {EventId(0)}), false);
  EXPECT_EQ(probe(take, {EventId(1)}), true);
  EXPECT_EQ(probe(take, {EventId(0), EventId(1)}), true);
  // The actor is as it was.
  EXPECT_THAT(execution_.enabled(),
              ElementsAre("Take{} to slot", "Stop{} to slot", "Note{} to slot"));
}

TEST_F(Probe, TellsWhatTheStepWouldTouch) {
  execution_.deliver("Put{1}");
  ProbedStep step;
  EXPECT_EQ(probe(MessageId(2), {EventId(0)}, &step), true);
  // The guard reads the value, the handler writes it and adds to the other field.
  EXPECT_THAT(step.touched,
              ElementsAre(control(Access::read), ResourceAccess{field(0), Access::write},
                          ResourceAccess{field(1), Access::write}));
  step.touched.clear();
  EXPECT_EQ(probe(MessageId(3), {}, &step), true);
  EXPECT_THAT(step.touched, ElementsAre(control(Access::write)));
}

TEST_F(Probe, KnowsThatAnActorHasEnded) {
  execution_.deliver("Stop{}");
  EXPECT_EQ(probe(MessageId(4), {EventId(0)}), false);
  EXPECT_EQ(probe(MessageId(4), {}), true);
}

TEST_F(Probe, LeavesTheExecutionAsItWas) {
  execution_.deliver("Put{1}");
  execution_.deliver("Take{}");
  EXPECT_EQ(probe(MessageId(4), {EventId(0)}, nullptr), true);
  EXPECT_EQ(probe(MessageId(0), {}, nullptr), true);
  execution_.undo();
  execution_.deliver("Take{}");  // its guard still holds
  execution_.deliver("Stop{}");
  EXPECT_THAT(execution_.enabled(), ::testing::IsEmpty());
}

TEST_F(Probe, GuardsAreAffectedByEndingAndOnlyConstrainedOnesByTheRest) {
  execution_.deliver("Put{1}");
  execution_.deliver("Note{}");
  execution_.deliver("Stop{}");
  const MessageId take(2);
  const MessageId put(0);
  EXPECT_TRUE(program_.affects_guard(EventId(0), take));
  EXPECT_TRUE(program_.affects_guard(EventId(2), take));
  EXPECT_FALSE(program_.affects_guard(EventId(0), put));
  EXPECT_TRUE(program_.affects_guard(EventId(2), put));
}

TEST_F(Probe, GuardResourcesAreWhatTheGuardReads) {
  std::vector<ResourceAccess> read;
  program_.guard_resources(MessageId(2), read);
  EXPECT_THAT(read, ElementsAre(control(Access::read), ResourceAccess{field(0), Access::read}));
  read.clear();
  program_.guard_resources(MessageId(0), read);
  EXPECT_THAT(read, ElementsAre(control(Access::read)));
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

TEST(ProbedChoices, AreThoseThatExistAfterTheGivenHistory) {
  Execution execution([](System& system) {
    const auto picker = system.spawn<Picker>();
    system.send(picker, Put{2});  // 0
    system.send(picker, Put{3});  // 1
    system.send(picker, Pick{});  // 2
  });
  execution.deliver("Put{2}");
  execution.deliver("Put{3}");
  const auto choices_after = [&](std::vector<EventId> history) {
    ProbedStep step{.choices = {{2, 3}}, .touched = {}};
    EXPECT_EQ(execution.program().probe(MessageId(2), history, &step), true);
    return step.choices;
  };
  EXPECT_THAT(choices_after({EventId(0), EventId(1)}), ElementsAre(Choice{2, 3}));
  EXPECT_THAT(choices_after({EventId(0)}), ElementsAre(Choice{0, 2}));  // there is no third value
  EXPECT_THAT(choices_after({}), ::testing::IsEmpty());
}

}  // namespace
}  // namespace harrier::testing
