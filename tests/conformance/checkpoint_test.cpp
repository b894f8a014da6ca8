// An exploration that is killed at any moment and goes on from its last checkpoint comes to the
// same totals.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "harrier/jobs.hpp"
#include "harrier/usage_error.hpp"
#include "tests/support/subjects.hpp"

namespace harrier::testing {
namespace {

CheckOptions options_for(const std::string& reduction) {
  CheckOptions options;
  options.reduction = reduction;
  options.keep_going = true;
  return options;
}

/// All that is counted; with several threads the numbers of steps depend on where they go on.
std::string totals(const CheckResult& result, bool with_steps) {
  std::string text = std::to_string(result.executions) + " executions, " +
                     std::to_string(result.blocked) + " blocked, depth " +
                     std::to_string(result.depth_max) + (result.complete ? ", complete" : "");
  if (with_steps) text += ", " + std::to_string(result.steps) + " steps";
  for (const Violation& violation : result.violations) {
    text += ", " + std::to_string(violation.count) + " x " + violation.message();
  }
  for (const Violation& warning : result.warnings) {
    text += ", " + std::to_string(warning.count) + " x " + warning.message();
  }
  return text;
}

/// Explores and keeps every checkpoint that somebody who is killed would have left: one about
/// every so many steps.
CheckResult explore(const std::string& program, const CheckOptions& options, std::uint64_t threads,
                    std::uint64_t steps, std::string resume,
                    std::vector<std::string>& checkpoints) {
  Jobs jobs;
  jobs.count = threads;
  jobs.checkpoint_steps = steps;
  jobs.on_checkpoint = [&](const std::string& one) { checkpoints.push_back(one); };
  jobs.resume = std::move(resume);
  return check(subject(program), options, jobs);
}

struct Case {
  std::string program;
  std::string reduction;
  std::uint64_t threads;
};

/// What a case is explored with: `calm` begins to count anew where an exploration goes on, so that
/// steps, and which of the findings of one kind is shown, are others.
CheckOptions options_in_order(const std::string& reduction) {
  CheckOptions options = options_for(reduction);
  options.order = "fifo";
  return options;
}

class Killed : public ::testing::TestWithParam<Case> {};

TEST_P(Killed, ComesToTheSameTotals) {
  const Case& given = GetParam();
  const CheckOptions options = options_in_order(given.reduction);
  const bool with_steps = given.threads == 1;
  const CheckResult whole = check(subject(given.program), options);
  const std::string undisturbed = totals(whole, with_steps);
  const std::uint64_t steps = whole.steps / 20;
  std::minstd_rand random(7);
  std::size_t kills = 0;
  while (kills < 100) {
    std::string resume;
    // Killed a few times in a row, then left alone.
    for (std::size_t i = 0; i < 4; ++i) {
      std::vector<std::string> checkpoints;
      explore(given.program, options, given.threads, steps, resume, checkpoints);
      // What goes on from near the end has none but the last.
      if (resume.empty()) {
        ASSERT_GT(checkpoints.size(), 3U);
      }
      if (checkpoints.empty()) break;
      resume = checkpoints[random() % checkpoints.size()];
      ++kills;
    }
    std::vector<std::string> checkpoints;
    const CheckResult result =
        explore(given.program, options, given.threads, steps, resume, checkpoints);
    ASSERT_EQ(totals(result, with_steps), undisturbed);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Killed,
    ::testing::Values(
        Case{"fanin senders=6", "optimal", 1}, Case{"last-zero n=7", "optimal", 1},
        Case{"le-erlang n=4", "optimal", 1}, Case{"twopc participants=6", "optimal", 1},
        Case{"twopc participants=3", "exhaustive", 1}, Case{"last-zero n=7", "source", 1},
        Case{"pi workers=5", "source", 1}, Case{"fanin senders=6", "persistent", 1},
        Case{"fanin senders=7", "source", 2}, Case{"fanin senders=7", "optimal", 2},
        Case{"le-erlang n=4", "optimal", 2}, Case{"twopc participants=3", "exhaustive", 2}),
    [](const auto& one) {
      return as_test_name(one.param.program + " " + one.param.reduction + " " +
                          std::to_string(one.param.threads));
    });

TEST(Checkpoint, IsRefusedForWhatCannotBeTakenOut) {
  std::vector<std::string> checkpoints;
  try {
    explore("server", options_for("udpor"), 1, 100, {}, checkpoints);
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "no checkpoint can be kept of this: udpor with order calm cannot be taken out of "
                 "its walk");
  }
}

TEST(Checkpoint, IsReadOrRefusedWhateverItSays) {
  std::vector<std::string> checkpoints;
  explore("fanin senders=6", options_for("optimal"), 1, 200, {}, checkpoints);
  ASSERT_FALSE(checkpoints.empty());
  std::minstd_rand random(11);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = checkpoints.front();
    if (i % 2 == 0) {
      damaged.resize(random() % damaged.size());
    } else {
      damaged[random() % damaged.size()] = "0123456789 x"[random() % 12];
    }
    try {
      std::vector<std::string> others;
      CheckOptions options = options_for("optimal");
      options.executions_max = 2'000;
      explore("fanin senders=6", options, 1, 200, damaged, others);
    } catch (const UsageError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace harrier::testing
