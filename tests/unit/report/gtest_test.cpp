// Tests the GoogleTest assertions: what they accept, and what they say where they do not.
#include "harrier/gtest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "harrier/harrier.hpp"

namespace harrier {
namespace {

struct Set {
  int value;
};

class Register1 : public Actor<Register1> {
 public:
  void on(Set m) { value_ = m.value; }
  int value() const { return value_; }

 private:
  Tracked<int> value_ = 0;
};

/// Two writes to one register; the second one wins in one order only.
void racing_writes(System& system) {
  const auto cell = system.spawn_as<Register1>("cell");
  system.send(cell, Set{1});
  system.send(cell, Set{2});
  system.at_end(
      [cell](const End& end) { end.check(end.actor(cell).value() == 2, "the second write wins"); });
}

void one_write(System& system) {
  const auto cell = system.spawn_as<Register1>("cell");
  system.send(cell, Set{1});
}

const Register registered_writes("gtest-writes", "racing writes", {},
                                 [](System& system, const Arguments&) { racing_writes(system); });

/// Sets HARRIER_SCHEDULE while it lives.
class ScheduleSetting {
 public:
  explicit ScheduleSetting(const char* schedule) { setenv("HARRIER_SCHEDULE", schedule, 1); }
  ScheduleSetting(const ScheduleSetting&) = delete;
  ScheduleSetting& operator=(const ScheduleSetting&) = delete;
  ~ScheduleSetting() { unsetenv("HARRIER_SCHEDULE"); }
};

TEST(GtestAssertions, AcceptWhatHolds) {
  EXPECT_HARRIER_OK(one_write);
  EXPECT_HARRIER_OK([](System& system) { one_write(system); });
  ASSERT_HARRIER_OK(one_write) << "with more to say";
  EXPECT_HARRIER_VIOLATION("the second write wins", racing_writes);
  EXPECT_HARRIER_VIOLATION("end-check", gtest::registered("gtest-writes"));
  CheckOptions bounded;
  bounded.reduction = "exhaustive";
  bounded.executions_max = 1;
  EXPECT_HARRIER_NO_VIOLATION(racing_writes, bounded);
}

TEST(GtestAssertions, ShowTheViolationItsDiagramAndTheReplay) {
  setenv("LC_ALL", "C", 1);
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(racing_writes),
                          "violation: the check of the end state failed: the second write wins\n");
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(racing_writes), "- Set{2} ->|");
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(racing_writes),
                          "replay: HARRIER_SCHEDULE=1.0@GtestAssertions."
                          "ShowTheViolationItsDiagramAndTheReplay#3 ");
  EXPECT_NONFATAL_FAILURE(
      EXPECT_HARRIER_OK(racing_writes),
      " --gtest_filter=GtestAssertions.ShowTheViolationItsDiagramAndTheReplay\n");
  EXPECT_FATAL_FAILURE(ASSERT_HARRIER_OK(racing_writes), "the second write wins");
}

/// Two racing writes, and others before them that do not matter to the check.
void many_writes(System& system) {
  const auto cell = system.spawn_as<Register1>("cell");
  const auto other = system.spawn_as<Register1>("other");
  system.send(other, Set{3});
  system.send(cell, Set{1});
  system.send(cell, Set{2});
  system.at_end(
      [cell](const End& end) { end.check(end.actor(cell).value() == 2, "the second write wins"); });
}

TEST(GtestAssertions, MakeTheViolationShortAndSayWhy) {
  setenv("LC_ALL", "C", 1);
  const std::string text = gtest::detail::outcome(many_writes).unless_ok();
  EXPECT_THAT(text, testing::HasSubstr("states:\n"));
  EXPECT_THAT(text, testing::HasSubstr("shortest: 3 steps; no shorter execution violates this\n"));
  EXPECT_THAT(text, testing::HasSubstr("why: Set{2} from set-up reached cell before Set{1} from "
                                       "set-up; in the opposite order nothing is violated\n"));
  EXPECT_THAT(text, testing::HasSubstr("passing: this execution violates nothing"));
}

struct Poke {};

/// Fails if it is set after it was poked; if it was poked twice, it crashes or does not return.
class Mine : public Actor<Mine> {
 public:
  explicit Mine(bool hangs) : hangs_(hangs) {}
  void on(Set) {
    if (pokes_ == 2 && !hangs_) std::abort();
    while (pokes_ == 2) std::this_thread::sleep_for(std::chrono::seconds(1));
    check(pokes_ == 0, "it is set before anybody pokes");
  }
  void on(Poke) { pokes_ = pokes_ + 1; }

 private:
  Constant<bool> hangs_;
  Tracked<int> pokes_ = 0;
};

/// Explores until the failing execution: the other one comes later.
void explain_with_a_mine(bool hangs) {
  gtest::detail::outcome([hangs](System& system) {
    const auto mine = system.spawn<Mine>(hangs);
    system.send(mine, Poke{});
    system.send(mine, Set{1});
    system.send(mine, Poke{});
  }).unless_ok();
}

TEST(GtestAssertionsDeathTest, TellTheViolationThoughExplainingItEndsTheProcess) {
  const std::string told = "violation: check failed: it is set before anybody pokes";
  EXPECT_EXIT(explain_with_a_mine(false), testing::KilledBySignal(SIGABRT), told);
  EXPECT_EXIT(explain_with_a_mine(true), testing::ExitedWithCode(1), told);
}

TEST(GtestAssertions, DoNotTakeABoundedRunForAProof) {
  static CheckOptions bounded;
  bounded.reduction = "exhaustive";
  bounded.executions_max = 1;
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(racing_writes, bounded), "incomplete: ");
}

TEST(GtestAssertions, ExpectTheViolationThatIsNamed) {
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_VIOLATION("deadlock", racing_writes),
                          "expected a violation with 'deadlock' in its kind or message\n");
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_VIOLATION("deadlock", one_write), "ok: ");
}

TEST(GtestAssertions, FailForOptionsThatFitNothing) {
  static CheckOptions wrong;
  wrong.reduction = "optmal";
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(one_write, wrong), "error: unknown reduction 'optmal'");
}

TEST(GtestAssertions, RunOneExecutionOfTheAssertionThatIsNamedAlone) {
  const ScheduleSetting bad("1.0@GtestAssertions.RunOneExecutionOfTheAssertionThatIsNamedAlone#2");
  EXPECT_HARRIER_OK(one_write);  // to which the schedule does not fit
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(racing_writes), "HARRIER_SCHEDULE is set\n1  #1 ");
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(racing_writes),
                          "RunOneExecutionOfTheAssertionThatIsNamedAlone#3 ");
}

TEST(GtestAssertions, TellWhatTheyExplored) {
  setenv("HARRIER_VERBOSE", "1", 1);
  testing::internal::CaptureStdout();
  EXPECT_HARRIER_OK(one_write);
  EXPECT_HARRIER_VIOLATION("second", racing_writes, CheckOptions{.keep_going = true});
  unsetenv("HARRIER_VERBOSE");
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "GtestAssertions.TellWhatTheyExplored#1: ok: 1 execution, 1 step\n"
            "GtestAssertions.TellWhatTheyExplored#2: violation: 2 executions, 4 steps\n");
  const testing::TestResult* const result =
      testing::UnitTest::GetInstance()->current_test_info()->result();
  ASSERT_EQ(result->test_property_count(), 2);
  EXPECT_STREQ(result->GetTestProperty(0).key(), "harrier_1");
  EXPECT_STREQ(result->GetTestProperty(0).value(), "ok: 1 execution, 1 step");
}

TEST(GtestAssertions, RunOneExecutionWhereTheEnvironmentNamesIt) {
  {
    const ScheduleSetting good("0.1");
    EXPECT_HARRIER_OK(racing_writes);
  }
  const ScheduleSetting bad("1.0");
  EXPECT_NONFATAL_FAILURE(EXPECT_HARRIER_OK(racing_writes), "HARRIER_SCHEDULE is set\n1  #1 ");
  EXPECT_HARRIER_VIOLATION("the second write wins", racing_writes);
}

}  // namespace
}  // namespace harrier
