// Holds persistent and transdpor to the tables of TransDPOR: Tasharofi et al., FORTE 2012, tables 1
// and 2. A step is a transition there.
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
  std::string order;
  bool sleep;
  std::string reduction;
  std::uint64_t paths;
  std::uint64_t transitions;
};

void PrintTo(const Cell& cell, std::ostream* out) {
  *out << cell.paths << " paths, " << cell.transitions << " transitions";
}

std::string test_name(const testing::TestParamInfo<Cell>& info) {
  const Cell& cell = info.param;
  return as_test_name(cell.program + "_" + cell.reduction + "_" + cell.order);
}

class TransDporTables : public testing::TestWithParam<Cell> {};

TEST_P(TransDporTables, AreReproduced) {
  const Cell& cell = GetParam();
  const CheckResult result = explore_subject(cell.program, cell.reduction, cell.order, cell.sleep);
  EXPECT_TRUE(result.complete) << result.incomplete_reason();
  EXPECT_EQ(result.executions, cell.paths);
  EXPECT_EQ(result.steps, cell.transitions);
}

constexpr bool sleep = true;
constexpr bool plain = false;

// Without the two cells for DPOR on regsim with FIFO and ECA: the paper's runs were stopped.
const Cell table_1[] = {{"fib n=5", "fifo", plain, "persistent", 40, 203},
                        {"fib n=5", "fifo", plain, "transdpor", 40, 203},
                        {"fib n=5", "eca", plain, "persistent", 327, 1'650},
                        {"fib n=5", "eca", plain, "transdpor", 203, 1'051},
                        {"fib n=5", "lca", plain, "persistent", 16, 91},
                        {"fib n=5", "lca", plain, "transdpor", 16, 91},
                        {"quicksort n=6", "fifo", plain, "persistent", 368, 1'586},
                        {"quicksort n=6", "fifo", plain, "transdpor", 368, 1'586},
                        {"quicksort n=6", "eca", plain, "persistent", 3'822, 16'766},
                        {"quicksort n=6", "eca", plain, "transdpor", 1'519, 6'992},
                        {"quicksort n=6", "lca", plain, "persistent", 32, 156},
                        {"quicksort n=6", "lca", plain, "transdpor", 32, 156},
                        {"pi workers=5", "fifo", plain, "persistent", 120, 931},
                        {"pi workers=5", "fifo", plain, "transdpor", 120, 931},
                        {"pi workers=5", "eca", plain, "persistent", 120, 931},
                        {"pi workers=5", "eca", plain, "transdpor", 120, 931},
                        {"pi workers=5", "lca", plain, "persistent", 19'845, 156'070},
                        {"pi workers=5", "lca", plain, "transdpor", 312, 2'452},
                        {"pipesort n=4", "fifo", plain, "persistent", 1'791, 8'562},
                        {"pipesort n=4", "fifo", plain, "transdpor", 755, 3'541},
                        {"pipesort n=4", "eca", plain, "persistent", 288, 1'293},
                        {"pipesort n=4", "eca", plain, "transdpor", 288, 1'293},
                        {"pipesort n=4", "lca", plain, "persistent", 5'970, 32'385},
                        {"pipesort n=4", "lca", plain, "transdpor", 2'221, 11'999},
                        {"chameneos meetings=2", "fifo", plain, "persistent", 3'240, 19'459},
                        {"chameneos meetings=2", "fifo", plain, "transdpor", 600, 3'673},
                        {"chameneos meetings=2", "eca", plain, "persistent", 19'683, 118'197},
                        {"chameneos meetings=2", "eca", plain, "transdpor", 1'728, 10'554},
                        {"chameneos meetings=2", "lca", plain, "persistent", 216, 1'231},
                        {"chameneos meetings=2", "lca", plain, "transdpor", 216, 1'231},
                        {"leader n=4", "fifo", plain, "persistent", 18'098, 107'780},
                        {"leader n=4", "fifo", plain, "transdpor", 14'984, 86'889},
                        {"leader n=4", "eca", plain, "persistent", 11'957, 68'373},
                        {"leader n=4", "eca", plain, "transdpor", 11'909, 68'125},
                        {"leader n=4", "lca", plain, "persistent", 39'238, 236'330},
                        {"leader n=4", "lca", plain, "transdpor", 27'287, 163'030},
                        {"shortpath graph=4", "fifo", plain, "persistent", 238, 910},
                        {"shortpath graph=4", "fifo", plain, "transdpor", 238, 910},
                        {"shortpath graph=4", "eca", plain, "persistent", 392, 1'464},
                        {"shortpath graph=4", "eca", plain, "transdpor", 392, 1'464},
                        {"shortpath graph=4", "lca", plain, "persistent", 640, 2'158},
                        {"shortpath graph=4", "lca", plain, "transdpor", 370, 1'337},
                        {"shortpath graph=5", "fifo", plain, "persistent", 528, 2'443},
                        {"shortpath graph=5", "fifo", plain, "transdpor", 528, 2'443},
                        {"shortpath graph=5", "eca", plain, "persistent", 2'658, 8'476},
                        {"shortpath graph=5", "eca", plain, "transdpor", 1'170, 3'737},
                        {"shortpath graph=5", "lca", plain, "persistent", 1'865, 7'076},
                        {"shortpath graph=5", "lca", plain, "transdpor", 1'272, 4'704},
                        {"regsim workers=6", "fifo", plain, "transdpor", 1'320, 3'607},
                        {"regsim workers=6", "eca", plain, "transdpor", 1'950, 5'434},
                        {"regsim workers=6", "lca", plain, "persistent", 720, 1'962},
                        {"regsim workers=6", "lca", plain, "transdpor", 720, 1'962}};
INSTANTIATE_TEST_SUITE_P(Table1, TransDporTables, testing::ValuesIn(table_1), test_name);

// The cells that are legible in the paper, without those below.
const Cell table_2[] = {{"fib n=5", "fifo", sleep, "persistent", 16, 101},
                        {"fib n=5", "fifo", sleep, "transdpor", 16, 101},
                        {"fib n=5", "eca", sleep, "persistent", 16, 139},
                        {"fib n=5", "eca", sleep, "transdpor", 16, 139},
                        {"fib n=5", "lca", sleep, "persistent", 16, 91},
                        {"fib n=5", "lca", sleep, "transdpor", 16, 91},
                        {"quicksort n=6", "fifo", sleep, "persistent", 32, 179},
                        {"quicksort n=6", "fifo", sleep, "transdpor", 32, 179},
                        {"quicksort n=6", "eca", sleep, "persistent", 32, 272},
                        {"quicksort n=6", "eca", sleep, "transdpor", 32, 272},
                        {"quicksort n=6", "lca", sleep, "persistent", 32, 156},
                        {"quicksort n=6", "lca", sleep, "transdpor", 32, 156},
                        {"pi workers=5", "fifo", sleep, "persistent", 120, 931},
                        {"pi workers=5", "fifo", sleep, "transdpor", 120, 931},
                        {"pi workers=5", "eca", sleep, "persistent", 120, 931},
                        {"pi workers=5", "eca", sleep, "transdpor", 120, 931},
                        {"pi workers=5", "lca", sleep, "persistent", 120, 1'236},
                        {"pi workers=5", "lca", sleep, "transdpor", 120, 990},
                        {"pipesort n=4", "fifo", sleep, "persistent", 288, 1'448},
                        {"pipesort n=4", "eca", sleep, "persistent", 288, 1'293},
                        {"pipesort n=4", "eca", sleep, "transdpor", 288, 1'293},
                        {"pipesort n=4", "lca", sleep, "persistent", 288, 1'944},
                        {"chameneos meetings=2", "fifo", sleep, "persistent", 216, 1'681},
                        {"chameneos meetings=2", "fifo", sleep, "transdpor", 216, 1'453},
                        {"chameneos meetings=2", "eca", sleep, "persistent", 216, 1'826},
                        {"leader n=4", "eca", sleep, "persistent", 492, 3'267},
                        {"leader n=4", "lca", sleep, "persistent", 492, 3'311},
                        {"shortpath graph=4", "fifo", sleep, "persistent", 126, 473},
                        {"shortpath graph=4", "fifo", sleep, "transdpor", 126, 473},
                        {"shortpath graph=4", "eca", sleep, "persistent", 126, 489},
                        {"shortpath graph=4", "eca", sleep, "transdpor", 126, 489},
                        {"shortpath graph=5", "eca", sleep, "persistent", 296, 1'031},
                        {"regsim workers=6", "fifo", sleep, "persistent", 720, 3'453},
                        {"regsim workers=6", "fifo", sleep, "transdpor", 720, 2'019},
                        {"regsim workers=6", "eca", sleep, "persistent", 720, 4'054},
                        {"regsim workers=6", "eca", sleep, "transdpor", 720, 2'152},
                        {"regsim workers=6", "lca", sleep, "persistent", 720, 1'962},
                        {"regsim workers=6", "lca", sleep, "transdpor", 720, 1'962}};
INSTANTIATE_TEST_SUITE_P(Table2, TransDporTables, testing::ValuesIn(table_2), test_name);

// Paths as in the paper; its transitions are 1422, 1935, 1530, 3218, 3311 and 997. No version of
// the algorithm was found that gives them together with the cells above.
const Cell table_2_nearly[] = {{"pipesort n=4", "fifo", sleep, "transdpor", 288, 1'412},
                               {"pipesort n=4", "lca", sleep, "transdpor", 288, 1'923},
                               {"chameneos meetings=2", "eca", sleep, "transdpor", 216, 1'532},
                               {"leader n=4", "eca", sleep, "transdpor", 492, 3'253},
                               {"leader n=4", "lca", sleep, "transdpor", 492, 3'295},
                               {"shortpath graph=5", "eca", sleep, "transdpor", 296, 1'000}};
INSTANTIATE_TEST_SUITE_P(Table2Nearly, TransDporTables, testing::ValuesIn(table_2_nearly),
                         test_name);

TEST(TransDporTable1, DporOnRegsimEndsWhereThePaperGaveUp) {
  // Table 1 has 211,750 paths and 590,835 transitions after four hours, when it was stopped.
  const CheckResult result = explore_subject("regsim workers=6", "persistent", "fifo", plain);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.executions, 602'280U);
  EXPECT_EQ(result.steps, 1'679'997U);
}

TEST(TransDporFigure1, IsExploredAsThePaperSays) {
  // 24 executions by DPOR along the first path r0.w1.w2.r1.r2, 10 by TransDPOR, 6 classes.
  EXPECT_EQ(explore_subject("registry", "persistent", "fifo", plain).executions, 24U);
  EXPECT_EQ(explore_subject("registry", "transdpor", "fifo", plain).executions, 10U);
  for (const char* reduction : {"persistent", "dcute", "transdpor"}) {
    EXPECT_EQ(explore_subject("registry", reduction, "fifo", sleep).executions, 6U) << reduction;
  }
}

}  // namespace
