// Tables 3.1 to 3.3 of Lauterburg's thesis: states told apart by nothing, as JPF does, and as sets;
// little and big steps.
//
// Without comparison a state is a node of the tree of executions; these counts are those published
// where the subjects are the same. Of compared states only the order is: Basset's actors and
// messages are Java objects that hold more than ours do.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>

#include "tests/support/subjects.hpp"

namespace {

using harrier::CheckOptions;
using harrier::CheckResult;
using harrier::StateComparison;
using harrier::testing::as_test_name;
using harrier::testing::subject;

struct Row {
  std::string program;
  std::uint64_t published;  ///< states without comparison
  std::uint64_t exact;
  std::uint64_t actors;
  std::uint64_t big;  ///< with big steps
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.program; }

class StateTables : public testing::TestWithParam<Row> {
 protected:
  static CheckResult explore(const CheckOptions& options) {
    CheckOptions how = options;
    how.keep_going = true;
    return check(subject(GetParam().program), how);
  }
  static CheckResult explore_states(const harrier::StateOptions& states) {
    const CheckResult result = explore({.states = states});
    EXPECT_TRUE(result.complete) << result.incomplete_reason();
    return result;
  }
};

TEST_P(StateTables, HaveFewerStatesTheLessIsComparedInOrder) {
  const CheckResult none = explore({.reduction = "exhaustive"});
  EXPECT_EQ(none.steps + 1, GetParam().published);
  const CheckResult exact = explore_states({.on = true,
                                            .reduction = harrier::StateReduction::none,
                                            .comparison = StateComparison::exact});
  EXPECT_EQ(exact.states->distinct, GetParam().exact);
  const CheckResult actors =
      explore_states({.on = true, .reduction = harrier::StateReduction::none});
  EXPECT_EQ(actors.states->distinct, GetParam().actors);
  EXPECT_GT(none.steps + 1, exact.states->distinct);
  EXPECT_GE(exact.states->distinct, actors.states->distinct);
}

TEST_P(StateTables, HaveFewerStatesAndMoreDeliveriesWithBigSteps) {
  const CheckResult little =
      explore_states({.on = true, .reduction = harrier::StateReduction::none});
  const CheckResult big =
      explore_states({.on = true, .reduction = harrier::StateReduction::none, .big_steps = true});
  EXPECT_EQ(big.states->distinct, GetParam().big);
  EXPECT_GT(big.steps, little.steps);
}

// The published counts have the delivery of the driver's message, which is part of our set-up.
INSTANTIATE_TEST_SUITE_P(Of, StateTables,
                         testing::Values(Row{"fib n=4", 769, 46, 35, 25},
                                         Row{"leader n=3", 1467, 176, 152, 82},
                                         Row{"server", 27, 17, 17, 8}),
                         [](const auto& row) { return as_test_name(row.param.program); });

}  // namespace
