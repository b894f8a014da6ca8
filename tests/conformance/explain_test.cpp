// What is said of violations is true: compared with all executions of the papers' faulty programs,
// and of programs that hide the mistake among steps that do not matter.
#include "harrier/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "explain/prefixed.hpp"
#include "harrier/harrier.hpp"
#include "tests/support/subjects.hpp"

namespace harrier {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::subject;

constexpr double seconds_max = 20;

Violation first_violation(const ProgramFactory& make, const CheckOptions& options) {
  const CheckResult result = check(make, options);
  EXPECT_FALSE(result.violations.empty());
  return result.violations.empty() ? Violation{} : result.violations.front();
}

/// Explores every order: returns the shortest execution that violates something of the same kind.
std::size_t shortest_of_all(const ProgramFactory& make, ViolationKind kind, CheckOptions options) {
  options.reduction = "exhaustive";
  options.keep_going = true;
  const CheckResult all = check(make, options);
  EXPECT_TRUE(all.complete);
  std::size_t shortest = std::numeric_limits<std::size_t>::max();
  for (const Violation& violation : all.violations) {
    if (violation.kind() == kind) {
      shortest = std::min(shortest, violation.schedule.steps.size());
    }
  }
  return shortest;
}

/// Tells whether some execution that begins with steps of a schedule violates nothing.
bool some_passes(const ProgramFactory& make, const Schedule& schedule, std::size_t steps,
                 CheckOptions options) {
  Schedule prefix = schedule;
  prefix.steps.resize(steps);
  options.reduction = "exhaustive";
  options.keep_going = true;
  std::uint64_t passing = 0;
  const ProgramFactory rest = after(make, prefix);
  options.on_execution = [&](const Execution& execution) {
    Schedule whole = prefix;
    whole.steps.insert(whole.steps.end(), execution.schedule.steps.begin(),
                       execution.schedule.steps.end());
    passing += replay(make, whole, {}).violations.empty() ? 1 : 0;
  };
  EXPECT_TRUE(check(rest, options).complete);
  return passing != 0;
}

class FaultySubject : public ::testing::TestWithParam<std::string> {};

TEST_P(FaultySubject, IsMadeAsShortAsItCanBe) {
  const ProgramFactory make = subject(GetParam());
  const CheckOptions options;
  const Violation violation = first_violation(make, options);
  const Minimised shortest = minimise(make, violation, options, {seconds_max});
  EXPECT_TRUE(shortest.certified);
  EXPECT_EQ(shortest.violation.kind(), violation.kind());
  EXPECT_EQ(shortest.violation.schedule.steps.size(),
            shortest_of_all(make, violation.kind(), options));
  EXPECT_THAT(replay(make, shortest.violation.schedule, options).violations, Not(IsEmpty()));
}

TEST_P(FaultySubject, IsExplainedTruly) {
  const ProgramFactory make = subject(GetParam());
  const CheckOptions options;
  const Violation violation = first_violation(make, options);
  const Explanation why = explain(make, violation, options, {seconds_max});
  if (why.passing_steps.empty()) {
    EXPECT_EQ(why.sentence, "every execution violates something");
    EXPECT_FALSE(some_passes(make, violation.schedule, 0, options));
    return;
  }
  const ReplayResult passing = replay(make, why.passing, options);
  EXPECT_TRUE(passing.maximal);
  EXPECT_THAT(passing.violations, IsEmpty());
  EXPECT_TRUE(std::equal(why.passing.steps.begin(),
                         why.passing.steps.begin() + static_cast<std::ptrdiff_t>(why.common),
                         violation.schedule.steps.begin()));
  ASSERT_TRUE(why.no_return);
  EXPECT_TRUE(why.no_return_exact);
  EXPECT_FALSE(some_passes(make, violation.schedule, *why.no_return, options));
  EXPECT_TRUE(some_passes(make, violation.schedule, *why.no_return - 1, options));
}

INSTANTIATE_TEST_SUITE_P(All, FaultySubject,
                         ::testing::Values("server", "le-erlang", "wait-deadlock", "db-protocol",
                                           "loop", "pairs-deadlock", "any-src-can-deadlock3"),
                         [](const auto& made) { return testing::as_test_name(made.param); });

struct Put {
  int value = 0;
};
struct Noise {
  int left = 0;
};

/// Fails if it gets a zero after a one; noise changes nothing that the check looks at.
class Cell : public Actor<Cell> {
 public:
  void on(Put m) {
    check(value_ == 0 || m.value != 0, "values only grow");
    value_ = m.value;
  }
  void on(Noise m) {
    noise_ = *noise_ + 1;
    if (m.left > 0) send(self(), Noise{m.left - 1});
  }

 private:
  Tracked<int> value_{0};
  Tracked<int> noise_{0};
};

void noisy(System& system) {
  const auto cell = system.spawn<Cell>();
  system.send(cell, Noise{3});
  system.send(cell, Put{0});
  system.send(cell, Put{1});
}

ProgramFactory noisy_program() {
  return [](const ProgramOptions& how) { return make_program(noisy, how); };
}

TEST(Minimise, LeavesOutWhatDoesNotMatter) {
  CheckOptions options;
  options.order = "lca";
  const Violation violation = first_violation(noisy_program(), options);
  const Minimised shortest = minimise(noisy_program(), violation, options, {seconds_max});
  EXPECT_TRUE(shortest.certified);
  EXPECT_EQ(shortest.violation.schedule.text(), "2.1");
  EXPECT_EQ(shortest.out_of_order, 1U);
}

TEST(Minimise, InterruptedDropsWhatTheStepDoesNotRestOnAndCertifiesNothing) {
  const ReplayResult run = replay(noisy_program(), Schedule::parse("0.3.2.4.1"));
  ASSERT_EQ(run.violations.size(), 1U);
  const std::atomic<bool> interrupted = true;
  CheckOptions options;
  options.interrupt = &interrupted;
  const Minimised shortest =
      minimise(noisy_program(), run.violations.front(), options, {seconds_max});
  EXPECT_FALSE(shortest.certified);
  EXPECT_EQ(shortest.violation.schedule.text(), "2.1");
}

TEST(Explain, NamesThePairTheFieldAndTheStepsThatDoNotMatter) {
  const ReplayResult run = replay(noisy_program(), Schedule::parse("0.3.2.4.1"));
  ASSERT_EQ(run.violations.size(), 1U);
  const Explanation why = explain(noisy_program(), run.violations.front(), {}, {seconds_max});
  EXPECT_EQ(why.sentence,
            "Put{1} from set-up reached cell before Put{0} from set-up; in the opposite order "
            "nothing is violated");
  ASSERT_TRUE(why.pair);
  EXPECT_EQ(why.pair->first, 3U);
  EXPECT_EQ(why.pair->second, 5U);
  EXPECT_THAT(why.pair->on, HasSubstr("cell"));
  EXPECT_EQ(why.no_return, 3U);
  EXPECT_EQ(why.matters, (std::vector<bool>{false, false, true, false, true}));
}

/// Fails if it chooses the last of three values.
class Chooser : public Actor<Chooser> {
 public:
  void on(Put) { check(choose(3) != 2, "not the last one"); }
};

TEST(Explain, NamesTheChoiceThatDecides) {
  const ProgramFactory make = [](const ProgramOptions& how) {
    return make_program([](System& system) { system.send(system.spawn<Chooser>(), Put{}); }, how);
  };
  const Violation violation = first_violation(make, {});
  const Explanation why = explain(make, violation, {}, {seconds_max});
  EXPECT_EQ(why.sentence, "chooser chose so on Put{0}; with another choice nothing is violated");
  EXPECT_EQ(why.choice, 1U);
}

/// A chooser whose choices matter in the second place only, beside ones that do not.
class Dice : public Actor<Dice> {
 public:
  void on(Put) {
    const std::size_t idle = choose(4);
    const std::size_t thrown = choose(6);
    check(thrown < 4 || idle > 9, "not too much");
  }
};

TEST(Minimise, MakesChoicesSmallWhereTheSearchDoesNotComeToIt) {
  const ProgramFactory make = [](const ProgramOptions& how) {
    return make_program([](System& system) { system.send(system.spawn<Dice>(), Put{}); }, how);
  };
  const ReplayResult run = replay(make, Schedule::parse("0:3:5"));
  ASSERT_EQ(run.violations.size(), 1U);
  // One execution, and there is no search any more.
  const Minimised shortest = minimise(make, run.violations.front(), {}, {.steps_max = 8});
  EXPECT_FALSE(shortest.certified);
  EXPECT_EQ(shortest.violation.schedule.text(), "0:0:4");
}

/// Passes a number on; the last one writes to a cell.
class Relay : public Actor<Relay> {
 public:
  explicit Relay(Ref<Cell> cell) : cell_(cell) {}
  void on(Noise m) {
    if (m.left == 0) return send(*cell_, Put{0});
    send(self(), Noise{m.left - 1});
  }

 private:
  Constant<Ref<Cell>> cell_;
};

/// A write that comes too early by a thousand steps.
ProgramFactory long_program() {
  return [](const ProgramOptions& how) {
    return make_program(
        [](System& system) {
          const auto cell = system.spawn<Cell>();
          system.send(system.spawn<Relay>(cell), Noise{997});
          system.send(cell, Put{1});
        },
        how);
  };
}

/// What `check` spends by default is a second at most, of which nothing may be left to chance.
class Cost : public ::testing::TestWithParam<std::string> {};

TEST_P(Cost, IsASecondAtMostForTheShortestAndTheReason) {
  const bool is_long = GetParam() == "long";
  const ProgramFactory make = is_long ? long_program() : subject(GetParam());
  CheckOptions options;
  CheckResult result = check(make, options);
  ASSERT_EQ(result.violations.size(), 1U);
  const std::clock_t begin = std::clock();
  // The machine may be slow, so here the steps alone decide, and the time is that of the processor.
  ExplainOptions how;
  how.effort.seconds_max = how.seconds_max = seconds_max;
  const std::vector<std::optional<Explained>> found =
      explain_violations(make, result, options, how);
  [[maybe_unused]] const double seconds =
      static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
#ifndef HARRIER_SANITIZED
  EXPECT_LE(seconds, 1);
#endif
  ASSERT_TRUE(found.front());
  EXPECT_FALSE(found.front()->why->sentence.empty());
  EXPECT_THAT(found.front()->why->passing_steps, Not(IsEmpty()));
  EXPECT_TRUE(found.front()->shortest->certified);
  if (is_long) {
    EXPECT_EQ(result.violations.front().schedule.steps.size(), 1000U);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Cost,
                         ::testing::Values("server", "dtg", "le-erlang", "minesweeper",
                                           "mutex-philosophers waiter=0", "db-protocol workers=3",
                                           "long"),
                         [](const auto& made) { return testing::as_test_name(made.param); });

/// Calls exit() in the executions that nobody asked for.
class Leaver : public Actor<Leaver> {
 public:
  void on(Put m) {
    if (m.value == 1) first_ = true;
    check(m.value != 0 || !*first_, "one is not before zero");
    if (m.value == 2 && !*first_) std::exit(0);
  }

 private:
  Tracked<bool> first_{false};
};

TEST(ExplainViolations, ExplainsWhatComparedStatesFind) {
  CheckOptions options;
  options.states.on = true;
  options.reduction = "sleep";  // as the command line calls it
  CheckResult result = check(noisy_program(), options);
  ASSERT_EQ(result.violations.size(), 1U);
  const auto explained = explain_violations(noisy_program(), result, options);
  ASSERT_TRUE(explained.front());
  EXPECT_EQ(result.violations.front().schedule.steps.size(), 2U);  // no noise
  ASSERT_TRUE(explained.front()->why);
  EXPECT_TRUE(explained.front()->why->pair);
  EXPECT_TRUE(explained.front()->why->no_return_exact);
}

TEST(ExplainViolations, KeepsAViolationWhateverOtherExecutionsDo) {
  const ProgramFactory make = [](const ProgramOptions& how) {
    return make_program(
        [](System& system) {
          const auto leaver = system.spawn<Leaver>();
          for (const int value : {1, 0, 2}) system.send(leaver, Put{value});
        },
        how);
  };
  CheckResult result = check(make, {});
  ASSERT_EQ(result.violations.size(), 1U);
  const CheckResult before = result;
  explain_violations(make, result, {});
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations.front().message(), before.violations.front().message());
}

}  // namespace
}  // namespace harrier
