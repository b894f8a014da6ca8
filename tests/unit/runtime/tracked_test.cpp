// What tracked fields, containers and counters record, and which actors count as field-level.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

struct Go {
  int number = 0;
};

std::string access_text(Access access) {
  switch (access) {
    case Access::read:
      return "reads ";
    case Access::update:
      return "updates ";
    case Access::write:
      return "writes ";
  }
  return "";
}

std::vector<std::string> touched_by(Execution& execution, std::size_t event) {
  std::vector<std::string> texts;
  for (const ResourceAccess& touched : execution.trace().resources(event)) {
    texts.push_back(access_text(touched.access) +
                    execution.narrator().resource_text(touched.resource));
  }
  return texts;
}

class Fields : public Actor<Fields> {
 public:
  void on(Go m) {
    switch (m.number) {
      case 0:
        return;
      case 1:
        (void)a_.get();
        return;
      case 2:
        a_ = 1;
        return;
      case 3:
        a_ += 1;
        return;
      case 4:
        b_ = a_;
        return;
      case 5:
        n_ += 2;
        return;
      case 6:
        (void)n_.get();
        return;
      case 7:
        ++n_;
        (void)n_.get();
        return;
      case 8:
        n_.set(0);
        return;
      case 9:
        stop();
        return;
      default:
        (void)*limit_;
    }
  }

 private:
  Tracked<int> a_{"a", 0};
  Tracked<int> b_{"b", 0};
  Counter<int> n_{0, "n"};
  Constant<int> limit_ = 3;
};

std::vector<std::string> fields_touched(int number) {
  Execution execution(
      [=](System& system) { system.send(system.spawn_as<Fields>("it"), Go{number}); });
  execution.run();
  return touched_by(execution, 0);
}

TEST(Tracked, RecordsHowAStepTouchesIt) {
  // Every delivery reads whether its receiver is there.
  EXPECT_THAT(fields_touched(0), ElementsAre("reads it.control"));
  EXPECT_THAT(fields_touched(1), ElementsAre("reads it.control", "reads it.a"));
  EXPECT_THAT(fields_touched(2), ElementsAre("reads it.control", "writes it.a"));
  EXPECT_THAT(fields_touched(3), ElementsAre("reads it.control", "writes it.a"));
  EXPECT_THAT(fields_touched(4), ElementsAre("reads it.control", "reads it.a", "writes it.b"));
}

TEST(Counter, RecordsAdditionsAsUpdates) {
  EXPECT_THAT(fields_touched(5), ElementsAre("reads it.control", "updates it.n"));
  EXPECT_THAT(fields_touched(6), ElementsAre("reads it.control", "reads it.n"));
  EXPECT_THAT(fields_touched(7), ElementsAre("reads it.control", "writes it.n"));  // both
  EXPECT_THAT(fields_touched(8), ElementsAre("reads it.control", "writes it.n"));
}

TEST(Tracked, EndingWritesControlAndConstantsAreFree) {
  EXPECT_THAT(fields_touched(9), ElementsAre("writes it.control"));
  EXPECT_THAT(fields_touched(10), ElementsAre("reads it.control"));
}

TEST(Dependence, ByActorMakesEveryDeliveryWriteTheActor) {
  Execution execution([](System& system) { system.send(system.spawn_as<Fields>("it"), Go{1}); },
                      {.dependence = Dependence::actor});
  execution.run();
  EXPECT_THAT(touched_by(execution, 0), ElementsAre("writes it"));
}

class OneForgotten : public Actor<OneForgotten> {
 public:
  void on(Go) { ++value_; }

 private:
  Tracked<int> value_ = 0;
  int forgotten_ = 0;
};

/// A byte that no tracked member covers, where only padding could be.
class ByteInPadding : public Actor<ByteInPadding> {
 public:
  void on(Go) { ++value_; }

 private:
  Tracked<char> value_ = 0;
  char forgotten_ = 1;
};

class OnlyPadding : public Actor<OnlyPadding> {
 public:
  void on(Go) { ++small_; }

 private:
  Tracked<char> small_{"small", 0};
  Constant<double> large_ = 0.5;
};

class WithUntrackedBase : public std::vector<int>, public Actor<WithUntrackedBase> {
 public:
  void on(Go) { push_back(1); }
};

template <class A>
std::vector<std::string> touched_by_first() {
  Execution execution([](System& system) { system.send(system.spawn_as<A>("it"), Go{}); });
  execution.run();
  return touched_by(execution, 0);
}

TEST(Coverage, AnActorWithUntrackedStateIsWrittenAsAWhole) {
  EXPECT_THAT(touched_by_first<OneForgotten>(), ElementsAre("writes it"));
  EXPECT_THAT(touched_by_first<ByteInPadding>(), ElementsAre("writes it"));
  EXPECT_THAT(touched_by_first<WithUntrackedBase>(), ElementsAre("writes it"));
}

/// Behind the base and at the end there is padding, and no constructor of its own skips it.
class PaddedContainer : public Actor<PaddedContainer> {
 public:
  void on(Go) { list_ = {1}; }

 private:
  Tracked<std::vector<int>> list_{"list", {}};
  Tracked<char> last_ = 0;
};

TEST(Coverage, PaddingIsNoState) {
  EXPECT_THAT(touched_by_first<OnlyPadding>(), ElementsAre("reads it.control", "writes it.small"));
  EXPECT_THAT(touched_by_first<PaddedContainer>(),
              ElementsAre("reads it.control", "writes it.list"));
}

/// Members without a value of their own are zero in every actor of the type, as in `A()`.
class Unset : public Actor<Unset> {
 public:
  void on(Go) { check(value_ == 0, "it is zero"); }

 private:
  int value_;
};

struct Set {};
struct Look {};

template <class A>
std::uint64_t executions_of_set_and_look() {
  const CheckResult result = check(
      [](System& system) {
        const auto it = system.spawn<A>();
        system.send(it, Set{});
        system.send(it, Look{});
      },
      {});
  EXPECT_EQ(result.verdict, Verdict::ok);
  return result.executions;
}

/// A member that the constructor leaves as it is, where padding could be.
class Uninitialised : public Actor<Uninitialised> {
 public:
  void on(Set) { value_ = 7; }
  void on(Look) {
    if (value_ == 7) seen_ = 1;
  }

 private:
  Constant<int> number_{1};
  int value_;
  Constant<double> last_{1};
  Tracked<int> seen_{"seen", 0};
};

TEST(Coverage, AMemberTakenForPaddingIsFoundWhenItChanges) {
  EXPECT_EQ(executions_of_set_and_look<Uninitialised>(), 2U);
}

struct WithMore : Tracked<long> {
  using Tracked::Tracked;
  int more;
};
struct Beside {
  [[no_unique_address]] Tracked<char> first{'a'};
  char second;
};

/// Members that would fit into what a tracked one leaves free at its end.
template <class Member>
class Holder : public Actor<Holder<Member>> {
 public:
  void on(Set) { hidden() = 7; }
  void on(Look) {
    if (hidden() == 7) seen_ = 1;
  }

 private:
  auto& hidden() {
    if constexpr (requires { member_.more; }) {
      return member_.more;
    } else {
      return member_.second;
    }
  }
  Member member_;
  Tracked<int> seen_{"seen", 0};
};

TEST(Coverage, NothingHidesInATrackedMember) {
  EXPECT_EQ(executions_of_set_and_look<Holder<WithMore>>(), 2U);
  EXPECT_EQ(executions_of_set_and_look<Holder<Beside>>(), 2U);
}

TEST(Coverage, LookingForPaddingLeavesNoTraces) {
  const CheckResult result = check([](System& system) {
    for (int i = 0; i < 2; ++i) system.send(system.spawn<Unset>(), Go{});
  });
  EXPECT_EQ(result.verdict, Verdict::ok);
}

/// What a step of a container holder does.
enum class Do { set1, set2, find1, edit1, erase2, size, clear, push };
struct Run {
  Do what;
};

class Maps : public Actor<Maps> {
 public:
  void on(Run m) {
    switch (m.what) {
      case Do::set1:
        return map_.set(1, 1);
      case Do::set2:
        return map_.set(2, 1);
      case Do::find1:
        return (void)map_.find(1);
      case Do::edit1:
        return (void)++map_.edit(1);
      case Do::erase2:
        return map_.erase(2);
      case Do::size:
        return (void)map_.size();
      case Do::clear:
        return map_.clear();
      case Do::push:
        return;
    }
  }

 private:
  TrackedMap<int, int> map_{"map"};
};

class Vectors : public Actor<Vectors> {
 public:
  void on(Run m) {
    switch (m.what) {
      case Do::set1:
        return vector_.set(1, 1);
      case Do::set2:
        return vector_.set(2, 1);
      case Do::find1:
        return (void)vector_[1];
      case Do::edit1:
        return (void)++vector_.edit(1);
      case Do::size:
        return (void)vector_.size();
      case Do::clear:
        vector_.clear();
        for (int i = 0; i < 4; ++i) vector_.push_back(0);
        return;
      case Do::push:
        return vector_.push_back(1);
      case Do::erase2:
        return;
    }
  }

 private:
  TrackedVector<int> vector_{4, 0, "vector"};
};

/// Counts the classes of two steps on one container: 2 where they conflict, 1 where they commute.
template <class A>
std::size_t classes_of_two(Do first, Do second) {
  return classes_of(
             [=](System& system) {
               const auto actor = system.spawn<A>();
               system.send(actor, Run{first});
               system.send(actor, Run{second});
             },
             {.reduction = "optimal"})
      .size();
}

template <class A>
void elements_meet_only_on_themselves() {
  EXPECT_EQ(classes_of_two<A>(Do::set1, Do::set2), 1U);
  EXPECT_EQ(classes_of_two<A>(Do::edit1, Do::set2), 1U);
  EXPECT_EQ(classes_of_two<A>(Do::find1, Do::set2), 1U);
  EXPECT_EQ(classes_of_two<A>(Do::find1, Do::find1), 1U);
  EXPECT_EQ(classes_of_two<A>(Do::set1, Do::set1), 2U);
  EXPECT_EQ(classes_of_two<A>(Do::find1, Do::set1), 2U);
  EXPECT_EQ(classes_of_two<A>(Do::edit1, Do::edit1), 2U);
}

template <class A>
void the_whole_meets_every_change() {
  EXPECT_EQ(classes_of_two<A>(Do::size, Do::size), 1U);
  EXPECT_EQ(classes_of_two<A>(Do::size, Do::find1), 1U);
  EXPECT_EQ(classes_of_two<A>(Do::size, Do::set1), 2U);
  EXPECT_EQ(classes_of_two<A>(Do::size, Do::edit1), 2U);
  EXPECT_EQ(classes_of_two<A>(Do::clear, Do::set1), 2U);
  EXPECT_EQ(classes_of_two<A>(Do::clear, Do::find1), 2U);
  EXPECT_EQ(classes_of_two<A>(Do::clear, Do::size), 2U);
}

TEST(TrackedMap, KeysMeetOnlyOnThemselves) {
  elements_meet_only_on_themselves<Maps>();
  EXPECT_EQ(classes_of_two<Maps>(Do::set1, Do::erase2), 1U);
  EXPECT_EQ(classes_of_two<Maps>(Do::set2, Do::erase2), 2U);
  EXPECT_EQ(classes_of_two<Maps>(Do::size, Do::erase2), 2U);
}
TEST(TrackedMap, TheWholeMeetsEveryChange) { the_whole_meets_every_change<Maps>(); }

TEST(TrackedVector, ElementsMeetOnlyOnThemselves) { elements_meet_only_on_themselves<Vectors>(); }
TEST(TrackedVector, TheWholeMeetsEveryChange) {
  the_whole_meets_every_change<Vectors>();
  EXPECT_EQ(classes_of_two<Vectors>(Do::push, Do::push), 2U);
  EXPECT_EQ(classes_of_two<Vectors>(Do::push, Do::set1), 2U);
}

class Adder : public Actor<Adder> {
 public:
  void on(Go m) {
    if (m.number == 0) {
      (void)sum_.get();
    } else {
      sum_ += m.number;
    }
  }

 private:
  Counter<> sum_ = 0;
};

TEST(Counter, OnlyReadingOrdersAdditions) {
  const auto classes = [](std::vector<int> numbers) {
    return classes_of(
               [=](System& system) {
                 const auto adder = system.spawn<Adder>();
                 for (const int number : numbers) system.send(adder, Go{number});
               },
               {.reduction = "optimal"})
        .size();
  };
  EXPECT_EQ(classes({1, 2, 3}), 1U);
  EXPECT_EQ(classes({1, 2, 0}), 4U);  // each addition before or after the read
  EXPECT_EQ(classes({0, 0, 0}), 1U);
}

TEST(TrackedContainers, WorkAsPlainValuesOutsideActors) {
  TrackedMap<int, std::string> map;
  map.set(1, "one");
  map.edit(2) = "two";
  EXPECT_EQ(map.find(1), "one");
  EXPECT_EQ(map.find(3), std::nullopt);
  EXPECT_TRUE(map.contains(2));
  EXPECT_EQ(map.size(), 2U);
  map.erase(1);
  EXPECT_EQ(map.all(), (std::map<int, std::string>{{2, "two"}}));
  map.clear();
  EXPECT_TRUE(map.empty());

  TrackedVector<int> vector;
  vector.push_back(1);
  vector.push_back(2);
  vector.set(0, 5);
  vector.edit(1) += 1;
  EXPECT_EQ(vector.all(), (std::vector<int>{5, 3}));
  EXPECT_EQ(vector[0], 5);

  Counter<> counter = 3;
  counter -= 1;
  ++counter;
  counter--;
  EXPECT_EQ(counter.get(), 2);

  Tracked<int> tracked = 1;
  tracked = tracked + 1;
  EXPECT_EQ(tracked++, 2);
  EXPECT_EQ(*tracked, 3);
}

class Wide : public Actor<Wide> {
 public:
  void on(Go m) { fields_[static_cast<std::size_t>(m.number)] = 1; }

 private:
  std::array<Tracked<int>, 66> fields_;
};

TEST(Tracked, FieldsBeyondTheLimitShareOneBit) {
  const auto classes = [](int first, int second) {
    return classes_of(
               [=](System& system) {
                 const auto wide = system.spawn<Wide>();
                 system.send(wide, Go{first});
                 system.send(wide, Go{second});
               },
               {.reduction = "optimal"})
        .size();
  };
  EXPECT_EQ(classes(0, 1), 1U);
  EXPECT_EQ(classes(62, 65), 1U);
  EXPECT_EQ(classes(63, 65), 2U);  // the 64th and all after it are one resource
}

}  // namespace
}  // namespace harrier::testing
