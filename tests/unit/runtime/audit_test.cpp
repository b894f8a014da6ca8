// The audit: programs that do not repeat, actors whose copies share state, unrecorded changes.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "harrier/harrier.hpp"

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

class Forgetful : public Actor<Forgetful> {
 public:
  explicit Forgetful(Ref<Cell> cell) : cell_(cell) {}
  void on(Go) {
    static int calls = 0;
    send(cell_, Put{++calls % 2});
  }

 private:
  Constant<Ref<Cell>> cell_;
};

TEST(Audit, NamesTheStepThatUsesAGlobal) {
  const CheckResult result = check(
      [](System& system) { system.send(system.spawn<Forgetful>(system.spawn<Cell>()), Go{}); },
      {.audit = true});
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.incomplete_reason(),
            "step 1: forgetful on Go{} sent Put{0}, not Put{1}, when executed again");
}

class SometimesSends : public Actor<SometimesSends> {
 public:
  explicit SometimesSends(Ref<Cell> cell) : cell_(cell) {}
  void on(Go) {
    static int calls = 0;
    if (++calls % 2 == 1) send(cell_, Put{1});
  }

 private:
  Constant<Ref<Cell>> cell_;
};

TEST(Replay, NamesTheStepThatDidNotRepeat) {
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        system.send(system.spawn<SometimesSends>(cell), Go{});
        system.send(cell, Put{2});
      },
      {.reduction = "exhaustive", .backtrack = Backtrack::replay});
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
  EXPECT_EQ(result.incomplete_reason(),
            "step 1: sometimes-sends did something else than before on Go{}");
}

/// Copies of it share one list, so that putting back a copy puts back nothing.
class Shallow : public Actor<Shallow> {
 public:
  explicit Shallow(Ref<Cell> cell) : cell_(cell) {}
  void on(Put m) {
    list_->push_back(m.value);
    send(cell_, Put{static_cast<int>(list_->size())});
  }

 private:
  Ref<Cell> cell_;
  std::shared_ptr<std::vector<int>> list_ = std::make_shared<std::vector<int>>();
};

TEST(Audit, FindsActorsWhoseCopiesShareState) {
  const CheckResult result = check(
      [](System& system) {
        const auto shallow = system.spawn<Shallow>(system.spawn<Cell>());
        system.send(shallow, Put{1});
        system.send(shallow, Put{2});
      },
      {.reduction = "exhaustive", .audit = true});
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
  // The second execution takes back Put{2} and delivers it again, one step later.
  EXPECT_EQ(result.incomplete_reason(),
            "step 3: shallow on Put{2} sent Put{2}, not Put{3}, when executed again");
}

class ChangesConstant : public Actor<ChangesConstant> {
 public:
  void on(Put m) { const_cast<int&>(limit_.get()) = m.value; }

 private:
  Constant<int> limit_ = 3;
};

class ChangesTracked : public Actor<ChangesTracked> {
 public:
  void on(Put m) { const_cast<int&>(value_.get()) = m.value; }

 private:
  Tracked<int> value_{"value", 3};
};

template <class A>
std::string misuse_of(int value) {
  const CheckResult result =
      check([=](System& system) { system.send(system.spawn<A>(), Put{value}); }, {.audit = true});
  if (result.violations.empty()) return std::string(to_string(result.verdict));
  return std::string(to_string(result.violations[0].kind())) + ": " +
         result.violations[0].message();
}

TEST(Audit, FindsConstantsThatChange) {
  EXPECT_EQ(misuse_of<ChangesConstant>(4),
            "misuse: misuse: the field at byte 16 of ChangesConstant changed without being "
            "recorded; change tracked fields through set or edit, constants never "
            "(changes-constant on Put{4}, step 1)");
  EXPECT_EQ(misuse_of<ChangesConstant>(3), "ok");  // the same value is no change
}

TEST(Audit, FindsTrackedFieldsThatChangeUnrecorded) {
  EXPECT_EQ(misuse_of<ChangesTracked>(4),
            "misuse: misuse: the field value of ChangesTracked changed without being recorded; "
            "change tracked fields through set or edit, constants never (changes-tracked on "
            "Put{4}, step 1)");
}

}  // namespace
}  // namespace harrier::testing
