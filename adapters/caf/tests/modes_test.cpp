// The same programs in a unit test, linked and preloaded: the same executions in the same order.
#include "programs/modes.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "exactness.hpp"
#include "tests/support/process.hpp"

namespace harrier::caf_tests {
namespace {

using testing_support::contents_of;
using testing_support::Outcome;
using testing_support::run;
using testing_support::TemporaryFolder;

// One that does not learn: the end of the actor system would change what it has learnt.
constexpr const char* order = "fifo";

std::vector<std::string> schedules_in_unit_test(const std::string& program) {
  std::vector<std::string> schedules;
  CheckOptions options = with("optimal");
  options.order = order;
  options.on_execution = [&](const Execution& execution) {
    schedules.push_back(execution.schedule.text());
  };
  const CheckResult result =
      caf::check([&](::caf::actor_system& system) { modes::run(system, program); }, options);
  EXPECT_EQ(result.verdict, Verdict::ok);
  return schedules;
}

/// Runs what explores when it is given these words; returns the class and schedule of each
/// execution.
std::string by_command(const std::string& binary, const std::vector<std::string>& program) {
  const TemporaryFolder folder;
  const std::string file = folder.path("executions");
  std::vector<std::string> words = {"check", "--order", order, "--save-executions", file, "--"};
  if (binary == HARRIER_BINARY) words.insert(words.begin(), "caf");
  words.insert(words.end(), program.begin(), program.end());
  const Outcome outcome = run(
      {.binary = binary, .arguments = words, .invoked_as = {}, .environment = {}, .folder = {}});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  return contents_of(file);
}

/// Takes the schedules alone, without the end of the actor system, which is a last step where
/// messages are left when main returns: the system of a unit test lasts.
std::vector<std::string> schedules_of(const std::string& saved,
                                      const std::vector<std::string>& tested) {
  std::vector<std::string> schedules;
  std::istringstream lines(saved);
  for (std::string name, text; lines >> name >> text;) {
    Schedule shorter = Schedule::parse(text);
    shorter.steps.pop_back();
    const std::size_t i = schedules.size();
    schedules.push_back(i < tested.size() && shorter.text() == tested[i] ? tested[i] : text);
  }
  return schedules;
}

void expect_same(const std::string& program, std::size_t count) {
  const std::vector<std::string> tested = schedules_in_unit_test(program);
  const std::string linked = by_command(MODES_LINKED_BINARY, {program});
  EXPECT_EQ(tested.size(), count);
  EXPECT_EQ(linked, by_command(HARRIER_BINARY, {MODES_BINARY, program}));
  EXPECT_EQ(schedules_of(linked, tested), tested);
}

TEST(CafModes, ExploreTheSameWhereMainBlocks) { expect_same("blocking_main", 12); }

TEST(CafModes, ExploreTheSameWithRequestsAndLinks) { expect_same("requests_and_links", 20); }

TEST(CafModes, ExploreTheSameWithTimers) { expect_same("timers", 2); }

}  // namespace
}  // namespace harrier::caf_tests
