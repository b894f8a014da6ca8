// What tracking fields saves: classes by actor and by field of the same subjects.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Levels {
  std::string program;
  std::vector<std::string> arguments;
  std::uint64_t by_actor;
  std::uint64_t by_field;
  std::string why;
};

void PrintTo(const Levels& levels, std::ostream* out) { *out << levels.why; }

class FieldLevel : public ::testing::TestWithParam<Levels> {
 protected:
  static std::uint64_t classes(Dependence dependence) {
    const CheckResult result =
        check(registered(GetParam().program, GetParam().arguments),
              {.reduction = "optimal", .dependence = dependence, .keep_going = true});
    EXPECT_TRUE(result.complete) << result.incomplete_reason();
    EXPECT_EQ(result.blocked, 0U);
    return result.executions;
  }
};

TEST_P(FieldLevel, HasAsManyClassesAsItsFieldsAllow) {
  EXPECT_EQ(classes(Dependence::actor), GetParam().by_actor);
  EXPECT_EQ(classes(Dependence::field), GetParam().by_field) << GetParam().why;
}

INSTANTIATE_TEST_SUITE_P(
    Subjects, FieldLevel,
    ::testing::Values(
        Levels{"fanin", {"senders=8"}, 40'320, 40'320, "8! orders, folded into one field"},
        Levels{"fanin", {"senders=8", "receiver=keys"}, 40'320, 1, "every sender its own key"},
        Levels{"fanin", {"senders=8", "receiver=counter"}, 40'320, 1, "additions commute"},
        // The creatures' Stop touches nothing, and a creature's meetings are counted apart from
        // what the broker decides; only the broker's own order is left.
        Levels{"chameneos", {"meetings=1"}, 36, 6, "3! orders of arrival at the broker"},
        Levels{"chameneos", {"meetings=2"}, 216, 36, "3! orders, twice"},
        // A worker without state: its handlers touch nothing, so all its messages commute.
        Levels{"regsim", {"workers=6"}, 720, 1, "nothing is touched"},
        // A node that keeps its value and passes the other on only reads; it must not write back
        // what it kept, and writes `next` only once.
        Levels{"pipesort", {"n=4"}, 288, 216, "passing on reads, keeping writes"},
        // A distance that is not shorter is read and dropped.
        Levels{"shortpath", {"graph=3"}, 26, 3, "longer distances only read"},
        Levels{"shortpath", {"graph=4"}, 126, 24, "longer distances only read"},
        Levels{"shortpath", {"graph=5"}, 296, 7, "longer distances only read"},
        // 2^5 votes, in 5! orders by actor. By field the votes are added to commuting counters and
        // the coordinator waits until all are in; a coordinator that compares after each vote would
        // read the counter each time and have 3,840 classes by field as well.
        Levels{"twopc", {"participants=5"}, 3'840, 32, "2^5 votes"},
        // Reads of one variable commute: each of the 6 comes before or after the write.
        Levels{"readers", {"n=6"}, 5'040, 64, "2^6"}),
    [](const ::testing::TestParamInfo<Levels>& subject) {
      std::string name = subject.param.program;
      for (const std::string& argument : subject.param.arguments) name += "_" + argument;
      std::ranges::replace_if(
          name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
      return name;
    });

TEST(FieldLevel, FindsTheLastZeroInAsManyClassesAsPublished) {
  // lastzero of Source Sets (POPL'14): (n + 3) 2^(n - 2) classes. By actor there are too many to
  // count here.
  for (const int n : {2, 3, 4, 5, 8}) {
    const CheckResult result =
        check(registered("last-zero", {"n=" + std::to_string(n)}), {.reduction = "optimal"});
    EXPECT_EQ(result.executions, static_cast<std::uint64_t>(n + 3) << (n - 2)) << n;
    EXPECT_EQ(result.blocked, 0U);
  }
}

}  // namespace
}  // namespace harrier::testing
