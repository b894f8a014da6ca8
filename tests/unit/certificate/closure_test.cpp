// What of the closure is needed: the smallest programs of which anything less accepts a set from
// which a class is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "certificate/verification.hpp"
#include "harrier/certificate.hpp"
#include "harrier/harrier.hpp"

namespace harrier::testing {
namespace {

using certificate::Closure;
using certificate::LeanClosure;
using certificate::ListedClass;
using Kind = VerifyResult::Kind;
using SetUpOf = std::function<void(System&)>;

struct NearestInTheListing : Closure {
  std::vector<std::size_t> chosen(const ListedClass& listed,
                                  std::vector<std::size_t> deciders) const override {
    static_cast<void>(listed);
    if (deciders.size() > 1) deciders.erase(deciders.begin(), deciders.end() - 1);
    return deciders;
  }
};
struct OnlyWhatIsListedBefore : Closure {
  Bits without(const ListedClass& listed, const Bits& part, std::size_t decider,
               std::size_t event) const override {
    Bits rest = listed.without(part, decider);
    for (std::size_t later = event; later < listed.size(); ++later) rest.remove(later);
    return rest;
  }
};
struct OnlyThePast : Closure {
  Bits without(const ListedClass& listed, const Bits& part, std::size_t decider,
               std::size_t event) const override {
    return event == listed.size() ? listed.without(part, decider) : listed[event].before_sending;
  }
};
struct NothingIsLeft : Closure {
  bool asks_about_left() const override { return false; }
};
struct OneDeciderIsEnough : Closure {
  bool goes_on_where_held_back() const override { return false; }
};
struct NoOtherValues : Closure {
  bool asks_about_other_values() const override { return false; }
};
struct NoValueButTheFirst : Closure {
  bool asks_about_every_value() const override { return false; }
};

/// Returns one execution of each class, as a search that leaves nothing out finds them.
std::vector<Schedule> classes_of(const SetUpOf& setup) {
  std::vector<Schedule> schedules;
  CheckOptions options;
  options.on_execution = [&](const Execution& execution) {
    schedules.push_back(execution.schedule);
  };
  EXPECT_TRUE(check(setup, options).complete);
  return schedules;
}

ProgramFactory factory_of(const SetUpOf& setup) {
  return [setup](const ProgramOptions& options) { return make_program(setup, options); };
}

Kind verdict(const SetUpOf& setup, const std::vector<Schedule>& schedules, const Closure& closure) {
  Listings listings;
  for (const Schedule& schedule : schedules) listings.add(schedule);
  return certificate::verify_with(factory_of(setup), listings, closure, {}).kind;
}

/// Tells whether a closure accepts some of the classes, in whatever order of steps they are listed.
bool accepts_some(const SetUpOf& setup, const Closure& closure,
                  const std::vector<Schedule>& listed = {}) {
  const std::vector<Schedule> all = listed.empty() ? classes_of(setup) : listed;
  for (std::size_t chosen = 1; chosen + 1 < std::size_t{1} << all.size(); ++chosen) {
    std::vector<Schedule> some;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((chosen >> i & 1U) != 0) some.push_back(all[i]);
    }
    if (verdict(setup, some, closure) == Kind::verified) return true;
  }
  return false;
}

/// The theorem's closure accepts all classes and nothing less; the weaker one accepts less.
void expect_needed(const SetUpOf& setup, std::size_t classes, const Closure& weaker) {
  const std::vector<Schedule> all = classes_of(setup);
  EXPECT_EQ(all.size(), classes);
  const Closure proved;
  const LeanClosure lean;
  for (const Closure* const right : {&proved, static_cast<const Closure*>(&lean)}) {
    EXPECT_EQ(verdict(setup, all, *right), Kind::verified);
    EXPECT_FALSE(accepts_some(setup, *right));
  }
  EXPECT_TRUE(accepts_some(setup, weaker));
}

struct SetF {};
struct SetG {};
struct ReadBoth {};
struct IfUnset {};
struct IfBothUnset {};
struct IfSetOrUnset {};
struct Choose {};
struct Take {};

class Cell : public Actor<Cell> {
 public:
  void on(SetF) { f_ = 1; }
  void on(SetG) { g_ = 1; }
  void on(ReadBoth) { sum_ = f_ + g_; }
  void on(IfUnset) { sum_ = 1; }
  bool accepts(const IfUnset&) const { return f_ == 0; }
  void on(IfBothUnset) { sum_ = 2; }
  bool accepts(const IfBothUnset&) const { return f_ == 0 && g_ == 0; }
  void on(IfSetOrUnset) { sum_ = 3; }
  bool accepts(const IfSetOrUnset&) const { return g_ == 1 || f_ == 0; }
  void on(Choose) { sum_ = static_cast<int>(choose(2)); }
  void on(Take) { sum_ = 4; }

 private:
  Tracked<int> f_ = 0;
  Tracked<int> g_ = 0;
  Tracked<int> sum_ = 0;
};

/// A program of one actor with these messages.
template <class... Messages>
SetUpOf one_cell() {
  return [](System& system) {
    const auto cell = system.spawn<Cell>();
    (system.send(cell, Messages{}), ...);
  };
}

TEST(Closure, WantsAllRacesAndNotTheNearestOfTheListing) {
  expect_needed(one_cell<SetF, SetG, ReadBoth>(), 4, NearestInTheListing());
}

TEST(Closure, KeepsWhatIsListedLater) {
  const SetUpOf setup = [](System& system) {
    const auto one = system.spawn<Cell>();
    const auto two = system.spawn<Cell>();
    for (int i = 0; i < 2; ++i) {
      system.send(one, Take{});
      system.send(two, Take{});
    }
  };
  expect_needed(setup, 4, OnlyThePast());
  // Messages 0 and 2 are of the first actor. The listings go zigzag: one actor first, then the
  // other one.
  std::vector<Schedule> zigzag;
  for (const char* const text : {"0.2.1.3", "0.2.3.1", "1.3.2.0", "2.0.3.1"}) {
    zigzag.push_back(Schedule::parse(text));
  }
  EXPECT_EQ(verdict(setup, zigzag, Closure()), Kind::verified);
  EXPECT_FALSE(accepts_some(setup, Closure(), zigzag));
  EXPECT_TRUE(accepts_some(setup, OnlyWhatIsListedBefore(), zigzag));
}

TEST(Closure, AsksAboutWhatIsLeft) { expect_needed(one_cell<SetF, IfUnset>(), 2, NothingIsLeft()); }

TEST(Closure, TakesASecondDeciderAwayWhereTheStepIsStillHeldBack) {
  expect_needed(one_cell<SetF, SetG, IfBothUnset>(), 2, OneDeciderIsEnough());
}

TEST(Closure, DoesSoForAMessageThatIsDelivered) {
  expect_needed(one_cell<SetF, SetG, IfSetOrUnset>(), 2, OneDeciderIsEnough());
}

TEST(Closure, AsksForOtherValues) { expect_needed(one_cell<Choose>(), 2, NoOtherValues()); }

TEST(Closure, AsksForEveryValueOfAStepElsewhere) {
  expect_needed(one_cell<Choose>(), 2, NoValueButTheFirst());
}

}  // namespace
}  // namespace harrier::testing
