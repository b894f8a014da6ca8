// Holds persistent, dcute and transdpor to the original tool: Basset (public sources), run on its
// own examples.
//
// Basset counts the delivery of its driver's message, which here is part of the set-up: one more
// than our steps, everywhere.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>

#include "tests/support/subjects.hpp"

namespace {

using harrier::CheckResult;
using harrier::testing::as_test_name;
using harrier::testing::explore_subject;

struct Cell {
  std::string program;
  std::string reduction;
  std::string order;
  bool sleep;
  std::uint64_t executions;
  std::uint64_t deliveries;
};

void PrintTo(const Cell& cell, std::ostream* out) {
  *out << cell.executions << " / " << cell.deliveries << " by Basset";
}

std::string test_name(const testing::TestParamInfo<Cell>& info) {
  const Cell& cell = info.param;
  return as_test_name(cell.program + "_" + cell.reduction + (cell.sleep ? "_sleep" : "") + "_" +
                      cell.order);
}

class BassetCells : public testing::TestWithParam<Cell> {};

TEST_P(BassetCells, AreTheSame) {
  const Cell& cell = GetParam();
  const CheckResult result = explore_subject(cell.program, cell.reduction, cell.order, cell.sleep);
  EXPECT_TRUE(result.complete) << result.incomplete_reason();
  EXPECT_EQ(result.executions, cell.executions);
  EXPECT_EQ(result.steps + 1, cell.deliveries);
}

constexpr bool sleep = true;
constexpr bool plain = false;

const Cell cells[] = {Cell{"fib n=3", "dcute", "fifo", plain, 2, 11},
                      Cell{"fib n=3", "persistent", "fifo", plain, 2, 11},
                      Cell{"fib n=3", "persistent", "lca", plain, 2, 11},
                      Cell{"fib n=3", "transdpor", "fifo", plain, 2, 11},
                      Cell{"fib n=3", "transdpor", "lca", plain, 2, 11},
                      Cell{"fib n=3", "persistent", "fifo", sleep, 2, 11},
                      Cell{"fib n=3", "transdpor", "fifo", sleep, 2, 11},
                      Cell{"fib n=3", "transdpor", "lca", sleep, 2, 11},
                      Cell{"fib n=4", "dcute", "fifo", plain, 8, 40},
                      Cell{"fib n=4", "persistent", "fifo", plain, 8, 40},
                      Cell{"fib n=4", "persistent", "lca", plain, 4, 23},
                      Cell{"fib n=4", "transdpor", "fifo", plain, 8, 40},
                      Cell{"fib n=4", "transdpor", "lca", plain, 4, 23},
                      Cell{"fib n=4", "persistent", "fifo", sleep, 4, 26},
                      Cell{"fib n=4", "transdpor", "fifo", sleep, 4, 26},
                      Cell{"fib n=4", "transdpor", "lca", sleep, 4, 23},
                      Cell{"fib n=5", "dcute", "fifo", plain, 68, 322},
                      Cell{"fib n=5", "persistent", "fifo", plain, 40, 204},
                      Cell{"fib n=5", "persistent", "lca", plain, 16, 92},
                      Cell{"fib n=5", "transdpor", "fifo", plain, 40, 204},
                      Cell{"fib n=5", "transdpor", "lca", plain, 16, 92},
                      Cell{"fib n=5", "persistent", "fifo", sleep, 16, 102},
                      Cell{"fib n=5", "transdpor", "fifo", sleep, 16, 102},
                      Cell{"fib n=5", "transdpor", "lca", sleep, 16, 92},
                      Cell{"pi workers=2", "dcute", "fifo", plain, 2, 12},
                      Cell{"pi workers=2", "persistent", "fifo", plain, 2, 12},
                      Cell{"pi workers=3", "persistent", "fifo", plain, 6, 38},
                      Cell{"pi workers=3", "transdpor", "fifo", plain, 6, 38},
                      Cell{"pi workers=3", "transdpor", "fifo", sleep, 6, 38},
                      Cell{"pi workers=3", "transdpor", "lca", sleep, 6, 43},
                      Cell{"pi workers=4", "persistent", "fifo", plain, 24, 166},
                      Cell{"pi workers=4", "transdpor", "fifo", plain, 24, 166},
                      Cell{"pi workers=4", "transdpor", "fifo", sleep, 24, 166},
                      Cell{"pi workers=4", "transdpor", "lca", sleep, 24, 184},
                      Cell{"pipesort n=3", "persistent", "fifo", plain, 33, 170},
                      Cell{"pipesort n=3", "transdpor", "fifo", plain, 26, 134},
                      Cell{"pipesort n=3", "transdpor", "fifo", sleep, 12, 70},
                      Cell{"pipesort n=3", "transdpor", "lca", sleep, 12, 80},
                      Cell{"quicksort n=4", "persistent", "fifo", plain, 120, 516},
                      Cell{"quicksort n=4", "transdpor", "fifo", plain, 76, 340},
                      Cell{"quicksort n=4", "transdpor", "fifo", sleep, 8, 60},
                      Cell{"quicksort n=4", "transdpor", "lca", sleep, 8, 41},
                      Cell{"mergesort n=4", "persistent", "fifo", plain, 8, 37},
                      Cell{"mergesort n=4", "transdpor", "fifo", plain, 8, 37},
                      Cell{"mergesort n=4", "transdpor", "fifo", sleep, 8, 37},
                      Cell{"mergesort n=4", "transdpor", "lca", sleep, 8, 40},
                      Cell{"regsim workers=3", "persistent", "fifo", plain, 24, 73},
                      Cell{"regsim workers=3", "transdpor", "fifo", plain, 10, 32},
                      Cell{"regsim workers=3", "transdpor", "fifo", sleep, 6, 23},
                      Cell{"regsim workers=3", "transdpor", "lca", sleep, 6, 19},
                      Cell{"regsim workers=4", "persistent", "fifo", plain, 408, 1'176},
                      Cell{"regsim workers=4", "transdpor", "fifo", plain, 42, 123},
                      Cell{"regsim workers=4", "transdpor", "fifo", sleep, 24, 80},
                      Cell{"regsim workers=4", "transdpor", "lca", sleep, 24, 69},
                      Cell{"server", "persistent", "fifo", plain, 6, 27},
                      Cell{"server", "transdpor", "fifo", plain, 6, 27},
                      Cell{"server", "transdpor", "fifo", sleep, 4, 21},
                      Cell{"server", "transdpor", "lca", sleep, 4, 19},
                      Cell{"shortpath graph=3", "persistent", "fifo", plain, 28, 108},
                      Cell{"shortpath graph=3", "transdpor", "fifo", plain, 28, 108},
                      Cell{"shortpath graph=3", "transdpor", "fifo", sleep, 26, 99},
                      Cell{"shortpath graph=3", "transdpor", "lca", sleep, 26, 84}};

INSTANTIATE_TEST_SUITE_P(Measured, BassetCells, testing::ValuesIn(cells), test_name);

}  // namespace
