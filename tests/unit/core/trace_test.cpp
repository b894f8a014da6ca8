// What a trace records of steps, and names that equivalent executions share.
#include "core/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/hand_trace.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Two actors that each make an actor and an object, and send the actor a message.
const HandOrder two_makers{
    .setup = {.actors = {"a", "b"}, .sends = {{"go a", "a"}, {"go b", "b"}}},
    .steps = {{"go a", {.actors = {"x"}, .objects = {"box x"}, .sends = {{"put x", "x"}}}},
              {"go b", {.actors = {"y"}, .objects = {"box y"}, .sends = {{"put y", "y"}}}}}};

std::map<std::string, Name> names_after(const std::vector<std::string>& messages) {
  const HandTrace run = two_makers.run(messages);
  std::map<std::string, Name> names;
  for (const char* text : {"go a", "go b", "put x", "put y"}) names[text] = run.name(text);
  return names;
}

TEST(Traces, RecordWhatStepsDid) {
  HandTrace run = two_makers.run({"go a"});
  run.deliver("put x", {.sends = {{"p", "a"}, {"q", "x"}},
                        .touches = {writes("x"), reads("box x")},
                        .choices = {{1, 2}},
                        .causes = {"go a"}});
  const Trace& trace = run.trace();
  ASSERT_EQ(trace.size(), 2U);
  EXPECT_EQ(trace[1].message, run.message("put x"));
  EXPECT_EQ(trace[1].actor, run.actor("x"));
  EXPECT_EQ(trace[1].sent_by, EventId(0));
  EXPECT_EQ(trace[1].first_sent, run.message("p"));
  EXPECT_EQ(trace[1].sent_count, 2U);
  EXPECT_THAT(trace.resources(0), IsEmpty());
  EXPECT_THAT(trace.resources(1),
              ElementsAre(ResourceAccess{Resource::of(run.actor("x"), 0), Access::write},
                          ResourceAccess{Resource::of(run.object("box x"), 0), Access::read}));
  EXPECT_THAT(trace.choices(1), ElementsAre(Choice{1, 2}));
  // The sender, the creator of the receiver, and what the program adds.
  EXPECT_THAT(trace.causes(0), IsEmpty());
  EXPECT_THAT(trace.causes(1), ElementsAre(EventId(0), EventId(0), EventId(0)));
  EXPECT_EQ(trace.receiver(run.message("p")), run.actor("a"));
  EXPECT_EQ(trace.message(run.message("q")).position, 1U);
  EXPECT_EQ(trace.message(run.message("q")).sent_by, EventId(1));
  EXPECT_FALSE(trace.message(run.message("go b")).sent_by);
  EXPECT_EQ(trace.actor(run.actor("x")).by, EventId(0));
  EXPECT_EQ(trace.object(run.object("box x")).by, EventId(0));
  EXPECT_FALSE(trace.actor(run.actor("a")).by);
}

TEST(Traces, ForgetTheLastStepWithAllItMade) {
  HandTrace run = two_makers.run({"go a"});
  run.deliver("go b", two_makers.steps.at("go b"));
  run.take_back();
  EXPECT_EQ(run.trace().size(), 1U);
  EXPECT_EQ(run.trace().message_count(), 3U);
  EXPECT_EQ(run.trace().actor_count(), 3U);
  EXPECT_EQ(run.trace().object_count(), 1U);
}

TEST(Names, AreTheSameInEveryOrderOfIndependentSteps) {
  EXPECT_EQ(names_after({"go a", "go b"}), names_after({"go b", "go a"}));
}

TEST(Names, TellDifferentMessagesApart) {
  std::set<Name> different;
  for (const auto& [text, name] : names_after({"go a", "go b"})) different.insert(name);
  EXPECT_EQ(different.size(), 4U);
}

TEST(Names, TellWhatOneDeliveryMakesApart) {
  HandTrace run({.actors = {"a"}, .sends = {{"go", "a"}}});
  run.deliver("go",
              {.actors = {"x", "y"}, .objects = {"b", "c"}, .sends = {{"m", "x"}, {"n", "x"}}});
  const Trace& trace = run.trace();
  EXPECT_NE(run.name("m"), run.name("n"));
  const auto whole = [&](Owner owner) { return trace.name(Resource::of(owner, Resource::whole)); };
  const std::set<NamedResource> different{whole(run.actor("x")), whole(run.actor("y")),
                                          whole(run.object("b")), whole(run.object("c")),
                                          whole(Owner::program())};
  EXPECT_EQ(different.size(), 5U);
}

TEST(Names, DoNotDependOnWhatElseWasSentBefore) {
  // The third message here, and the fourth after the other order.
  EXPECT_EQ(two_makers.run({"go a"}).name("put x"), two_makers.run({"go b", "go a"}).name("put x"));
}

TEST(Names, OfResourcesFollowTheirOwners) {
  const HandTrace one = two_makers.run({"go a"});
  const HandTrace other = two_makers.run({"go b", "go a"});
  ASSERT_NE(one.actor("x"), other.actor("x"));
  ASSERT_NE(one.object("box x"), other.object("box x"));
  for (const char* owner : {"x", "box x"}) {
    const NamedResource first = one.name(writes(owner, Resource::first_field));
    EXPECT_EQ(other.name(writes(owner, Resource::first_field)), first) << owner;
    EXPECT_NE(other.name(writes(owner, Resource::first_field + 1)), first) << owner;
  }
  EXPECT_NE(other.name(writes("x")), other.name(writes("y")));
  EXPECT_NE(other.name(writes("box x")), other.name(writes("box y")));
  EXPECT_NE(other.name(writes("x")), other.name(writes("box x")));  // made at one position
}

TEST(Names, OfTheWholeProgramAreTheSameEverywhere) {
  const HandTrace one = two_makers.run({});
  const HandTrace other = two_makers.run({"go b", "go a"});
  EXPECT_EQ(one.name(writes("")), other.name(writes("")));
  EXPECT_NE(one.name(writes("")), one.name(writes("", Resource::first_field)));
  EXPECT_NE(one.name(writes("")), one.name(writes("a")));
}

HandAccess channel(const char* from, const char* to) {
  return {from, Access::write, Resource::whole, to};
}

TEST(Names, OfChannelsFollowBothEnds) {
  const HandTrace one = two_makers.run({"go a", "go b"});
  const HandTrace other = two_makers.run({"go b", "go a"});
  EXPECT_EQ(one.name(channel("x", "y")), other.name(channel("x", "y")));
  EXPECT_EQ(one.name(channel("a", "x")), other.name(channel("a", "x")));
  const std::set<NamedResource> different{one.name(channel("x", "y")), one.name(channel("y", "x")),
                                          one.name(channel("a", "x")), one.name(channel("a", "y")),
                                          one.name(channel("x", "x")), one.name(writes("x"))};
  EXPECT_EQ(different.size(), 6U);
}

TEST(Resources, OfAnActorNameItAndTheirPart) {
  const Resource channel = Resource::channel(ActorId(5), ActorId(7));
  EXPECT_EQ(channel.owner(), Owner(ActorId(5)));
  EXPECT_EQ(channel.other_end(), ActorId(7));
  for (const std::uint32_t part :
       {Resource::whole, Resource::first_field, Resource::element_bit | 12U, ~0U}) {
    EXPECT_EQ(Resource::of(ActorId(5), part).part(), part);
    EXPECT_EQ(Resource::of(ActorId(5), part).other_end(), std::nullopt);
  }
}

TEST(Resources, TellKindsOfOwnersApart) {
  EXPECT_EQ(Owner(ActorId(3)).kind(), Owner::Kind::actor);
  EXPECT_EQ(Owner(ObjectId(3)).kind(), Owner::Kind::object);
  EXPECT_EQ(Owner::program().kind(), Owner::Kind::program);
  EXPECT_EQ(Owner(ActorId(3)).index(), 3U);
  EXPECT_EQ(Owner(ObjectId(3)).index(), 3U);
  const std::set<Resource> different{Resource::of(ActorId(0), 0), Resource::of(ObjectId(0), 0),
                                     Resource::of(Owner::program(), 0)};
  EXPECT_EQ(different.size(), 3U);
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
