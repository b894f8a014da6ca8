// Which findings are one violation.
#include "property/groups.hpp"

#include <gtest/gtest.h>

namespace harrier::testing {
namespace {

Finding failed(std::string text, std::string actor, std::string message, std::size_t step) {
  return FailedStep{
      {FailureKind::check, std::move(text)}, std::move(actor), std::move(message), step};
}

TEST(Groups, LeaveOutNumbersContentsAndSteps) {
  EXPECT_EQ(group_of(failed("3 is odd", "worker.2", "Put{3}", 7)),
            group_of(failed("15 is odd", "worker.3", "Put{15}", 9)));
  EXPECT_EQ(group_of(failed("2.5 is odd", "worker", "Put{3}", 7)),
            group_of(failed("3.25 is odd", "worker.2", "Put{3}", 7)));
}

TEST(Groups, TellPropertiesAndPlacesApart) {
  const Finding one = failed("p1 holds", "worker", "Put{3}", 7);
  EXPECT_NE(group_of(one), group_of(failed("p2 holds", "worker", "Put{3}", 7)));
  EXPECT_NE(group_of(one), group_of(failed("p1 holds", "server", "Put{3}", 7)));
  EXPECT_NE(group_of(one), group_of(failed("p1 holds", "worker", "Take{3}", 7)));
  EXPECT_NE(group_of(one), group_of(FailedEndCheck{{FailureKind::check, "p1 holds"}}));
}

TEST(Groups, TakeACycleForTheSameWhoeverIsNamedFirst) {
  EXPECT_EQ(group_of(WaitingCycle{{"left", "right"}}), group_of(WaitingCycle{{"right", "left"}}));
}

TEST(Groups, TellApartWhyAMessageIsLeft) {
  EXPECT_NE(group_of(UndeliveredMessage{"Put{1}", "a", "b", Hold::ended}),
            group_of(UndeliveredMessage{"Put{1}", "a", "b", Hold::guard}));
}

}  // namespace
}  // namespace harrier::testing
