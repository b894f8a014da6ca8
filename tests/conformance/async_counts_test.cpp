// Counts of the asynchronous programs that papers and other tools have published.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/registry.hpp"
#include "tests/support/subjects.hpp"

namespace harrier {
namespace {

CheckResult explore(const std::string& program, const std::vector<std::string>& arguments,
                    CheckOptions options) {
  const ProgramDefinition& definition = find_program(program);
  const Arguments parsed = Arguments::parse(definition.parameters, arguments, program);
  options.keep_going = true;
  return check([&](const ProgramOptions& how) { return definition.make(parsed, how); }, options);
}

struct Row {
  const char* program;
  std::vector<std::string> arguments;
  std::uint64_t traces;
  std::uint64_t exhaustive;  ///< 0 where the paper has no number
  Verdict verdict;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.program;
  for (const std::string& argument : row.arguments) *out << " " << argument;
}

/// Names a test after its program and arguments.
constexpr auto test_name = [](const auto& one) {
  return testing::as_test_name(::testing::PrintToString(one.param));
};

class Table1 : public ::testing::TestWithParam<Row> {};

TEST_P(Table1, HasTheTracesAndVerdictsOfThePaper) {
  const Row& row = GetParam();
  for (const char* reduction : {"udpor", "optimal"}) {
    const CheckResult result = explore(row.program, row.arguments, {.reduction = reduction});
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.executions, row.traces) << reduction;
    EXPECT_EQ(result.blocked, 0U) << reduction;
    EXPECT_EQ(result.verdict, row.verdict) << reduction;
  }
  for (const std::uint64_t k : {1U, 2U, 4U}) {
    const CheckResult result =
        explore(row.program, row.arguments, {.reduction = "udpor", .parameters = {{"k", k}}});
    EXPECT_EQ(result.executions, row.traces) << "k = " << k;
  }
  if (row.exhaustive == 0) return;
  const CheckResult all = explore(row.program, row.arguments, {.reduction = "exhaustive"});
  EXPECT_EQ(all.executions, row.exhaustive);
  EXPECT_EQ(all.verdict, row.verdict);
}

// Pham, Jéron, Quinson, FORTE 2019, table 1.
INSTANTIATE_TEST_SUITE_P(
    Forte2019, Table1,
    ::testing::Values(Row{"wait-deadlock", {}, 1, 2, Verdict::violation},
                      Row{"complex-deadlock", {}, 1, 36, Verdict::violation},
                      Row{"waitall-deadlock", {}, 1, 1458, Verdict::violation},
                      Row{"no-error-wait-any-src", {}, 1, 21, Verdict::ok},
                      Row{"any-src-can-deadlock3", {}, 2, 999, Verdict::violation},
                      Row{"dtg", {}, 2, 0, Verdict::violation},
                      Row{"rmq-receiving", {"processes=4"}, 6, 20'064, Verdict::ok},
                      Row{"rmq-receiving", {"processes=5"}, 24, 0, Verdict::ok},
                      Row{"master-worker", {"processes=3"}, 2, 1'356'444, Verdict::ok},
                      Row{"master-worker", {"processes=4"}, 6, 0, Verdict::ok}),
    test_name);

struct Count {
  const char* program;
  std::vector<std::string> arguments;
  std::uint64_t classes;
};

void PrintTo(const Count& count, std::ostream* out) {
  *out << count.program;
  for (const std::string& argument : count.arguments) *out << " " << argument;
}

class SharedCounts : public ::testing::TestWithParam<Count> {};

TEST_P(SharedCounts, AreTheSameHere) {
  const Count& count = GetParam();
  for (const char* reduction : {"optimal", "udpor"}) {
    const CheckResult result = explore(count.program, count.arguments, {.reduction = reduction});
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.executions, count.classes) << reduction;
    EXPECT_EQ(result.blocked, 0U) << reduction;
  }
}

// Maximal configurations in the public experiments of Nguyen et al., CAV 2018.
INSTANTIATE_TEST_SUITE_P(Cav2018, SharedCounts,
                         ::testing::Values(Count{"dispatcher", {"servers=5", "requests=2"}, 137},
                                           Count{"dispatcher", {"servers=5", "requests=3"}, 1'482},
                                           Count{"dispatcher", {"servers=3", "requests=4"}, 2'504},
                                           Count{"dispatcher", {"servers=5", "requests=4"}, 15'282},
                                           Count{"mpat", {"k=4"}, 384},    // 2^4 4!
                                           Count{"mpat", {"k=5"}, 3'840},  // 2^5 5!
                                           Count{"multipc", {"producers=2", "workers=3"}, 66},
                                           Count{"multipc", {"producers=3", "workers=3"}, 2'430},
                                           Count{"multipc", {"producers=2", "workers=4"}, 54},
                                           Count{"multipc", {"producers=3", "workers=4"}, 3'486},
                                           Count{"multipc", {"producers=3", "workers=5"}, 2'958},
                                           Count{"mutex-pi", {"threads=5"}, 120},
                                           Count{"mutex-pi", {"threads=7"}, 5'040},
                                           Count{"poke", {"threads=3", "iterations=4"}, 711},
                                           Count{"poke", {"threads=5", "iterations=3"}, 844},
                                           Count{"poke", {"threads=7", "iterations=3"}, 2'440},
                                           Count{"poke", {"threads=8", "iterations=3"}, 3'700},
                                           Count{"poke", {"threads=9", "iterations=3"}, 5'332}),
                         test_name);

// 24 for four is SimGrid's count too.
INSTANTIATE_TEST_SUITE_P(
    Philosophers, SharedCounts,
    ::testing::Values(Count{"mutex-philosophers", {"philosophers=3"}, 6},    // 3! orders of asking
                      Count{"mutex-philosophers", {"philosophers=4"}, 24},   // 4!
                      Count{"mutex-philosophers", {"philosophers=5"}, 120},  // 5!
                      // Per fork, who asks first; all cannot be asked for by the right hand first.
                      Count{"mutex-philosophers", {"philosophers=3", "waiter=0"}, 7},
                      Count{"mutex-philosophers", {"philosophers=4", "waiter=0"}, 15},
                      Count{"mutex-philosophers", {"philosophers=6", "waiter=0"}, 63}),
    test_name);

// n! orders of coming in, times the orders in which those in the waiting room take the chair.
INSTANTIATE_TEST_SUITE_P(
    BarberShop, SharedCounts,
    ::testing::Values(Count{"barber-shop", {"customers=3", "chairs=1"}, 6},
                      Count{"barber-shop", {"customers=3", "chairs=2"}, 24},    // 3! 2^2
                      Count{"barber-shop", {"customers=3", "chairs=3"}, 36},    // 3! 3!
                      Count{"barber-shop", {"customers=4", "chairs=2"}, 192},   // 4! 2^3
                      Count{"barber-shop", {"customers=4", "chairs=3"}, 432}),  // 4! 3^1 3!
    test_name);

TEST(QuasiOptimal, TradesAbandonedExecutionsForShorterSearches) {
  std::uint64_t blocked_before = ~std::uint64_t{0};
  for (const std::uint64_t k : {1U, 2U, 3U, 4U}) {
    const CheckResult result = explore("dispatcher", {"servers=5", "requests=3"},
                                       {.reduction = "udpor", .parameters = {{"k", k}}});
    EXPECT_EQ(result.executions, 1'482U);
    EXPECT_LT(result.blocked, blocked_before);
    blocked_before = result.blocked;
  }
  EXPECT_EQ(blocked_before, 0U);
}

}  // namespace
}  // namespace harrier
