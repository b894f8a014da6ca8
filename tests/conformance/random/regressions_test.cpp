// Programs that once were explored wrongly, as they came out of shrinking, against everything.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "tests/conformance/random/conformance.hpp"

namespace harrier::testing {
namespace {

struct Regression {
  std::string_view name;
  std::string_view program;

  friend void PrintTo(const Regression& regression, std::ostream* out) { *out << regression.name; }
};

constexpr Regression regressions[] = {
    {"ChoosesDependingOnWhatCameBefore",
     "tags note\n"
     "kind fine\n"
     " on t0\n"
     "  if f0!=2 choose f0 3\n"
     "actors k0\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"},
    {"ChoosesAndFails",
     "tags note\n"
     "kind fine\n"
     " on t0\n"
     "  choose f0 3\n"
     "  check f0 1\n"
     "actors k0\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"},
    {"ChoiceDecidesOnASend",
     "tags note note\n"
     "kind fine\n"
     " on t0\n"
     "  choose f3 3\n"
     " on t1\n"
     "  if f3!=1 send a0 t0 0\n"
     "actors k0 k0\n"
     "start a1 t1 0 fuel=1\n"
     "start a0 t0 0 fuel=0\n"
     "start a1 t0 0 fuel=0\n"},
    {"ChoosesTwice",
     "tags note\n"
     "kind fine\n"
     " on t0\n"
     "  choose f0 2\n"
     "  choose f1 3\n"
     "actors k0\n"
     "start a0 t0 0 fuel=0\n"},
    {"WritesDependingOnWhatItReads",
     "tags note\n"
     "kind fine\n"
     " on t0\n"
     "  if f0!=m add f0 2\n"
     "actors k0\n"
     "start a0 t0 1 fuel=0\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t0 2 fuel=0\n"},
    {"CallsItselfForever",
     "tags note task\n"
     "kind fine\n"
     " on t0\n"
     "  send a1 t0 0\n"
     "  send a0 t0 0\n"
     " on t1\n"
     "  request a1 t0 0\n"
     "  get f0\n"
     "actors k0 k0\n"
     "start a1 t1 0 fuel=1\n"
     "start a0 t0 0 fuel=2\n"},
    {"EndsWhileMessagesAreOnTheWay",
     "tags note note\n"
     "kind fine\n"
     " on t0\n"
     "  send a1 t0 0\n"
     "  stop\n"
     " on t1\n"
     "  send a0 t0 0\n"
     "actors k0 k0\n"
     "start a0 t0 0 fuel=0\n"
     "start a1 t0 0 fuel=0\n"
     "start a0 t1 0 fuel=2\n"},
    {"ReplyTellsWhatItsActorKnew",
     "tags task task\n"
     "kind fine\n"
     " on t1\n"
     "  request a1 t0 0\n"
     "  await f0\n"
     "kind fine\n"
     " on t0\n"
     "  request a1 t1 0\n"
     "  get f0\n"
     "  request a0 t0 0\n"
     "actors k1 k0\n"
     "start a0 t0 0 fuel=2\n"
     "start a0 t0 0 fuel=0\n"
     "start a1 t0 0 fuel=0\n"},
    {"PassedOverWhileNotAccepted",
     "tags note note note\n"
     "kind fine\n"
     " on t0 if f3!=2\n"
     "  send a0 t1 0\n"
     " on t1\n"
     "  add f3 1\n"
     "actors k0\n"
     "start a0 t0 0 fuel=1\n"
     "start a0 t1 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t2 0 fuel=0\n"},
    {"WaitsForItself",
     "tags note task task\n"
     "kind fine\n"
     " on t1\n"
     "  await f0\n"
     " on t2\n"
     "  get f0\n"
     "  request a0 t0 0\n"
     "  request a0 t2 0\n"
     "actors k0\n"
     "start a0 t2 0 fuel=2\n"
     "start a0 t1 0 fuel=0\n"},
    {"FailsWhileItsMessagesAreOnTheWay",
     "tags note note\n"
     "kind fine\n"
     " on t0\n"
     "  send a0 t0 0\n"
     " on t1\n"
     "  check f0 1\n"
     "actors k0 k0\n"
     "start a1 t1 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"
     "start a1 t0 0 fuel=1\n"
     "start a1 t0 0 fuel=1\n"
     "start a1 t0 0 fuel=0\n"},
    {"CallsWhileAnotherWaits",
     "tags note task\n"
     "kind fine\n"
     " on t0\n"
     "  request a0 t0 0\n"
     " on t1\n"
     "  await f0\n"
     "  call a0 t0 f0\n"
     "actors k0\n"
     "start a0 t0 0 fuel=1\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t1 0 fuel=1\n"},
    {"EndsInPlaceOfStepsElsewhere",
     "tags note note note\n"
     "kind coarse\n"
     "kind fine\n"
     " on t0\n"
     "  check f0 1\n"
     " on t1\n"
     "  send a0 t0 0\n"
     "  check f3 1\n"
     " on t2\n"
     "  add f3 1\n"
     "actors k0 k1\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"
     "start a1 t1 0 fuel=1\n"
     "start a1 t2 0 fuel=0\n"
     "start a1 t0 0 fuel=0\n"},
    {"SendsDependingOnWhatCameBefore",
     "tags task note note\n"
     "kind fine\n"
     " on t0\n"
     "  release\n"
     "  add f0 2\n"
     " on t1\n"
     "  request a1 t0 0\n"
     " on t2\n"
     "  if f0==2 send a1 t0 0\n"
     "actors k0 k0\n"
     "start a1 t0 0 fuel=0\n"
     "start a0 t1 0 fuel=1\n"
     "start a1 t2 0 fuel=1\n"},
    {"FailsWithOneValueOnly",
     "tags note note\n"
     "kind fine\n"
     " on t0\n"
     "  choose f0 2\n"
     "  check f0 0\n"
     "actors k0\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t1 0 fuel=0\n"},
    {"FailsWithoutTheStepBefore",
     "tags note note note\n"
     "kind fine\n"
     " on t1\n"
     "  add f3 1\n"
     " on t2\n"
     "  check f3 1\n"
     "actors k0\n"
     "start a0 t1 0 fuel=0\n"
     "start a0 t2 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"},
    {"SuspendedInTheSetUp",
     "tags task note\n"
     "kind fine\n"
     " on t0\n"
     "  until f0 1\n"
     "  add f1 1\n"
     " on t1\n"
     "  set f0 1\n"
     "actors k0\n"
     "settle a0 t0 0 fuel=0\n"
     "start a0 t1 0 fuel=0\n"
     "start a0 t1 0 fuel=0\n"},
    {"ChoosesTheOnlyValue",
     "tags note\n"
     "kind fine\n"
     " on t0\n"
     "  choose f0 0\n"
     "actors k0\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"},
    {"AReleasedActorAcceptsWhatComesFirst",
     "tags note task\n"
     "kind fine\n"
     " on t1 if f0!=m\n"
     "  release\n"
     "  add f0 1\n"
     "actors k0\n"
     "start a0 t1 0 fuel=0\n"
     "start a0 t1 1 fuel=0\n"
     "start a0 t0 0 fuel=0\n"},
    {"AnIdleStepStandsInNoWay",
     "tags note note note\n"
     "kind fine\n"
     " on t1\n"
     "  add f1 1\n"
     "  request a0 t1 0\n"
     " on t2 if f1==0\n"
     "actors k0\n"
     "start a0 t1 0 fuel=2\n"
     "start a0 t0 0 fuel=0\n"
     "start a0 t2 0 fuel=0\n"},
    // The condition holds before the update of one field or after that of the other.
    {"AConditionOnTwoFields",
     "tags note task note\n"
     "kind fine\n"
     " on t0\n"
     "  introduce a0 t0 a0\n"
     "  add f3 1\n"
     " on t1\n"
     "  send a0 t2 0\n"
     "  until f3 f1\n"
     " on t2\n"
     "  set f1 1\n"
     "actors k0\n"
     "start a0 t0 0 fuel=3\n"
     "start a0 t1 0 fuel=1\n"},
    // Where one value can be chosen, what the step touches is certain before it is known to choose.
    {"AChoiceOfOneBehindAnEnd",
     "tags note note\n"
     "kind fine\n"
     " on t0\n"
     "  choose f0 1\n"
     " on t1\n"
     "  assume f0 1\n"
     "actors k0\n"
     "start a0 t1 0 fuel=0\n"
     "start a0 t0 0 fuel=0\n"},
    {"AChoiceOfOneBehindACall",
     "tags note note task\n"
     "kind fine\n"
     " on t0\n"
     "  send a0 t0 0\n"
     "  add f0 1\n"
     " on t1 if f0==m\n"
     "  choose f0 1\n"
     " on t2\n"
     "  call_or_gone a0 t1 f0\n"
     "actors k0 k0\n"
     "start a1 t0 0 fuel=0\n"
     "start a1 t2 0 fuel=1\n"
     "start a1 t0 0 fuel=1\n"},
};

class RandomRegression : public ::testing::TestWithParam<Regression> {};

TEST_P(RandomRegression, IsExploredAsPromised) {
  Subject subject(RandomProgram::parse(GetParam().program));
  ASSERT_TRUE(subject.fits());
  for (const Check& check : checks_of(0, true)) {
    EXPECT_EQ(check.run(subject), std::nullopt) << check.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, RandomRegression, ::testing::ValuesIn(regressions),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace harrier::testing
