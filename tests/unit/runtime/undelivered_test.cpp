// Messages that may stay undelivered by their type.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harrier/harrier.hpp"

namespace harrier::testing {
namespace {

struct Tick {};
struct Order {};

class Closed : public Actor<Closed> {
 public:
  void on(Tick) {}
  void on(Order) {}
  bool accepts(const Tick&) const { return false; }
  bool accepts(const Order&) const { return false; }
};

std::vector<std::string> left(bool ticks_are_fine, Undelivered undelivered) {
  const CheckResult result = check(
      [=](System& system) {
        const auto closed = system.spawn<Closed>();
        system.send(closed, Tick{});
        system.send(closed, Order{});
        if (ticks_are_fine) system.may_be_undelivered<Tick>();
      },
      {.undelivered = undelivered, .keep_going = true});
  std::vector<std::string> messages;
  for (const auto& found : {result.violations, result.warnings}) {
    for (const Violation& one : found) {
      messages.push_back(std::get<UndeliveredMessage>(one.finding).message);
    }
  }
  return messages;
}

TEST(UndeliveredMessages, AreReportedUnlessTheirTypeMayBe) {
  using Messages = std::vector<std::string>;
  EXPECT_EQ(left(false, Undelivered::error), (Messages{"Tick{}", "Order{}"}));
  EXPECT_EQ(left(true, Undelivered::error), (Messages{"Order{}"}));
  EXPECT_EQ(left(true, Undelivered::warn), (Messages{"Order{}"}));
  EXPECT_EQ(left(true, Undelivered::ignore), (Messages{}));
}

}  // namespace
}  // namespace harrier::testing
