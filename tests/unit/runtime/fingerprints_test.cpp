// Which states of native actors are one.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <string>
#include <unordered_set>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using testing::Execution;
using ::testing::HasSubstr;

const ProgramOptions compared{.states = StateComparison::actors};

Fingerprint state_of(Execution& execution) { return execution.program().fingerprints()->state(); }

struct Put {
  int key = 0;
  std::string value = {};
};
struct Nudge {};

class Store : public Actor<Store> {
 public:
  void on(const Put& put) { values_.edit()[put.key] = put.value; }
  void on(Nudge) { nudged_ = !nudged_; }

 private:
  Tracked<std::map<int, std::string>> values_;
  Tracked<bool> nudged_ = false;
};

void two_puts(System& system) {
  const auto store = system.spawn<Store>();
  system.send(store, Put{1, "a"});
  system.send(store, Put{2, "b"});
  system.send(store, Nudge{});
  system.send(store, Nudge{});
}

TEST(Fingerprints, DoNotDependOnTheWay) {
  Execution one(two_puts, compared);
  Execution other(two_puts, compared);
  one.deliver("Put{1, \"a\"}");
  one.deliver("Put{2, \"b\"}");
  other.deliver("Put{2, \"b\"}");
  EXPECT_NE(state_of(one), state_of(other));
  other.deliver("Put{1, \"a\"}");
  EXPECT_EQ(state_of(one), state_of(other));
}

TEST(Fingerprints, AreTakenBackWithTheSteps) {
  Execution execution(two_puts, compared);
  const Fingerprint first = state_of(execution);
  execution.deliver("Nudge{}");
  const Fingerprint nudged = state_of(execution);
  EXPECT_NE(nudged, first);
  execution.undo();
  EXPECT_EQ(state_of(execution), first);
  execution.deliver("Put{1, \"a\"}");
  execution.undo();
  execution.deliver("Nudge{}");
  EXPECT_EQ(state_of(execution), nudged);
}

TEST(Fingerprints, NameEqualMessagesAlike) {
  Execution execution(two_puts, compared);
  Fingerprints& fingerprints = *execution.program().fingerprints();
  EXPECT_EQ(fingerprints.content(MessageId(2)), fingerprints.content(MessageId(3)));
  EXPECT_NE(fingerprints.content(MessageId(0)), fingerprints.content(MessageId(1)));
}

class Nudger : public Actor<Nudger> {
 public:
  explicit Nudger(Ref<Store> store, int number) : store_(store), number_(number) {}
  void on(Nudge) {
    send(store_, Nudge{});
    send(store_, Put{number_.get(), ""});
  }

 private:
  Constant<Ref<Store>> store_;
  Constant<int> number_;
};

void two_nudgers(System& system) {
  const auto store = system.spawn<Store>();
  for (const int number : {1, 2}) system.send(system.spawn<Nudger>(store, number), Nudge{});
}

/// Returns whether the messages that two actors send to a third are named alike.
bool are_alike(DeliveryModel delivery) {
  ProgramOptions options = compared;
  options.delivery = delivery;
  Execution execution(two_nudgers, options);
  execution.deliver("Nudge{}");
  execution.deliver("Nudge{}");
  const std::span<const MessageId> pending = execution.program().pending();
  Fingerprints& fingerprints = *execution.program().fingerprints();
  return fingerprints.content(pending[0]) == fingerprints.content(pending[2]);
}

TEST(Fingerprints, NameMessagesBySenderWhereItsOthersWaitBehindThem) {
  EXPECT_TRUE(are_alike(DeliveryModel::bag));
  EXPECT_TRUE(are_alike(DeliveryModel::mailbox));
  EXPECT_FALSE(are_alike(DeliveryModel::fifo));
  EXPECT_FALSE(are_alike(DeliveryModel::causal));
}

struct Work {
  double amount = 0;
};
class Plain : public Actor<Plain> {
 public:
  void on(Work work) { sum_ += work.amount; }

 private:
  double sum_ = 0;  // not tracked, and plain bytes
};

TEST(Fingerprints, SeeMembersThatAreNotTrackedIfTheyArePlain) {
  const auto set_up = [](System& system) {
    const auto plain = system.spawn<Plain>();
    system.send(plain, Work{1});
    system.send(plain, Work{-1});
    system.send(plain, Work{0});
  };
  Execution one(set_up, compared);
  Execution other(set_up, compared);
  one.deliver("Work{1}");
  other.deliver("Work{0}");
  EXPECT_NE(state_of(one), state_of(other));
  one.deliver("Work{-1}");
  one.deliver("Work{0}");
  other.deliver("Work{-1}");
  other.deliver("Work{1}");
  EXPECT_EQ(state_of(one), state_of(other));
}

template <class A>
std::string refusal() {
  try {
    Execution execution([](System& system) { system.send(system.spawn<A>(), Nudge{}); }, compared);
    execution.run();
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

class Pointing : public Actor<Pointing> {
 public:
  void on(Nudge) { at_ = nullptr; }

 private:
  HARRIER_FIELD(at_, Tracked<const int*>) = nullptr;
};
class Naming : public Actor<Naming> {
 public:
  void on(Nudge) { name_ += "!"; }

 private:
  std::string name_;
};
class Addressing : public Actor<Addressing> {
 public:
  void on(Nudge) { self_ = this; }

 private:
  void* self_ = this;
};

TEST(Fingerprints, RefuseMembersThatCannotBeHashed) {
  // Compilers write the type differently.
  EXPECT_THAT(
      refusal<Pointing>(),
      AllOf(ContainsRegex("Pointing has 'at' of type const int ?[*], which cannot be hashed"),
            HasSubstr("; give that type, or Pointing, 'void hash_append(harrier::Hasher&) "
                      "const'")));
  EXPECT_THAT(refusal<Naming>(),
              HasSubstr("Naming has a member that is not tracked and is not plain bytes"));
  EXPECT_THAT(
      refusal<Addressing>(),
      HasSubstr("Addressing has a member that is not tracked and seems to hold an address"));
}

class Forgetful : public Actor<Forgetful> {
 public:
  void on(Nudge) {}
  void hash_append(Hasher& hasher) const {
    static std::uint64_t count = 0;
    hasher.add(++count);
  }
};

TEST(Fingerprints, ThatAreNeverTheSameAreNoticed) {
  const CheckResult result =
      check([](System& system) { system.send(system.spawn<Forgetful>(), Nudge{}); },
            {.states = {.on = true}});
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
  EXPECT_THAT(result.incomplete_reason(), HasSubstr("has another fingerprint"));
}

/// Names nobody.
class NoNames final : public Hasher::Names {
 public:
  Fingerprint actor(ActorId) const override { return {}; }
  Fingerprint request(MessageId) const override { return {}; }
};
template <class T>
Fingerprint hashed(const T& value) {
  const NoNames names;
  Hasher hasher(names);
  hasher.add(value);
  EXPECT_EQ(hasher.refused(), "");
  return hasher.value();
}

TEST(Hasher, TakesUnorderedContainersAsSets) {
  std::unordered_set<int> few{1, 2, 3};
  std::unordered_set<int> many(1'000);
  for (const int number : {3, 2, 1}) many.insert(number);
  EXPECT_EQ(hashed(few), hashed(many));
  many.insert(4);
  EXPECT_NE(hashed(few), hashed(many));
}

TEST(Hasher, TakesAllThatIsNotANumberForOne) {
  EXPECT_EQ(hashed(std::nan("1")), hashed(-std::nan("2")));
  EXPECT_NE(hashed(0.0), hashed(1.0));
}

TEST(Hasher, TellsWhereOneValueEnds) {
  EXPECT_NE(hashed(std::pair<std::string, std::string>("ab", "c")),
            hashed(std::pair<std::string, std::string>("a", "bc")));
  EXPECT_NE(hashed(std::optional<int>()), hashed(std::optional<int>(0)));
  EXPECT_NE(hashed(std::variant<int, unsigned>(1)), hashed(std::variant<int, unsigned>(1U)));
}

}  // namespace
}  // namespace harrier
