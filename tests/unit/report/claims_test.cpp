// What a report may claim of all executions, and what must have been executed for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "harrier/harrier.hpp"
#include "harrier/report.hpp"

namespace harrier::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Put {
  int value;
};

class Cell : public Actor<Cell> {
 public:
  void on(Put m) {
    if (m.value == 3) {
      other_ = static_cast<int>(choose(2));
    } else {
      last_ = m.value;
    }
  }
  void describe(Text& text) const { text.add(last_), text.add(" "), text.add(other_); }

 private:
  Tracked<int> last_{"last", 0};
  Tracked<int> other_{"other", 0};
};

/// Two writes that race, and a step that chooses and races with none.
void program(System& system) {
  const auto cell = system.spawn<Cell>();
  for (const int value : {1, 2, 3}) system.send(cell, Put{value});
}

/// What there is of the program, counted in every one of its executions.
struct All {
  std::set<std::string> schedules;
  std::set<std::uint64_t> classes;
};

All all_of_it() {
  All all;
  CheckOptions options;
  options.reduction = "exhaustive";
  options.on_execution = [&](const harrier::Execution& one) {
    all.schedules.insert(one.schedule.text());
    all.classes.insert(one.class_name);
  };
  check(program, options);
  return all;
}

/// A sentence of a report, and what it says of what was executed.
struct Claim {
  std::string sentence;
  CheckOptions options;
  std::uint64_t there_are = 0;  ///< what the sentence says
  std::function<std::uint64_t(const CheckResult&, const All& executed)> executed;
};

CheckOptions with(const std::function<void(CheckOptions&)>& change) {
  CheckOptions options;
  change(options);
  return options;
}

std::vector<Claim> claims() {
  const auto schedules = [](const CheckResult&, const All& executed) {
    return executed.schedules.size();
  };
  const auto classes = [](const CheckResult&, const All& executed) {
    return executed.classes.size();
  };
  const auto states = [](const CheckResult& result, const All&) { return result.states->distinct; };
  return {
      {"all 12 were explored", with([](CheckOptions& o) { o.reduction = "exhaustive"; }), 12,
       schedules},
      {"all 12 were explored", with([](CheckOptions& o) { o.search = "delay"; }), 12, schedules},
      {"every class of executions was explored, in 4 executions", {}, 4, classes},
      {"every class of executions was explored, in 4 executions",
       with([](CheckOptions& o) { o.reduction = "udpor"; }), 4, classes},
      {"every class of executions was explored, in 4 executions",
       with([](CheckOptions& o) { o.search = "depth"; }), 4, classes},
      // 0, 1 or 2 written last, and what was written before it may still be pending; each with
      // nothing, 0 or 1 chosen.
      {"all 15 states were explored", with([](CheckOptions& o) { o.states.on = true; }), 15,
       states},
  };
}

TEST(Claims, AreOfWhatWasExecuted) {
  const All all = all_of_it();
  ASSERT_EQ(all.schedules.size(), 12U);  // 3! orders, two values
  ASSERT_EQ(all.classes.size(), 4U);     // two orders of the writes, two values
  for (const Claim& claim : claims()) {
    SCOPED_TRACE(claim.sentence);
    CheckOptions options = claim.options;
    All executed;
    options.on_execution = [&](const harrier::Execution& one) {
      executed.schedules.insert(one.schedule.text());
      executed.classes.insert(one.class_name);
    };
    const CheckResult result = check(program, options);
    EXPECT_EQ(result.verdict, Verdict::ok);
    EXPECT_THAT(report(result, options, {}), HasSubstr(claim.sentence));
    EXPECT_EQ(claim.executed(result, executed), claim.there_are);
  }
}

TEST(Claims, OfAPartAreNoClaimsOfAll) {
  for (const auto& change : std::vector<std::function<void(CheckOptions&)>>{
           [](CheckOptions& o) { o.executions_max = 2; }, [](CheckOptions& o) { o.depth_max = 2; },
           [](CheckOptions& o) {
             o.search = "delay";
             o.bounds = {0, 1};
           },
           [](CheckOptions& o) {
             o.search = "reversal";
             o.bounds = {0};
           },
           [](CheckOptions& o) {
             o.search = "random";
             o.executions_max = 50;
           }}) {
    const CheckOptions options = with(change);
    const CheckResult result = check(program, options);
    EXPECT_EQ(result.verdict, Verdict::incomplete) << options.search;
    const std::string text = report(result, options, {});
    EXPECT_THAT(text, Not(HasSubstr("explored, in")));
    EXPECT_THAT(text, Not(HasSubstr("were explored")));
  }
}

}  // namespace
}  // namespace harrier::testing
