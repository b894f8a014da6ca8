// Programs that cannot say what a step does in another order: it is executed to see.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/happens_before.hpp"
#include "explore/registries.hpp"
#include "explore/walk.hpp"
#include "tests/support/execution.hpp"
#include "tests/support/small_program.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Kind = StepAnswer::Kind;
using Message = SmallProgram::Message;

CheckOptions with(const std::string& reduction) {
  return {.reduction = reduction, .undelivered = Undelivered::ignore};
}

/// Counts the classes; optimal and source must find exactly those of exhaustive, whether the
/// program says nothing or only that a step is possible.
std::size_t classes(SmallProgram::Behaviour behaviour, const std::vector<Kind>& answers) {
  const std::set<ClassName> all = classes_of(SmallProgram::factory(behaviour), with("exhaustive"));
  for (const Kind kind : answers) {
    behaviour.answers = kind;
    for (const char* reduction : {"optimal", "source"}) {
      EXPECT_EQ(classes_of(SmallProgram::factory(behaviour), with(reduction)), all)
          << reduction << ", answer " << static_cast<int>(kind);
    }
  }
  return all.size();
}

/// Actors 0, 1, 2 get a message of the kind of their number; what `shared` says belongs to somebody
/// else. Once 0 has written, 1 leaves the shared resource alone.
SmallProgram::Behaviour touches_first(Resource shared) {
  const Resource flag = Resource::of(ActorId(0), Resource::whole);
  return {.set_up =
              [](SmallProgram& program) {
                for (std::uint32_t i = 0; i < 3; ++i) program.send(program.make_actor(), i);
                program.make_object();
              },
          .step =
              [=](SmallProgram& program, const Message& message) {
                if (message.kind == 0) program.write(flag, 1);
                if (message.kind == 1 && program.read(flag) == 0) program.write(shared, 1);
                if (message.kind == 2) program.write(shared, 2);
              }};
}

// 0 before 1, and 2 anywhere; 1 before 0, and 2 before or after 1. In order of sending 1 does not
// touch what is shared: only executing it first shows that 2 must come before it in one class.
TEST(Rehearsed, StepsTouchResourcesOfActors) {
  EXPECT_EQ(classes(touches_first(Resource::of(ActorId(2), Resource::whole)),
                    {Kind::unknown, Kind::at_least}),
            3U);
}
TEST(Rehearsed, StepsTouchResourcesOfObjects) {
  EXPECT_EQ(classes(touches_first(Resource::of(ObjectId(0), Resource::whole)),
                    {Kind::unknown, Kind::at_least}),
            3U);
}
TEST(Rehearsed, StepsTouchResourcesOfTheWholeProgram) {
  EXPECT_EQ(classes(touches_first(Resource::of(Owner::program(), Resource::whole)),
                    {Kind::unknown, Kind::at_least}),
            3U);
}
TEST(Rehearsed, StepsTouchChannels) {
  EXPECT_EQ(classes(touches_first(Resource::channel(ActorId(1), ActorId(2))),
                    {Kind::unknown, Kind::at_least}),
            3U);
}

TEST(Rehearsed, StepsTouchObjectsThatAreMadeOnTheWay) {
  // Two makers, so that the objects change their numbers with the order of making; the makers send
  // the two messages that use their object, of which the first leaves it alone once 0 has written.
  const Resource flag = Resource::of(ActorId(0), Resource::whole);
  const SmallProgram::Behaviour behaviour{
      .set_up =
          [](SmallProgram& program) {
            for (std::uint32_t i = 0; i < 5; ++i) program.make_actor();
            program.send(ActorId(0), 0);
            program.send(ActorId(1), 1);
            program.send(ActorId(2), 2);
          },
      .step =
          [=](SmallProgram& program, const Message& message) {
            if (message.kind == 0) program.write(flag, 1);
            if (message.kind == 1 || message.kind == 2) {
              const auto box = static_cast<std::uint32_t>(program.make_object().index());
              if (message.kind == 1) program.send(ActorId(3), 3, box);
              if (message.kind == 1) program.send(ActorId(4), 4, box);
            }
            const Resource box = Resource::of(ObjectId(message.argument), Resource::whole);
            if (message.kind == 3 && program.read(flag) == 0) program.write(box, 1);
            if (message.kind == 4) program.write(box, 2);
          }};
  EXPECT_EQ(classes(behaviour, {Kind::unknown, Kind::at_least}), 3U);
}

TEST(Rehearsed, StepsMayBeImpossible) {
  // 1 is let in between the two writes of 0 alone.
  const Resource gate = Resource::of(ActorId(0), Resource::whole);
  const SmallProgram::Behaviour behaviour{.set_up =
                                              [](SmallProgram& program) {
                                                for (int i = 0; i < 2; ++i) program.make_actor();
                                                program.send(ActorId(0), 0, 1);
                                                program.send(ActorId(1), 1);
                                              },
                                          .step =
                                              [=](SmallProgram& program, const Message& message) {
                                                if (message.kind == 1) return;
                                                program.write(gate, message.argument);
                                                if (message.argument == 1)
                                                  program.send(ActorId(0), 0, 2);
                                              },
                                          .accepts =
                                              [=](SmallProgram& program, const Message& message) {
                                                return message.kind != 1 || program.read(gate) == 1;
                                              }};
  EXPECT_EQ(classes(behaviour, {Kind::unknown}), 2U);  // between them, or never
}

/// A program of random steps: each reads a cell and, depending on it, touches one of two others.
SmallProgram::Behaviour random_behaviour(std::uint32_t seed) {
  struct Script {
    std::uint32_t to, reads, then, otherwise, access, sends;
  };
  std::mt19937 random(seed);
  const auto below = [&random](std::uint32_t count) {
    return static_cast<std::uint32_t>(random() % count);
  };
  constexpr std::uint32_t cells = 4;
  std::vector<Script> scripts;
  for (std::uint32_t i = 0; i < 5; ++i) {
    scripts.push_back({below(3), below(cells), below(cells), below(cells), below(9), below(8)});
  }
  const auto resource = [](std::uint32_t cell) {
    switch (cell) {
      case 0:
        return Resource::of(ActorId(0), Resource::first_field);
      case 1:
        return Resource::of(ObjectId(0), Resource::first_field);
      case 2:
        return Resource::of(ObjectId(1), Resource::whole);
      default:
        return Resource::of(Owner::program(), Resource::whole);
    }
  };
  const std::uint32_t first = 2 + below(2);  // as many are sent by the set-up
  return {.set_up =
              [=](SmallProgram& program) {
                for (int i = 0; i < 3; ++i) program.make_actor();
                for (int i = 0; i < 2; ++i) program.make_object();
                for (std::uint32_t i = 0; i < first; ++i) program.send(ActorId(scripts[i].to), i);
              },
          .step =
              [=](SmallProgram& program, const Message& message) {
                const Script& script = scripts[message.kind];
                const bool zero = program.read(resource(script.reads)) == 0;
                const Resource touched = resource(zero ? script.then : script.otherwise);
                const std::uint32_t access = zero ? script.access % 3 : script.access / 3;
                if (access == 1) program.write(touched, 1);
                if (access == 2) program.add(touched, 1);
                // Only later ones, so that it ends; one of them is sent depending on what was read.
                const std::uint32_t next = message.kind + first;
                if (next < scripts.size() && (zero || script.sends < 4)) {
                  program.send(ActorId(scripts[next].to), next);
                }
              }};
}

TEST(Rehearsed, RandomProgramsAreExploredExactly) {
  std::size_t all = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    all += classes(random_behaviour(seed), {Kind::unknown, Kind::at_least});
    if (HasFailure()) return;
  }
  EXPECT_GT(all, 600U);
}

/// A walk through one execution of a small program.
class Rehearsing : public ::testing::Test {
 protected:
  CheckOptions options_ = with("exhaustive");
  std::unique_ptr<Reduction> reduction_ = make_reduction(options_);
  std::unique_ptr<Order> order_ = make_order(options_);
  SmallProgram program_{touches_first(Resource::of(ObjectId(0), Resource::whole))};
  Watchdog watchdog_;
  Walk walk_{program_, *reduction_, *order_, nullptr, watchdog_};

  void SetUp() override {
    walk_.start();
    walk_.arrive();
    for (std::size_t i = 0; i < 2; ++i) {
      walk_.execute({MessageId(i), {}});
      walk_.arrive();
    }
  }
  NamedAccess named(Owner owner, Access access) {
    return {walk_.trace().name(Resource::of(owner, Resource::whole)), access};
  }
};

TEST_F(Rehearsing, TellsWhatTheLastStepTouchesByName) {
  const std::vector<PastStep> alone{{0, 1, {}}};
  const Rehearsed first = walk_.rehearse(alone);
  EXPECT_TRUE(first.possible);
  EXPECT_THAT(first.touched,
              ElementsAre(named(ActorId(0), Access::read), named(ObjectId(0), Access::write)));
  const std::vector<PastStep> behind{{0, 0, {}}, {0, 1, {}}};
  const Rehearsed second = walk_.rehearse(behind);
  EXPECT_TRUE(second.possible);
  EXPECT_THAT(second.touched, ElementsAre(named(ActorId(0), Access::read)));
}

TEST_F(Rehearsing, TellsWhatCannotBe) {
  const std::vector<PastStep> twice{{0, 0, {}}, {0, 0, {}}};
  const Rehearsed rehearsed = walk_.rehearse(twice);
  EXPECT_FALSE(rehearsed.possible);
  EXPECT_THAT(rehearsed.touched, IsEmpty());
}

TEST_F(Rehearsing, LeavesTheWalkWhereItWas) {
  const std::vector<PastStep> alone{{0, 2, {}}};
  walk_.rehearse(alone);
  EXPECT_EQ(walk_.trace().size(), 2U);
  walk_.come_back();
  EXPECT_THAT(program_.pending(), ElementsAre(MessageId(2)));
  EXPECT_EQ(walk_.steps_replayed(), 2U);
  walk_.come_back();  // is there already
  EXPECT_EQ(walk_.steps_replayed(), 2U);
  walk_.rehearse(alone);
  walk_.execute({MessageId(2), {}});  // comes back by itself
  EXPECT_EQ(walk_.trace().size(), 3U);
  EXPECT_THAT(program_.pending(), IsEmpty());
  EXPECT_EQ(walk_.steps_replayed(), 4U);
}

}  // namespace
}  // namespace harrier::testing
