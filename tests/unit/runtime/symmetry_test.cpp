// States of native actors compared but for who is who, and what is refused there.
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "harrier/harrier.hpp"

namespace harrier {
namespace {

using ::testing::HasSubstr;

CheckOptions symmetric() {
  return {.states = {.on = true,
                     .reduction = StateReduction::none,
                     .comparison = StateComparison::symmetric}};
}

struct Start {};
struct Value {
  int number = 0;
};

/// Counts what it gets.
class Receiver : public Actor<Receiver> {
 public:
  void on(Value) { ++count_; }
  void on(const To<Value>& who) { last_ = who; }
  const To<Value>& last() const { return last_.get(); }

 private:
  Tracked<int> count_ = 0;
  Tracked<To<Value>> last_;
};

class Sender : public Actor<Sender> {
 public:
  explicit Sender(Ref<Receiver> receiver) : receiver_(receiver) {}
  void on(Start) { send(receiver_, Value{}); }
  void on(Value) {}

 private:
  Constant<Ref<Receiver>> receiver_;
};

/// Starts several actors that are said to be interchangeable.
template <class A, class... Args>
std::vector<Ref<A>> start_all(System& system, int count, const Args&... args) {
  std::vector<Ref<A>> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(system.spawn<A>(args...));
    system.send(all.back(), Start{});
  }
  system.interchangeable(all);
  return all;
}

TEST(Symmetry, CountsActorsInsteadOfNamingThem) {
  const CheckResult result = check(
      [](System& system) { start_all<Sender>(system, 8, system.spawn<Receiver>()); }, symmetric());
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.states->distinct, 45U);  // (8 + 1)(8 + 2) / 2: to be sent, on its way, received
}

class Parent : public Actor<Parent> {
 public:
  explicit Parent(Ref<Receiver> receiver) : receiver_(receiver) {}
  void on(Start) { send(spawn<Sender>(receiver_.get()), Start{}); }

 private:
  Constant<Ref<Receiver>> receiver_;
};

TEST(Symmetry, RenamesChildrenWithTheirParents) {
  const CheckResult result = check(
      [](System& system) { start_all<Parent>(system, 4, system.spawn<Receiver>()); }, symmetric());
  EXPECT_EQ(result.states->distinct, 35U);  // 7 over 3: four are at one of four points
}

class Reporter : public Actor<Reporter> {
 public:
  explicit Reporter(Ref<Receiver> receiver) : receiver_(receiver) {}
  void on(Start) { send(receiver_, To<Value>(self())); }
  void on(Value) {}

 private:
  Constant<Ref<Receiver>> receiver_;
};

TEST(Symmetry, LooksAtEndsInEveryArrangement) {
  const CheckResult result = check(
      [](System& system) {
        const auto receiver = system.spawn<Receiver>();
        const auto all = start_all<Reporter>(system, 3, receiver);
        // The check looks at nobody of the three, but at who knows them.
        system.at_end([receiver, second = all[1]](const End& end) {
          end.check(!(end.actor(receiver).last() == To<Value>(second)), "not the second");
        });
      },
      symmetric());
  EXPECT_EQ(result.verdict, Verdict::violation);
}

TEST(Symmetry, ChecksEndsOnceWhereNobodyIsToldApart) {
  int checks = 0;
  const CheckResult result = check(
      [&checks](System& system) {
        const auto receiver = system.spawn<Receiver>();
        start_all<Sender>(system, 3, receiver);
        system.at_end([&checks, receiver](const End& end) {
          ++checks;
          static_cast<void>(end.actor(receiver));
        });
      },
      symmetric());
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_LE(checks, 2);  // and once more in the audit, in a process of its own
}

std::string refusal(const std::function<void(System&)>& set_up) {
  try {
    check(set_up, symmetric());
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}
template <class A>
std::string refusal_of() {
  return refusal([](System& system) { start_all<A>(system, 3); });
}

/// Gives everybody a number of his own.
class Booth : public Actor<Booth> {
 public:
  void on(const To<Value>& who) {
    ++count_;
    send(who, Value{count_});
  }

 private:
  Tracked<int> count_ = 0;
};
class Visitor : public Actor<Visitor> {
 public:
  explicit Visitor(Ref<Booth> booth) : booth_(booth) {}
  void on(Start) { send(booth_, To<Value>(self())); }
  void on(Value value) { ticket_ = value.number; }

 private:
  Constant<Ref<Booth>> booth_;
  Tracked<int> ticket_ = 0;
};

TEST(Symmetry, RefusesEndsOfTooManyArrangements) {
  EXPECT_THAT(
      refusal([](System& system) {
        const auto all = start_all<Visitor>(system, 7, system.spawn<Booth>());
        system.at_end([first = all[0]](const End& end) { static_cast<void>(end.actor(first)); });
      }),
      HasSubstr("can be arranged in more than 1000 ways"));
}

class Numbered : public Actor<Numbered> {
 public:
  explicit Numbered(int number) : number_(number) {}
  void on(Start) {}

 private:
  Constant<int> number_;
};

TEST(Symmetry, RefusesASetUpThatTellsActorsApart) {
  EXPECT_THAT(refusal([](System& system) {
                system.interchangeable({system.spawn<Numbered>(1), system.spawn<Numbered>(2)});
              }),
              HasSubstr("numbered and numbered.2 are said to be interchangeable, but at the start "
                        "they can be told apart: the state of numbered would be another"));
  EXPECT_THAT(refusal([](System& system) {
                const auto all = start_all<Numbered>(system, 2, 1);
                system.send(all[1], Start{});
              }),
              HasSubstr("the message Start{} to numbered.2 would"));
  EXPECT_THAT(refusal([](System& system) {
                const auto all = start_all<Numbered>(system, 2, 1);
                system.interchangeable({all[0]});
              }),
              HasSubstr("numbered is said to be interchangeable twice"));
  EXPECT_THAT(refusal([](System& system) { system.spawn<Numbered>(1); }),
              HasSubstr("does not say which actors are interchangeable"));
}

class Listing : public Actor<Listing> {
 public:
  void set_all(const std::vector<Ref<Listing>>& all) { all_ = all; }
  void on(Start) {}

 private:
  Tracked<std::vector<Ref<Listing>>> all_;
};
class Gathering : public Actor<Gathering> {
 public:
  void set_all(const std::vector<Ref<Gathering>>& all) { all_ = Peers(all); }
  void on(Start) {}

 private:
  Tracked<Peers<Gathering>> all_;
};
template <class A>
void know_each_other(System& system) {
  const auto all = start_all<A>(system, 3);
  for (const auto one : all) system.set(one, &A::set_all, all);
}

TEST(Symmetry, TakesPeersForASetAndAListForAnOrder) {
  EXPECT_THAT(refusal(know_each_other<Listing>),
              HasSubstr("the state of listing would be another"));
  EXPECT_EQ(refusal(know_each_other<Gathering>), "");
}

class Hiding : public Actor<Hiding> {
 public:
  void on(Start) {}
  void hash_append(Hasher&) const {}
};
class Untracked : public Actor<Untracked> {
 public:
  void on(Start) { who_ = self(); }

 private:
  Ref<Untracked> who_;
};
struct Hidden {
  int number = 0;
  void hash_append(Hasher&) const {}
};
class Holding : public Actor<Holding> {
 public:
  void on(Start) { hidden_ = Hidden{1}; }

 private:
  Tracked<Hidden> hidden_;
};
class Mapping : public Actor<Mapping> {
 public:
  void on(Start) { ids_.edit()[self().id()] = 1; }

 private:
  Tracked<std::map<ActorId, int>> ids_;
};

TEST(Symmetry, RefusesWhatMayHideReferences) {
  EXPECT_THAT(refusal_of<Hiding>(), HasSubstr("Hiding says by hash_append what of it counts"));
  EXPECT_THAT(refusal_of<Untracked>(), HasSubstr("Untracked has a member that is not tracked"));
  EXPECT_THAT(refusal_of<Holding>(), HasSubstr("Hidden, in which interchangeable actors cannot"));
  EXPECT_THAT(refusal_of<Mapping>(),
              HasSubstr("in which interchangeable actors cannot be renamed"));
}

class Counting : public Actor<Counting> {
 public:
  void on(Start) { number_ = self().id().value; }

 private:
  Tracked<std::uint32_t> number_ = 0;
};
class Waiting : public Actor<Waiting> {
 public:
  Task<> on(Start) {
    co_await until([this] { return goes_on_.get(); });
  }

 private:
  Tracked<bool> goes_on_ = false;
};

TEST(Symmetry, RefusesActorsThatDoNotDoTheSame) {
  EXPECT_THAT(refusal_of<Counting>(),
              HasSubstr("do not do the same once they change places: after 1 steps, the state is "
                        "another"));
  EXPECT_THAT(refusal_of<Waiting>(), HasSubstr("does not go with replies and handlers that wait"));
}

}  // namespace
}  // namespace harrier
