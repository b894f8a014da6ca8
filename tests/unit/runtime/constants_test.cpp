// Constants that are set once after their actor was built, and fields that know their names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;

struct Go {};
struct Hello {};

class Peer;
struct Meet {
  Ref<Peer> peer;
};

/// Knows another of its kind, from the set-up or from a message.
class Peer : public Actor<Peer> {
 public:
  void on(Meet m) { other = m.peer; }
  void on(Go) { send(other, Hello{}); }
  void on(Hello) { ++heard_; }
  void know(Ref<Peer> peer) { other.set(peer); }
  int heard() const { return heard_; }

  HARRIER_FIELD(other, Constant<Ref<Peer>>);

 private:
  HARRIER_FIELD(heard_, Tracked<int>) = 0;
};

/// The same, and not copyable: it is rebuilt from what it went through.
class Unique : public Actor<Unique> {
 public:
  Unique() = default;
  Unique(const Unique&) = delete;
  void on(Go) { ++value_; }
  void start_at(int value) { value_ = value; }
  int value() const { return value_; }

 private:
  Tracked<int> value_ = 0;
};

std::string misuse_of(const Setup& setup) {
  const CheckResult result = check(setup);
  if (result.violations.size() != 1) return "not one violation";
  EXPECT_EQ(result.violations[0].kind(), ViolationKind::misuse);
  return result.violations[0].message();
}

std::vector<std::string> touched_by(Execution& execution, std::size_t event) {
  std::vector<std::string> touched;
  for (const ResourceAccess& access : execution.trace().resources(event)) {
    touched.push_back((access.access == Access::read ? "reads " : "writes ") +
                      execution.narrator().resource_text(access.resource));
  }
  return touched;
}

TEST(Constants, CloseACircleInTheSetUp) {
  for (const Backtrack backtrack : {Backtrack::undo, Backtrack::local, Backtrack::replay}) {
    const CheckResult result = check(
        [](System& system) {
          const auto one = system.spawn_as<Peer>("one");
          const auto two = system.spawn_as<Peer>("two");
          system.set(one, &Peer::other, two);  // a field that is public
          system.set(two, &Peer::know, one);   // a function
          system.send(one, Go{});
          system.send(two, Go{});
          system.at_end([=](const End& end) {
            end.check(end.actor(one).heard() == 1 && end.actor(two).heard() == 1, "both heard");
          });
        },
        {.backtrack = backtrack});
    EXPECT_EQ(result.verdict, Verdict::ok);
    EXPECT_EQ(result.executions, 1U);  // nobody waits for the other to be introduced
    EXPECT_EQ(result.steps, 4U);
  }
}

TEST(Constants, WhatTheSetUpSetsIsThereWhenAnActorIsRebuilt) {
  const CheckResult result = check(
      [](System& system) {
        const auto unique = system.spawn<Unique>();
        system.set(unique, &Unique::start_at, 5);
        for (int i = 0; i < 3; ++i) system.send(unique, Go{});
        system.at_end(
            [=](const End& end) { end.check(end.actor(unique).value() == 8, "5 and 3"); });
      },
      {.reduction = "exhaustive"});
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.executions, 6U);  // 3! orders
}

TEST(Constants, AreNotReadBeforeTheyAreSet) {
  EXPECT_EQ(misuse_of([](System& system) { system.send(system.spawn<Peer>(), Go{}); }),
            "misuse: a Constant is read before it is set; give it its value in the constructor, by "
            "System::set or by set() (peer on Go{}, step 1)");
}

TEST(Constants, AreNotSetTwice) {
  EXPECT_EQ(misuse_of([](System& system) {
              const auto peer = system.spawn<Peer>();
              system.set(peer, &Peer::other, peer);
              system.send(peer, Meet{peer});
            }),
            "misuse: a Constant that has its value is set again (peer on Meet{peer}, step 1)");
  EXPECT_EQ(misuse_of([](System& system) {
              const auto peer = system.spawn<Peer>();
              for (int i = 0; i < 2; ++i) system.set(peer, &Peer::other, peer);
            }),
            "the set-up failed in the step of peer on set peer: a Constant that has its "
            "value is set again");
}

TEST(Constants, AreWrittenByWhoSetsThemAndReadByWhoReadsThem) {
  const auto introduced = [](System& system) {
    const auto peer = system.spawn<Peer>();
    system.send(peer, Meet{peer});
    system.send(peer, Go{});
  };
  Execution execution(introduced);
  execution.run();
  EXPECT_THAT(touched_by(execution, 0), ElementsAre("reads peer.control", "writes peer.other"));
  EXPECT_THAT(touched_by(execution, 1), ElementsAre("reads peer.control", "reads peer.other"));
  // So the order in which the reference is missing is found.
  EXPECT_THAT(misuse_of(introduced), ::testing::HasSubstr("a Constant is read before it is set"));
}

/// One whose value is given when it is built records nothing.
class Fixed : public Actor<Fixed> {
 public:
  void on(Go) { check(number_ == 5, "it is five"); }

 private:
  Constant<int> number_ = 5;
};

TEST(Constants, ThatAreBuiltWithTheirValueAreNoFields) {
  Execution execution([](System& system) { system.send(system.spawn<Fixed>(), Go{}); });
  execution.run();
  EXPECT_THAT(touched_by(execution, 0), ElementsAre("reads fixed.control"));
}

class AllNamed : public Actor<AllNamed> {
 public:
  void on(Go) {
    ++number_;
    map_.set(1, 2);
    vector_.push_back(1);
    ++count_;
    list_.edit().push_back(3);
  }

 private:
  HARRIER_FIELD(number_, Tracked<int>) = 1;
  HARRIER_FIELD(map_, TrackedMap<int, int>);
  HARRIER_FIELD(vector_, TrackedVector<int>){2, 0};
  HARRIER_FIELD(count_, Counter<>) = 3;
  HARRIER_FIELD(list_, Tracked<std::vector<int>>) = std::vector{1, 2};
};

TEST(FieldNames, ComeFromTheDeclaration) {
  Execution execution([](System& system) { system.send(system.spawn_as<AllNamed>("a"), Go{}); });
  execution.run();
  std::vector<std::string> touched = touched_by(execution, 0);
  for (const char* name : {"number", "map", "vector", "count", "list"}) {
    EXPECT_THAT(touched, ::testing::Contains(std::string("writes a.") + name));
  }
}

}  // namespace
}  // namespace harrier::testing
