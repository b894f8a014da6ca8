// Turns results into text for people: verdicts, violations, sequence diagrams.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/check.hpp"

namespace harrier {

struct Explanation;
struct Minimised;

/// How a report looks and what it calls things.
struct ReportOptions {
  std::size_t width = 100;     ///< columns of the terminal or page
  bool cuts = false;           ///< messages in a diagram may be cut to fit; else steps are listed
  bool unicode = true;         ///< box drawing characters; otherwise plain ASCII
  bool color = false;          ///< terminal escape codes
  std::size_t steps_max = 60;  ///< of a longer execution only begin and end are shown; 0: all
  std::string program = "the program";
  std::string certificate = {};  ///< what was written for those who want to check the verdict
  /// Names options as the command line does (`--keep-going`) instead of as the API does.
  bool command_line = false;
  /// How many threads the machine has for what one thread explored; 0: nothing is said of that.
  std::size_t threads = 0;
  /// Returns what the user types or calls to see a violation again; none: only the schedule.
  std::function<std::string(const Violation&)> replay_line = {};
  /// Returns what else is to be said of a violation, in whole lines; none: nothing.
  std::function<std::string(const Violation&)> notes = {};
};

/// Draws an execution as a sequence diagram, a column per actor; lists its steps where the
/// diagram would not fit.
std::string diagram(const std::vector<StepText>& steps, const ReportOptions& options = {});

/// Lists the steps of an execution, with everything each of them did.
std::string step_list(const std::vector<StepText>& steps, const ReportOptions& options = {});

/// Tells about one violation: what is violated, by which execution, and how to see it again.
std::string report(const Violation& violation, const ReportOptions& options = {});

/// Tells what an exploration established and what it did not. The last line has the time.
std::string report(const CheckResult& result, const CheckOptions& explored,
                   const ReportOptions& options = {});

/// Tells under which delivery models the program is correct, with a violation under the strongest
/// under which it is not.
std::string report(std::span<const DeliveryResult> results, const ReportOptions& options = {});

/// Tells how one execution went.
std::string report(const ReplayResult& result, const ReportOptions& options = {});

/// Tells how short a violation was made.
std::string report(const Minimised& shortest, const ReportOptions& options = {});
/// Tells why a violation happens, with an execution in which it does not.
std::string report(const Explanation& why, const ReportOptions& options = {});

/// Tells whether the environment (LC_ALL, LC_CTYPE, LANG) asks for UTF-8.
bool environment_is_utf8();

}  // namespace harrier
