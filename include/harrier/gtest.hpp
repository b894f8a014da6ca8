// Makes an exploration one assertion of a GoogleTest test.
//
//     TEST(Bank, IsNeverOverdrawn) {
//       EXPECT_HARRIER_OK([](harrier::System& system) { … });
//     }
//
// A failure shows the verdict, the violation, its diagram and what to type to see it again:
//
//     HARRIER_SCHEDULE=0-2.4.3 ./bank_test --gtest_filter=Bank.IsNeverOverdrawn
//
// With HARRIER_SCHEDULE in the environment the assertions run that one execution instead of all, so
// that a debugger stops where it matters. `harrier::replay` takes the same text in code.
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

/// Returns what the user types to run one execution of the running test.
inline std::string replay_line(const Violation& violation) {
  std::string line = "HARRIER_SCHEDULE=" + violation.schedule.text();
#if defined(__GLIBC__)
  line += std::string(" ") + program_invocation_name;
#else
  line += " THIS_TEST";
#endif
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  if (test != nullptr) {
    line += std::string(" --gtest_filter=") + test->test_suite_name() + "." + test->name();
  }
  return line;
}

inline ReportOptions report_options() {
  ReportOptions options;
  options.unicode = environment_is_utf8();
  options.replay_line = replay_line;
  return options;
}

/// What never returns would leave the test without a word.
[[noreturn]] inline void end_with_hang(const Hang& hang) {
  std::fprintf(stderr, "violation: %s; schedule: %s\n",
               Violation{.finding = hang.found}.message().c_str(), hang.schedule.text().c_str());
  std::_Exit(1);
}

/// What an assertion looks at: an exploration, or one execution where the environment names it.
class Outcome {
 public:
  Outcome(const ProgramFactory& make, CheckOptions options) : options_(std::move(options)) {
    if (!options_.on_hang) options_.on_hang = end_with_hang;
    try {
      run(make);
    } catch (const UsageError& error) {
      error_ = std::string("error: ") + error.what() + "\n";
    }
  }
  Outcome(const std::function<void(System&)>& setup, CheckOptions options)
      : Outcome([&setup](const ProgramOptions& how) { return make_program(setup, how); },
                std::move(options)) {}

  /// Each returns an empty text if the assertion holds and otherwise what to tell.
  std::string unless_ok() const {
    if (!error_.empty()) return error_;
    return result_.verdict == Verdict::ok ? std::string() : text();
  }
  std::string unless_no_violation() const {
    if (!error_.empty()) return error_;
    const bool holds = result_.verdict == Verdict::ok || result_.verdict == Verdict::incomplete;
    return holds ? std::string() : text();
  }
  std::string unless_violation(std::string_view part) const {
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
  void run(const ProgramFactory& make) {
    const char* schedule = std::getenv("HARRIER_SCHEDULE");
    if (schedule == nullptr) {
      result_ = check(make, options_);
      return;
    }
    replayed_ = std::make_unique<ReplayResult>(replay(make, Schedule::parse(schedule), options_));
    result_.violations = replayed_->violations;
    result_.verdict = result_.violations.empty() ? Verdict::ok : Verdict::violation;
  }

  std::string text() const {
    if (replayed_) return "HARRIER_SCHEDULE is set\n" + report(*replayed_, report_options());
    return report(result_, options_, report_options());
  }

  CheckOptions options_;
  CheckResult result_;
  std::unique_ptr<ReplayResult> replayed_;
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
