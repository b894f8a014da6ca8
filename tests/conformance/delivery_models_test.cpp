// The delivery models: how many orders each leaves, counted by hand on three small programs, and
// that each model allows what the stricter ones allow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "explore/search.hpp"
#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Start {};
struct Next {};
struct Value {
  int number;
};

/// Its state tells every order of arrival from every other.
class Receiver : public Actor<Receiver> {
 public:
  void on(Value m) { digest_ = digest_ * 10 + m.number; }

 private:
  Tracked<int> digest_ = 0;
};

/// Sends one message at its start and, if there is a second, that in a later step.
class TwoStepSender : public Actor<TwoStepSender> {
 public:
  TwoStepSender(Ref<Receiver> receiver, int first, int second)
      : receiver_(receiver), first_(first), second_(second) {}
  void on(Start) {
    send(receiver_, Value{first_});
    if (second_ != 0) send(self(), Next{});
  }
  void on(Next) { send(receiver_, Value{second_}); }

 private:
  Constant<Ref<Receiver>> receiver_;
  Constant<int> first_;
  Constant<int> second_;
};

/// Sends to the receiver and then tells another, who sends to the receiver as well.
class Teller : public Actor<Teller> {
 public:
  Teller(Ref<Receiver> receiver, Ref<TwoStepSender> other) : receiver_(receiver), other_(other) {}
  void on(Start) {
    send(receiver_, Value{3});
    send(other_, Start{});
  }

 private:
  Constant<Ref<Receiver>> receiver_;
  Constant<Ref<TwoStepSender>> other_;
};

class ThreeAtOnce : public Actor<ThreeAtOnce> {
 public:
  explicit ThreeAtOnce(Ref<Receiver> receiver) : receiver_(receiver) {}
  void on(Start) {
    for (const int number : {1, 2, 3}) send(receiver_, Value{number});
  }

 private:
  Constant<Ref<Receiver>> receiver_;
};

/// a sends a1 and later a2; s sends b1 and then tells t, who sends b2.
void told_by_another(System& system) {
  const auto receiver = system.spawn<Receiver>();
  system.send(system.spawn_as<TwoStepSender>("a", receiver, 1, 2), Start{});
  const auto t = system.spawn_as<TwoStepSender>("t", receiver, 4, 0);
  system.send(system.spawn_as<Teller>("s", receiver, t), Start{});
}

/// a sends a1 and later a2; b and c send one each.
void three_senders(System& system) {
  const auto receiver = system.spawn<Receiver>();
  system.send(system.spawn_as<TwoStepSender>("a", receiver, 1, 2), Start{});
  system.send(system.spawn_as<TwoStepSender>("b", receiver, 3, 0), Start{});
  system.send(system.spawn_as<TwoStepSender>("c", receiver, 4, 0), Start{});
}

/// One sender, three messages.
void one_sender(System& system) {
  system.send(system.spawn<ThreeAtOnce>(system.spawn<Receiver>()), Start{});
}

constexpr std::array models{DeliveryModel::bag, DeliveryModel::fifo, DeliveryModel::causal,
                            DeliveryModel::mailbox};

/// Counts the classes under each model; `exhaustive` and `optimal` must find the same.
std::vector<std::size_t> class_counts(const Setup& setup, Dependence dependence) {
  std::vector<std::size_t> counts;
  for (const DeliveryModel model : models) {
    const CheckOptions all{.reduction = "exhaustive", .dependence = dependence, .delivery = model};
    CheckOptions reduced = all;
    reduced.reduction = "optimal";
    const std::set<ClassName> classes = classes_of(setup, reduced);
    EXPECT_EQ(classes_of(setup, all), classes);
    counts.push_back(classes.size());
  }
  return counts;
}

using Counts = std::vector<std::size_t>;

TEST(DeliveryModels, TellingAnotherIsCausalButNotFifo) {
  // bag: 4! orders of a1, a2, b1, b2 at the receiver. fifo: a1 before a2, half of them. causal: b1
  // before b2 as well, a quarter. mailbox: the order of sending, in which a1 comes before a2 and b1
  // before b2, and the two pairs mix freely: 4! / (2! 2!).
  const Counts expected{24, 12, 6, 6};
  EXPECT_EQ(class_counts(told_by_another, Dependence::actor), expected);
  EXPECT_EQ(class_counts(told_by_another, Dependence::field), expected);
}

TEST(DeliveryModels, IndependentSendersStayInAnyOrder) {
  // Only a1 before a2 is ever ordered: half of 4!.
  const Counts expected{24, 12, 12, 12};
  EXPECT_EQ(class_counts(three_senders, Dependence::actor), expected);
  EXPECT_EQ(class_counts(three_senders, Dependence::field), expected);
}

TEST(DeliveryModels, OneSenderIsOneOrderUnlessAnyGoes) {
  const Counts expected{6, 1, 1, 1};  // 3! and the order of sending
  EXPECT_EQ(class_counts(one_sender, Dependence::actor), expected);
  EXPECT_EQ(class_counts(one_sender, Dependence::field), expected);
}

std::uint64_t fifo_classes(const std::string& program, const std::vector<std::string>& arguments) {
  return classes_of(registered(program, arguments), {.reduction = "optimal",
                                                     .dependence = Dependence::actor,
                                                     .delivery = DeliveryModel::fifo,
                                                     .keep_going = true})
      .size();
}

TEST(DeliveryModels, FifoGivesThePublishedCounts) {
  EXPECT_EQ(fifo_classes("philosophers", {}), 31U);  // TransDPOR (FORTE'12) table 1
  EXPECT_EQ(fifo_classes("leader", {"n=3"}), 9U);    // an independent enumeration
  EXPECT_EQ(fifo_classes("leader", {"n=4"}), 35U);   // an independent enumeration
  EXPECT_EQ(fifo_classes("pipesort", {"n=4"}), 1U);  // every node has one sender
}

/// What every actor received, in order: it decides the end state of a program without choices.
using Received = std::map<std::string, std::vector<std::string>>;

std::set<Received> received_under(const ProgramFactory& make, DeliveryModel model) {
  const CheckOptions options{.reduction = "optimal",
                             .dependence = Dependence::actor,
                             .delivery = model,
                             .keep_going = true};
  std::set<Received> all;
  Search search(make, options);
  search.observe([&](const State& state) {
    Received received;
    for (const Event& event : state.trace.events()) {
      const Narrator& narrator = *state.program.narrator();
      received[narrator.actor_name(event.actor)].push_back(narrator.message_text(event.message));
    }
    all.insert(received);
  });
  EXPECT_TRUE(search.run().complete);
  return all;
}

struct Subject {
  std::string program;
  std::vector<std::string> arguments;

  friend void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.program; }
};

class Lattice : public ::testing::TestWithParam<Subject> {};

TEST_P(Lattice, EveryModelAllowsWhatTheStricterOnesAllow) {
  const ProgramFactory make = registered(GetParam().program, GetParam().arguments);
  std::set<Received> looser = received_under(make, DeliveryModel::bag);
  for (const DeliveryModel model :
       {DeliveryModel::fifo, DeliveryModel::causal, DeliveryModel::mailbox}) {
    std::set<Received> stricter = received_under(make, model);
    EXPECT_FALSE(stricter.empty());
    EXPECT_TRUE(std::ranges::includes(looser, stricter)) << static_cast<int>(model);
    looser = std::move(stricter);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Subjects, Lattice,
    ::testing::Values(Subject{"server", {}}, Subject{"registry", {}}, Subject{"fib", {"n=4"}},
                      Subject{"leader", {"n=3"}}, Subject{"pipesort", {"n=3"}},
                      Subject{"philosophers", {}}, Subject{"chameneos", {"meetings=1"}},
                      Subject{"shortpath", {"graph=3"}}, Subject{"pairs-deadlock", {}}),
    [](const ::testing::TestParamInfo<Subject>& subject) {
      std::string name = subject.param.program;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace harrier::testing
