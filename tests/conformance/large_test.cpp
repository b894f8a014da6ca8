// Programs with many classes, long executions and many actors, counted exactly.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

CheckResult explore(const std::string& program, const std::vector<std::string>& arguments,
                    const std::string& reduction) {
  return check(registered(program, arguments), {.reduction = reduction, .keep_going = true});
}

TEST(Large, FanInOfNineSenders) {
  const CheckResult result = explore("fanin", {"senders=9"}, "optimal");
  EXPECT_EQ(result.executions, 362'880U);  // 9! orders at one receiver
  EXPECT_EQ(result.blocked, 0U);
}

TEST(Large, FanInOfAHundredSendersOnKeysOfTheirOwn) {
  const CheckResult result = explore("fanin", {"senders=100", "receiver=keys"}, "optimal");
  EXPECT_EQ(result.executions, 1U);
  EXPECT_EQ(result.steps, 200U);  // a start and a value each
}

TEST(Large, PiWithEightWorkers) {
  const CheckResult result = explore("pi", {"workers=8"}, "optimal");
  EXPECT_EQ(result.executions, 40'320U);  // 8! orders of results at the master
}

TEST(Large, EveryInterleavingOfPiWithFourWorkers) {
  const CheckResult result = explore("pi", {"workers=4"}, "exhaustive");
  EXPECT_EQ(result.executions, 60'480U);  // an independent enumeration of all interleavings
}

TEST(Large, FourteenReadersOfOneVariable) {
  const CheckResult result = explore("readers", {"n=14"}, "optimal");
  EXPECT_EQ(result.executions, 16'384U);  // 2^14: each before or after the write
}

}  // namespace
}  // namespace harrier::testing
