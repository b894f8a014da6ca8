// Names of messages and actors that equivalent executions share, and classes of executions.
#include "core/names.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/classes.hpp"
#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Go {};
struct Put {
  int value;
};

class Cell : public Actor<Cell> {
 public:
  void on(Put m) { value_ = m.value; }

 private:
  Tracked<int> value_ = 0;
};

class Maker : public Actor<Maker> {
 public:
  void on(Put m) { send(spawn<Cell>(), m); }
  void on(Go) {
    for (std::uint32_t i = 0; i <= choose(2); ++i) send(spawn<Cell>(), Put{9});
  }
};

void two_makers(System& system) {
  system.send(system.spawn<Maker>(), Put{1});
  system.send(system.spawn<Maker>(), Put{2});
}

/// Delivers these messages and returns the name of every message by its text.
std::map<std::string, Name> names_after(Names& names, const std::vector<std::string>& messages) {
  Execution execution(two_makers);
  names.start(execution.program());
  for (const std::string& message : messages) {
    execution.deliver(message);
    names.push(execution.trace());
  }
  std::map<std::string, Name> result;
  for (std::size_t i = 0; i < execution.program().message_count(); ++i) {
    const MessageId id(i);
    result[execution.program().message_text(id) + " to " +
           execution.program().actor_name(execution.program().origin(id).receiver)] = names.of(id);
  }
  return result;
}

TEST(Names, AreTheSameInEveryOrderOfIndependentSteps) {
  Names names;
  const auto one = names_after(names, {"Put{1} to maker", "Put{2} to maker.2"});
  const auto other = names_after(names, {"Put{2} to maker.2", "Put{1} to maker"});
  EXPECT_EQ(one.size(), 4U);
  EXPECT_EQ(one, other);
}

TEST(Names, TellDifferentMessagesApart) {
  Names names;
  const auto all = names_after(names, {"Put{1} to maker", "Put{2} to maker.2"});
  std::set<Name> different;
  for (const auto& [text, name] : all) different.insert(name);
  EXPECT_EQ(different.size(), 4U);
}

TEST(Names, OfResourcesFollowTheirActors) {
  Names names;
  Execution one(two_makers);
  names.start(one.program());
  one.deliver("Put{1} to maker");
  names.push(one.trace());
  const ActorId cell(2);  // the third actor here, and the fourth after the other order
  const Resource first = names.of(Resource::of(cell, Resource::first_field));

  Execution other(two_makers);
  names.start(other.program());
  other.deliver("Put{2} to maker.2");
  names.push(other.trace());
  other.deliver("Put{1} to maker");
  names.push(other.trace());
  EXPECT_EQ(names.of(Resource::of(ActorId(3), Resource::first_field)), first);
  EXPECT_NE(names.of(Resource::of(ActorId(2), Resource::first_field)), first);
  // Both ends of a channel are named.
  EXPECT_EQ(names.of(Resource::of(ActorId(0), Resource::channel_bit | 3U)).part(),
            Resource::channel_bit | first.owner());
}

ClassName class_after(const Setup& setup, const std::vector<std::string>& messages,
                      const std::vector<std::uint32_t>& choices = {}) {
  Execution execution(setup);
  for (const std::string& message : messages) execution.deliver(message, choices);
  return class_of(execution.program(), execution.trace());
}

TEST(Classes, AreEqualForOrdersOfIndependentSteps) {
  EXPECT_EQ(class_after(two_makers, {"Put{1} to maker", "Put{2} to maker.2"}),
            class_after(two_makers, {"Put{2} to maker.2", "Put{1} to maker"}));
}

TEST(Classes, DifferForOrdersOfDependentSteps) {
  const auto setup = [](System& system) {
    const auto cell = system.spawn<Cell>();
    system.send(cell, Put{1});
    system.send(cell, Put{2});
  };
  EXPECT_NE(class_after(setup, {"Put{1}", "Put{2}"}), class_after(setup, {"Put{2}", "Put{1}"}));
}

TEST(Classes, DifferForDifferentChoices) {
  const auto setup = [](System& system) { system.send(system.spawn<Maker>(), Go{}); };
  EXPECT_NE(class_after(setup, {"Go{}"}, {0, 0}), class_after(setup, {"Go{}"}, {1, 1}));
}

TEST(Conflicts, AreBetweenAllAccessesButEqualReadsAndUpdates) {
  using enum Access;
  EXPECT_FALSE(conflict(read, read));
  EXPECT_FALSE(conflict(update, update));
  EXPECT_TRUE(conflict(read, update));
  EXPECT_TRUE(conflict(update, read));
  for (const Access access : {read, update, write}) {
    EXPECT_TRUE(conflict(access, write));
    EXPECT_TRUE(conflict(write, access));
  }
}

}  // namespace
}  // namespace harrier::testing
