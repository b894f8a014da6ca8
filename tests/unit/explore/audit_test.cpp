// What the audit of the first executions finds without being asked for: programs that do not
// repeat, and actors that share what nobody sees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "harrier/harrier.hpp"

namespace harrier::testing {
namespace {

using ::testing::HasSubstr;

struct Put {};
struct Get {};
struct Pointer {
  int* to;
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
  EXPECT_THAT(reason(setup), HasSubstr("seen=0, not "));
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

}  // namespace
}  // namespace harrier::testing
