// Holds persistent sets of messages to Aichernig et al., Exploiting Distribution and Atomic
// Transactions for Partial Order Reduction, UNU-IIST 2009: table 1, sections 5.1 and 5.2, figures 3
// to 6.
//
// The report's algorithm adds one block at a time, as `persistent` does where steps depend by
// field; all blocks of an object touch the same field. Its "smallest block" is the first of the
// earliest created object: eca.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>

#include "harrier/harrier.hpp"
#include "tests/support/subjects.hpp"

namespace {

using harrier::Dependence;
using harrier::testing::as_test_name;
using harrier::testing::explore_subject;

struct Row {
  std::string program;
  std::uint64_t full;  ///< 0 where it takes too long
  std::uint64_t dpor;  ///< the same
  std::uint64_t newest;
  std::uint64_t newest_object;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.program; }

std::string test_name(const testing::TestParamInfo<Row>& info) {
  return as_test_name(info.param.program);
}

class CreolTable : public testing::TestWithParam<Row> {};

std::uint64_t executions(const std::string& program, const std::string& reduction,
                         const std::string& order) {
  return explore_subject(program, reduction, order, false, Dependence::field).executions;
}

TEST_P(CreolTable, IsReproduced) {
  const Row& row = GetParam();
  if (row.full != 0) {
    EXPECT_EQ(executions(row.program, "exhaustive", "fifo"), row.full);
  }
  if (row.dpor != 0) {
    EXPECT_EQ(executions(row.program, "persistent", "eca"), row.dpor);
  }
  EXPECT_EQ(executions(row.program, "persistent", "newest"), row.newest);
  EXPECT_EQ(executions(row.program, "persistent", "newest-object"), row.newest_object);
}

const Row rows[] = {{"creation n=4", 70, 1, 1, 1},
                    {"reportback n=8", 48'620, 10, 3, 3},
                    {"reportback n=15", 0, 17, 3, 3},
                    // Section 5.2, in the text.
                    {"concur-reportback n=2", 3'150, 2'555, 87, 25},
                    {"concur-reportback n=3", 72'072, 60'381, 207, 49},
                    {"concur-reportback n=4", 0, 0, 417, 84}};
INSTANTIATE_TEST_SUITE_P(Table1, CreolTable, testing::ValuesIn(rows), test_name);

TEST(CreolBarrier, IsReducedToTheOrdersOfArrival) {
  // Section 5.1: 44,789,760,000 orders; 5! remain, those in which the sensors arrive. The waits
  // that end touch no state but read the count, and a node that waits in a call has its processor
  // to itself: both go in any one order.
  for (const char* reduction : {"persistent", "source", "optimal"}) {
    EXPECT_EQ(executions("barrier sensors=5", reduction, "fifo"), 120U) << reduction;
  }
  // Where all blocks of an object depend on each other, the five waits that the last arrival ends
  // go on in any order.
  EXPECT_EQ(explore_subject("barrier sensors=5", "optimal", "fifo", false).executions, 120U * 120U);
}

// Figures 3 to 6: objects A, B and C; A2 creates B2, B2 creates C1, C1 creates C2.
struct A1 {};
struct A2 {};
struct B1 {};
struct B2 {};
struct C1 {};
struct C2 {};

class C : public harrier::Actor<C> {
 public:
  void on(C1) {
    ++blocks_;
    send(self(), C2{});
  }
  void on(C2) { ++blocks_; }

 private:
  harrier::Tracked<int> blocks_ = 0;
};

class B : public harrier::Actor<B> {
 public:
  explicit B(harrier::Ref<C> c) : c_(c) {}
  void on(B1) { ++blocks_; }
  void on(B2) {
    ++blocks_;
    send(c_, C1{});
  }

 private:
  harrier::Constant<harrier::Ref<C>> c_;
  harrier::Tracked<int> blocks_ = 0;
};

class A : public harrier::Actor<A> {
 public:
  explicit A(harrier::Ref<B> b) : b_(b) {}
  void on(A1) { ++blocks_; }
  void on(A2) {
    ++blocks_;
    send(b_, B2{});
  }

 private:
  harrier::Constant<harrier::Ref<B>> b_;
  harrier::Tracked<int> blocks_ = 0;
};

TEST(CreolFigures3To6, HaveFourExecutions) {
  const auto set_up = [](harrier::System& system) {
    const auto b = system.spawn<B>(system.spawn<C>());
    const auto a = system.spawn<A>(b);
    system.send(a, A1{});
    system.send(a, A2{});
    system.send(b, B1{});
  };
  harrier::CheckOptions options;
  options.reduction = "exhaustive";
  // A2, B2, C1, C2 is a chain: 6! / 4! orders.
  EXPECT_EQ(harrier::check(set_up, options).executions, 30U);
  for (const char* reduction : {"persistent", "source", "optimal"}) {
    options.reduction = reduction;
    EXPECT_EQ(harrier::check(set_up, options).executions, 4U) << reduction;
  }
}

}  // namespace
