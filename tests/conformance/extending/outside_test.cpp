// The worked examples of docs/adding-outside.md: what lies outside the actors, against all orders.
#include "harrier/outside.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/classes.hpp"
#include "examples/extending/alarms.hpp"
#include "examples/extending/budget.hpp"
#include "examples/extending/calls.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "harrier/harrier.hpp"
#include "tests/conformance/extending/page.hpp"

namespace harrier::testing {
namespace {

using extending::Alarm;
using extending::Alarms;
using extending::Budget;
using extending::Call;
using extending::Calls;
using extending::Return;
using Setting = std::function<void(System&)>;

struct Explored {
  CheckResult result;
  std::set<ClassName> classes;
};

Explored explore(const Setting& set_up, const char* reduction,
                 Dependence dependence = Dependence::field,
                 DeliveryModel delivery = DeliveryModel::bag) {
  CheckOptions options;
  options.reduction = reduction;
  options.dependence = dependence;
  options.delivery = delivery;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  const ProgramFactory make = [&](const ProgramOptions& how) { return make_program(set_up, how); };
  Explored explored;
  Search search(make, options, make_reduction(options));
  search.observe([&](const State& state) { explored.classes.insert(class_of(state.trace)); });
  explored.result = search.run();
  return explored;
}

/// Explores with all that finds every class, and returns how many there are.
std::size_t classes_of(const Setting& set_up, Dependence dependence = Dependence::field,
                       DeliveryModel delivery = DeliveryModel::bag) {
  const Explored all = explore(set_up, "exhaustive", dependence, delivery);
  EXPECT_TRUE(all.result.complete) << all.result.incomplete_reason();
  for (const char* reduction : {"source", "optimal", "udpor"}) {
    const Explored one = explore(set_up, reduction, dependence, delivery);
    EXPECT_TRUE(one.result.complete) << reduction << one.result.incomplete_reason();
    EXPECT_EQ(one.classes, all.classes) << reduction;
    if (std::string(reduction) == "optimal") {
      EXPECT_EQ(one.result.executions, all.classes.size());
    }
  }
  return all.classes.size();
}

struct Note {};
struct Fault {};

/// Sets alarms, is woken, and is told things.
class Sleeper : public Actor<Sleeper> {
 public:
  void on(Call) { send(self(), Alarm{due_}); }
  void on(Alarm m) { woken_ = woken_ * 4 + static_cast<int>(m.due); }
  bool accepts(const Alarm&) const { return awake_ || !picky_; }
  void on(Note) {
    awake_ = true;
    due_ = due_ + 1;
  }
  void on(Fault) { awake_ = false; }

  void sleep(unsigned due) { due_ = due; }
  void be_picky(bool picky) { picky_ = picky; }

 private:
  Tracked<unsigned> due_ = 1;
  Tracked<int> woken_ = 0;
  Tracked<bool> awake_ = false;
  Tracked<bool> picky_ = false;
};

TEST(OutsideAlarms, ComeInTheOrderOfTheirDueTimes) {
  const auto two = [](unsigned first, unsigned second) {
    return classes_of([=](System& system) {
      system.outside<Alarms>();
      for (const unsigned due : {first, second}) {
        system.send(system.spawn<Sleeper>(), Alarm{due});
      }
    });
  };
  EXPECT_EQ(two(1, 2), 1U);
  EXPECT_EQ(two(2, 1), 1U);
  EXPECT_EQ(two(1, 1), 2U);  // equal ones are in no order
}

/// A few sleepers with messages drawn at random.
Setting random_sleepers(std::uint32_t seed) {
  return [seed](System& system) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t count) {
      return static_cast<std::uint32_t>(random() % count);
    };
    system.outside<Alarms>();
    system.outside<Budget<Fault>>(1 + below(2));
    std::vector<Ref<Sleeper>> sleepers;
    for (std::uint32_t i = 2 + below(2); i > 0; --i) {
      sleepers.push_back(system.spawn<Sleeper>());
      system.set(sleepers.back(), &Sleeper::sleep, 1 + below(3));
      system.set(sleepers.back(), &Sleeper::be_picky, below(4) == 0);
    }
    for (std::uint32_t i = 3 + below(3); i > 0; --i) {
      const Ref<Sleeper> to = sleepers[below(static_cast<std::uint32_t>(sleepers.size()))];
      switch (below(5)) {
        case 0:
          system.send(to, Alarm{1 + below(3)});
          break;
        case 1:
          system.send(to, Note{});
          break;
        case 2:
          system.send(to, Fault{});
          break;
        default:
          system.send(to, Call{});
          break;
      }
    }
  };
}

TEST(RandomSleepers, AreExploredClassByClass) {
  std::size_t classes = 0;
  for (std::uint32_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const Dependence dependence = seed % 2 == 0 ? Dependence::field : Dependence::actor;
    const DeliveryModel delivery = static_cast<DeliveryModel>(seed / 2 % 4);
    classes += classes_of(random_sleepers(seed), dependence, delivery);
  }
  EXPECT_GT(classes, 600U);
}

/// Alarms that touch nothing when they are set: their races are lost.
class CarelessAlarms final : public Outside {
 public:
  void enter(const Inside& inside) override { alarms_.enter(inside); }
  std::string text() const override { return alarms_.text(); }
  const Gate* gate() const override { return &alarms_; }

 private:
  Alarms alarms_;
};

TEST(OutsideAlarms, ThatTouchNothingLoseClasses) {
  const Setting careless = [](System& system) {
    system.outside<CarelessAlarms>();
    const auto one = system.spawn<Sleeper>();
    system.send(one, Alarm{2});
    system.send(system.spawn<Sleeper>(), Call{});  // an alarm that is due at 1
  };
  EXPECT_LT(explore(careless, "optimal").classes.size(), classes_of([](System& system) {
              system.outside<Alarms>();
              const auto one = system.spawn<Sleeper>();
              system.send(one, Alarm{2});
              system.send(system.spawn<Sleeper>(), Call{});
            }));
}

/// So many actors with a fault and a message each, of which so many faults may happen.
Setting faulty(int actors, std::uint32_t budget) {
  return [=](System& system) {
    system.outside<Budget<Fault>>(budget);
    std::vector<Ref<Sleeper>> all;
    for (int i = 0; i < actors; ++i) all.push_back(system.spawn<Sleeper>());
    for (const auto& one : all) system.send(one, Note{});
    for (const auto& one : all) system.send(one, Fault{});
  };
}

TEST(OutsideBudgets, AreNotExceeded) {
  EXPECT_EQ(classes_of(faulty(2, 0), Dependence::actor), 1U);
  EXPECT_EQ(classes_of(faulty(2, 1), Dependence::actor), 4U);
  // Two of three faults in either order, each before or after its actor's message.
  EXPECT_EQ(classes_of(faulty(3, 2), Dependence::actor), 24U);
}

/// Is asked, and asks itself to tell when it is.
class Client : public Actor<Client> {
 public:
  void on(Call) { send(self(), Return{}); }
  void on(Return) {}
};

TEST(OutsideHistories, HaveAsManyClassesAsThereAreHistories) {
  // The labelled interval orders.
  for (const auto& [operations, histories] :
       std::vector<std::pair<int, std::uint64_t>>{{1, 1}, {2, 3}, {3, 19}, {4, 207}, {5, 3'451}}) {
    const Setting set_up = [operations = operations](System& system) {
      system.outside<Calls>();
      for (int i = 0; i < operations; ++i) system.send(system.spawn<Client>(), Call{});
    };
    EXPECT_EQ(explore(set_up, "optimal").result.executions, histories);
    if (operations <= 3) {
      EXPECT_EQ(classes_of(set_up), histories);
    }
  }
}

struct Add {
  Ref<class Caller> caller;
};

/// Counts, or forgets every second time that it has.
class Counting : public Actor<Counting> {
 public:
  void on(const Add& m);
  void forget(bool forgets) { forgets_ = forgets; }

 private:
  Tracked<int> count_ = 0;
  Tracked<bool> forgets_ = false;
};

class Caller : public Actor<Caller> {
 public:
  void on(Call) { send(counting_.get(), Add{self()}); }
  void on(Return) {}
  void ask(Ref<Counting> counting) { counting_ = counting; }

 private:
  Tracked<Ref<Counting>> counting_;
};

void Counting::on(const Add& m) {
  const int told = count_ + 1;
  if (!forgets_) count_ = told;
  send(m.caller, Return{told});
}

TEST(OutsideHistories, AreJudgedAtTheEnd) {
  const auto counting = [](bool forgets) -> Setting {
    return [=](System& system) {
      system.outside<Calls>();
      const auto counter = system.spawn<Counting>();
      system.set(counter, &Counting::forget, forgets);
      for (int i = 0; i < 2; ++i) {
        const auto caller = system.spawn<Caller>();
        system.set(caller, &Caller::ask, counter);
        system.send(caller, Call{});
      }
    };
  };
  EXPECT_EQ(explore(counting(false), "optimal").result.verdict, Verdict::ok);
  const CheckResult result = explore(counting(true), "optimal").result;
  ASSERT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(std::get<FailedEndCheck>(result.violations.front().finding).failure.text,
            "a call is told 1 when another was told as much before it began");
}

TEST(OutsidePage, ShowsTheExamples) {
  for (const char* name : {"alarms", "budget", "calls"}) {
    expect_shown("docs/adding-outside.md", "cpp",
                 text_of(std::string("examples/extending/") + name + ".hpp"));
  }
}

}  // namespace
}  // namespace harrier::testing
