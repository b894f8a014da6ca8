// What the audit of the first executions finds without being asked for: programs that do not
// repeat, and actors that share what nobody sees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "harrier/harrier.hpp"
#include "harrier/jobs.hpp"

namespace harrier::testing {
namespace {

using ::testing::HasSubstr;

struct Put {};
struct Get {};
struct Pointer {
  int* to;
  void hash_append(Hasher&) const {}
};
struct Shared {
  std::shared_ptr<int> to;
};

int global = 0;

/// Puts something where another one looks.
class Side : public Actor<Side> {
 public:
  explicit Side(int* place = &global) : place_(place) {}
  void on(Put) { *place_.get() = 1; }
  void on(Get) { seen_ = *place_.get(); }
  void on(Pointer m) { *m.to = 1; }
  void on(const Shared& m) { *m.to = 1; }
  void hash_append(Hasher& hasher) const { hasher.add(seen_); }

 private:
  Constant<int*> place_;
  Tracked<int> seen_{"seen", 0};
};

std::string reason(const std::function<void(System&)>& setup, CheckOptions options = {}) {
  const CheckResult result = check(setup, options);
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
  return result.incomplete_reason();
}

TEST(AuditByDefault, SeesAGlobal) {
  const auto setup = [](System& system) {
    global = 0;
    system.send(system.spawn<Side>(), Put{});
    system.send(system.spawn<Side>(), Get{});
  };
  EXPECT_THAT(reason(setup), HasSubstr("seen=1, not seen=0"));
  EXPECT_THAT(reason(setup), HasSubstr("in another order of steps"));
}

TEST(AuditByDefault, SeesAPointerInAConstant) {
  std::vector<std::unique_ptr<int>> kept;
  const auto setup = [&](System& system) {
    kept.push_back(std::make_unique<int>(0));
    system.send(system.spawn<Side>(kept.back().get()), Put{});
    system.send(system.spawn<Side>(kept.back().get()), Get{});
  };
  EXPECT_THAT(reason(setup), HasSubstr("in another order of steps"));
}

TEST(AuditByDefault, SeesAPointerInAMessage) {
  const auto raw = [](System& system) {
    global = 0;
    system.send(system.spawn<Side>(), Get{});
    system.send(system.spawn<Side>(), Pointer{&global});
  };
  EXPECT_THAT(reason(raw), HasSubstr("in another order of steps"));
  std::vector<std::shared_ptr<int>> kept;
  const auto shared = [&](System& system) {
    kept.push_back(std::make_shared<int>(0));
    system.send(system.spawn<Side>(kept.back().get()), Get{});
    system.send(system.spawn<Side>(), Shared{kept.back()});
  };
  EXPECT_THAT(reason(shared), HasSubstr("in another order of steps"));
}

struct Roll {};
class Dice : public Actor<Dice> {
 public:
  explicit Dice(int (*roll)()) : roll_(roll) {}
  void on(Roll) { value_ = roll_.get()(); }

 private:
  Constant<int (*)()> roll_;
  Tracked<int> value_{"value", 0};
};

TEST(AuditByDefault, SeesWhatDoesNotRepeat) {
  const auto with = [](int (*roll)()) {
    return [=](System& system) { system.send(system.spawn<Dice>(roll), Roll{}); };
  };
  EXPECT_THAT(reason(with([] { return std::rand(); })), HasSubstr("when executed again"));
  EXPECT_THAT(reason(with([] {
                static int calls = 0;
                return ++calls;
              })),
              HasSubstr("when executed again"));
}

// Actors of one creator get their names in the order in which they are created, which is not a
// difference.
struct Make {};
struct Nothing {};
class Child : public Actor<Child> {
 public:
  void on(Nothing) {}
};
class Maker : public Actor<Maker> {
 public:
  void on(Make) { send(spawn<Child>(), Nothing{}); }
};

TEST(AuditByDefault, IsNotConfusedByNames) {
  const auto setup = [](System& system) {
    const auto maker = system.spawn<Maker>();
    system.send(maker, Make{});
    system.send(maker, Make{});
    system.send(system.spawn<Maker>(), Make{});
  };
  EXPECT_EQ(check(setup, {}).verdict, Verdict::ok);
}

// What is looked at beyond the first 1,000 steps, and however it is explored.

struct Begin {};
struct Step {};
/// Decides first whether anybody looks at the global, then sends what takes many steps.
class Early : public Actor<Early> {
 public:
  explicit Early(Ref<Side> put, Ref<Side> get) : put_(put), get_(get) {}
  void on(Begin) {
    if (choose(2) == 0) {
      send(put_, Pointer{&unused});
      return;
    }
    send(put_, Put{});
    send(get_, Get{});
  }

 private:
  static inline int unused = 0;
  Constant<Ref<Side>> put_;
  Constant<Ref<Side>> get_;
};
class Busy : public Actor<Busy> {
 public:
  void on(Step) { ++steps_; }

 private:
  Tracked<int> steps_ = 0;
};

/// A choice between nothing and a race on a global, beside so many orders of others.
std::function<void(System&)> behind_a_choice(int others) {
  return [others](System& system) {
    global = 0;
    const auto put = system.spawn<Side>();
    const auto get = system.spawn<Side>();
    system.send(system.spawn<Early>(put, get), Begin{});
    const auto busy = system.spawn<Busy>();
    for (int i = 0; i < others; ++i) system.send(busy, Step{});
  };
}

TEST(AuditOfAll, SeesWhatAnEarlyChoiceDecides) {
  EXPECT_THAT(reason(behind_a_choice(6)), HasSubstr("in another order of steps"));
}

TEST(AuditOfAll, NamesTheGlobal) {
  EXPECT_THAT(reason(behind_a_choice(1)), HasSubstr("the global harrier::testing::"));
  EXPECT_THAT(reason(behind_a_choice(1)), HasSubstr("::global"));
}

TEST(AuditOfAll, LooksWithEveryReductionOrderAndWayBack) {
  for (const char* reduction : {"exhaustive", "persistent", "source", "optimal", "udpor"}) {
    CheckOptions options;
    options.reduction = reduction;
    EXPECT_THAT(reason(behind_a_choice(4), options), HasSubstr("another order")) << reduction;
    options.backtrack = Backtrack::replay;
    EXPECT_THAT(reason(behind_a_choice(4), options), HasSubstr("another order")) << reduction;
  }
}

TEST(AuditOfAll, LooksAtWhatIsDrawnAndAtStates) {
  CheckOptions drawn;
  drawn.search = "random";
  drawn.executions_max = 300;
  EXPECT_THAT(reason(behind_a_choice(6), drawn), HasSubstr("another order"));
  CheckOptions states;
  states.states.on = true;
  states.dependence = Dependence::field;
  EXPECT_THAT(reason(behind_a_choice(6), states), HasSubstr("another order"));
}

TEST(AuditOfAll, LooksWithSeveralThreads) {
  const ProgramFactory make = [](const ProgramOptions& how) {
    return make_program(behind_a_choice(6), how);
  };
  Jobs jobs;
  jobs.count = 2;
  const CheckResult result = check(make, {}, jobs);
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
}

TEST(AuditOfAll, LooksAtLongExecutions) {
  const auto setup = [](System& system) {
    global = 0;
    system.send(system.spawn<Side>(), Put{});
    system.send(system.spawn<Side>(), Get{});
    const auto busy = system.spawn<Busy>();
    for (int i = 0; i < 1'100; ++i) system.send(busy, Step{});
  };
  CheckOptions one;
  one.reduction = "exhaustive";  // looks for no races
  one.executions_max = 1;
  EXPECT_THAT(reason(setup, one), HasSubstr("in another order of steps"));
}

TEST(AuditOfAll, SaysHowMuchItHasLookedAt) {
  const auto setup = [](System& system) {
    const auto busy = system.spawn<Busy>();
    for (int i = 0; i < 6; ++i) system.send(busy, Step{});
  };
  const CheckResult result = check(setup, {});
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.executions, 720U);
  EXPECT_EQ(result.audited, 143U);  // 142 of the first 1,000 steps, and one later
  EXPECT_EQ(check(setup, {}).audited, result.audited);
}

/// Changes a tracked member where nobody sees it.
class Sly : public Actor<Sly> {
 public:
  void on(Put) { const_cast<int&>(*kept_.operator->()) = 1; }

 private:
  Tracked<int> kept_{"kept", 0};
};

TEST(AuditOfAll, NamesTheField) {
  const auto setup = [](System& system) { system.send(system.spawn<Sly>(), Put{}); };
  EXPECT_THAT(reason(setup), HasSubstr("the field kept of Sly changed without being recorded"));
}

/// Looks at the global only where somebody has put something just before.
class Neighbour : public Actor<Neighbour> {
 public:
  void on(Put) { global = 1; }
  void on(Get) {
    if (global == 1) seen_ = 1;
  }
  void on(Step) { global = 0; }

 private:
  Tracked<int> seen_{"seen", 0};
};

TEST(AuditOfAll, EveryPairShowsWhatOneOrderDoesNot) {
  const auto setup = [](System& system) {
    global = 0;
    system.send(system.spawn<Neighbour>(), Step{});
    system.send(system.spawn<Neighbour>(), Get{});
    system.send(system.spawn<Neighbour>(), Step{});
    system.send(system.spawn<Neighbour>(), Put{});
    system.send(system.spawn<Neighbour>(), Step{});
  };
  CheckOptions options;
  options.audit_pairs = true;
  EXPECT_EQ(check(setup, options).verdict, Verdict::nondeterminism);
}

}  // namespace
}  // namespace harrier::testing
