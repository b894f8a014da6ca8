// Makes an exploration one assertion of a GoogleTest test.
//
//     TEST(Bank, IsNeverOverdrawn) {
//       EXPECT_HARRIER_OK([](harrier::System& system) { … });
//     }
//
// A failure shows the verdict, the violation in its shortest execution, why it happens (which takes
// a second at most) and what to type to see it again:
//
//     HARRIER_SCHEDULE=0-2.4.3@Bank.IsNeverOverdrawn#1 ./bank_test
//     --gtest_filter=Bank.IsNeverOverdrawn
//
// With that in the environment this one assertion, the first of its test, runs that one execution
// instead of all, so that a debugger stops where it matters; without the part from `@` on, all
// assertions do. `harrier::replay` takes the schedule in code.
//
// What an assertion explored is a property of its test (`harrier_1` in --gtest_output=xml), and is
// printed where HARRIER_VERBOSE is set.
#pragma once

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harrier/detail/exits.hpp"
#include "harrier/detail/explained.hpp"
#include "harrier/detail/lost.hpp"
#include "harrier/explain.hpp"
#include "harrier/report.hpp"

namespace harrier::gtest {

/// Returns a program that was registered, with its arguments, for the assertions below.
inline ProgramFactory registered(std::string_view name,
                                 const std::vector<std::string>& arguments = {}) {
  const ProgramDefinition& definition = find_program(name);
  return [&definition, parsed = Arguments::parse(definition.parameters, arguments, name)](
             const ProgramOptions& options) { return definition.make(parsed, options); };
}

namespace detail {

/// Numbers the assertions of every test from 1.
class Counter : public ::testing::EmptyTestEventListener {
 public:
  static std::size_t next() {
    static Counter* const counter = [] {
      auto* const added = new Counter;  // which GoogleTest deletes
      ::testing::UnitTest::GetInstance()->listeners().Append(added);
      return added;
    }();
    return ++counter->count_;
  }

 private:
  void OnTestStart(const ::testing::TestInfo&) override { count_ = 0; }

  std::size_t count_ = 0;
};

/// Names the running test; empty outside of tests.
inline std::string running_test() {
  const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test != nullptr ? std::string(test->test_suite_name()) + "." + test->name()
                         : std::string();
}

/// Returns what the user types to run one execution of an assertion.
inline std::string replay_line(const Violation& violation, const std::string& assertion) {
  std::string line = "HARRIER_SCHEDULE=" + violation.schedule.text() + "@" + assertion;
#if defined(__GLIBC__)
  line += std::string(" ") + program_invocation_name;
#else
  line += " THIS_TEST";
#endif
  const std::string test = running_test();
  if (!test.empty()) line += " --gtest_filter=" + test;
  return line;
}

/// What never returns would leave the test without a word.
[[noreturn]] inline void end_with_hang(const Hang& hang) {
  std::fprintf(stderr, "violation: %s; schedule: %s\n",
               Violation{.finding = static_cast<const Unreturned&>(hang)}.message().c_str(),
               hang.schedule.text().c_str());
  harrier::detail::end_process(1);
}

/// What an assertion looks at: an exploration, or one execution where the environment names it.
class Outcome {
 public:
  Outcome(ProgramFactory make, CheckOptions options)
      : make_(std::move(make)), options_(std::move(options)) {
    if (!options_.on_hang) options_.on_hang = end_with_hang;
    const std::size_t number = Counter::next();
    assertion_ = running_test() + "#" + std::to_string(number);
    try {
      run();
      tell("harrier_" + std::to_string(number));
    } catch (const UsageError& error) {
      error_ = std::string("error: ") + error.what() + "\n";
    }
  }
  Outcome(const std::function<void(System&)>& setup, CheckOptions options)
      : Outcome([setup](const ProgramOptions& how) { return make_program(setup, how); },
                std::move(options)) {}

  /// Each returns an empty text if the assertion holds and otherwise what to tell.
  std::string unless_ok() {
    if (!error_.empty()) return error_;
    return result_.verdict == Verdict::ok ? std::string() : text();
  }
  std::string unless_no_violation() {
    if (!error_.empty()) return error_;
    const bool holds = result_.verdict == Verdict::ok || result_.verdict == Verdict::incomplete;
    return holds ? std::string() : text();
  }
  std::string unless_violation(std::string_view part) {
    if (!error_.empty()) return error_;
    for (const Violation& violation : result_.violations) {
      const std::string told =
          std::string(to_string(violation.kind())) + ": " + violation.message();
      if (told.find(part) != std::string::npos) return {};
    }
    return "expected a violation with '" + std::string(part) + "' in its kind or message\n" +
           text();
  }

 private:
  void run() {
    const char* const given = std::getenv("HARRIER_SCHEDULE");
    const std::string_view schedule = given != nullptr ? given : "";
    const std::size_t at = schedule.find('@');
    if (given == nullptr ||
        (at != std::string_view::npos && schedule.substr(at + 1) != assertion_)) {
      result_ = check(make_, options_);
      return;
    }
    replayed_ = std::make_unique<ReplayResult>(
        replay(make_, Schedule::parse(std::string(schedule.substr(0, at))), options_));
    result_.violations = replayed_->violations;
    result_.verdict = result_.violations.empty() ? Verdict::ok : Verdict::violation;
  }

  /// Tells what was explored, also where the assertion holds.
  void tell(const std::string& property) const {
    const auto counted = [](std::uint64_t number, const char* noun) {
      return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
    };
    const std::string told = std::string(to_string(result_.verdict)) + ": " +
                             counted(replayed_ ? 1 : result_.executions, "execution") + ", " +
                             counted(replayed_ ? replayed_->steps.size() : result_.steps, "step");
    ::testing::Test::RecordProperty(property, told);
    if (std::getenv("HARRIER_VERBOSE") == nullptr) return;
    std::printf("%s: %s\n", assertion_.c_str(), told.c_str());
    std::fflush(stdout);
  }

  std::string text() {
    ReportOptions how;
    how.unicode = environment_is_utf8();
    how.replay_line = [this](const Violation& violation) {
      return replay_line(violation, assertion_);
    };
    if (replayed_) return "HARRIER_SCHEDULE is set\n" + report(*replayed_, how);
    explain(how);
    return report(result_, options_, how);
  }

  /// Makes the violations short and finds out why they happen. Whatever goes wrong with an
  /// execution that is only tried for that, they are told.
  void explain(ReportOptions& how) {
    if (result_.verdict != Verdict::violation) return;
    const std::string met = report(result_, options_, how) +
                            "tip: an execution that was tried to explain this one ended the test\n";
    const auto tell = [&met] {
      std::fputs(met.c_str(), stderr);
      std::fflush(stderr);
    };
    const ExplainOptions explaining;
    const double patience =
        options_.step_seconds_max > 0
            ? harrier::detail::lost_after_seconds(explaining, result_.violations.size())
            : 0;
    const harrier::detail::LostGuard guard(tell, patience);
    const auto found = explain_violations(make_, result_, options_, explaining);
    how.notes = harrier::detail::explained_notes(make_, result_, found, options_, how);
  }

  ProgramFactory make_;
  CheckOptions options_;
  CheckResult result_;
  std::unique_ptr<ReplayResult> replayed_;
  std::string assertion_;  ///< "Bank.IsNeverOverdrawn#1"
  std::string error_;
};

template <class Program>
Outcome outcome(const Program& program, CheckOptions options = {}) {
  return Outcome(program, std::move(options));
}

}  // namespace detail

}  // namespace harrier::gtest

#define HARRIER_GTEST_ASSERT_(failure, text_expression)                       \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_                                               \
  if (const std::string harrier_text = text_expression; harrier_text.empty()) \
    ;                                                                         \
  else                                                                        \
    failure << harrier_text

/// Expects that every execution was explored and none violates anything. Takes a set-up, or a
/// ProgramFactory, and optionally CheckOptions.
#define EXPECT_HARRIER_OK(...) \
  HARRIER_GTEST_ASSERT_(ADD_FAILURE(), ::harrier::gtest::detail::outcome(__VA_ARGS__).unless_ok())
#define ASSERT_HARRIER_OK(...) \
  HARRIER_GTEST_ASSERT_(FAIL(), ::harrier::gtest::detail::outcome(__VA_ARGS__).unless_ok())

/// Expects no violation in the executions that were explored, be they all or, with bounds, not.
#define EXPECT_HARRIER_NO_VIOLATION(...) \
  HARRIER_GTEST_ASSERT_(ADD_FAILURE(),   \
                        ::harrier::gtest::detail::outcome(__VA_ARGS__).unless_no_violation())
#define ASSERT_HARRIER_NO_VIOLATION(...) \
  HARRIER_GTEST_ASSERT_(FAIL(),          \
                        ::harrier::gtest::detail::outcome(__VA_ARGS__).unless_no_violation())

/// Expects a violation with `part` in its kind or message.
#define EXPECT_HARRIER_VIOLATION(part, ...) \
  HARRIER_GTEST_ASSERT_(ADD_FAILURE(),      \
                        ::harrier::gtest::detail::outcome(__VA_ARGS__).unless_violation(part))
#define ASSERT_HARRIER_VIOLATION(part, ...) \
  HARRIER_GTEST_ASSERT_(FAIL(),             \
                        ::harrier::gtest::detail::outcome(__VA_ARGS__).unless_violation(part))
