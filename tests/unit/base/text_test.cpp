// Small pieces of text for people.
#include "base/text.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace harrier::base {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("optimal", "optimal"), 0U);
  EXPECT_EQ(edit_distance("optimal", "optimall"), 1U);
  EXPECT_EQ(edit_distance("optimal", "optmal"), 1U);
  EXPECT_EQ(edit_distance("optimal", "optimel"), 1U);
  EXPECT_EQ(edit_distance("optimal", "opitmal"), 1U);  // a swap of neighbours
  EXPECT_EQ(edit_distance("", "abc"), 3U);
}

TEST(Nearest, FindsWhatAMistypedWordMeans) {
  const std::vector<std::string> reductions{"exhaustive", "optimal", "source"};
  EXPECT_EQ(nearest("optmal", reductions), "optimal");
  EXPECT_EQ(nearest("exh", reductions), "exhaustive");  // cut off after three letters
  EXPECT_EQ(nearest("banana", reductions), std::nullopt);
  EXPECT_EQ(nearest("", reductions), std::nullopt);
  EXPECT_EQ(did_you_mean("souce", reductions), " (did you mean 'source'?)");
  EXPECT_EQ(did_you_mean("banana", reductions), "");
}

TEST(Numbers, AreGroupedAndCounted) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(seconds_text(0.1234), "0.12 s");
  EXPECT_EQ(short_seconds_text(10), "10 s");
  EXPECT_EQ(short_seconds_text(0.3), "0.3 s");
}

TEST(Numbers, AreReadOnlyWhereTheyAreTheWholeText) {
  EXPECT_EQ(parse_integer("-12"), -12);
  EXPECT_EQ(parse_integer("12x"), std::nullopt);
  EXPECT_EQ(parse_integer(""), std::nullopt);
  EXPECT_EQ(parse_unsigned("12"), 12U);
  EXPECT_EQ(parse_unsigned("-1"), std::nullopt);
  EXPECT_EQ(parse_unsigned("99999999999999999999"), std::nullopt);
}

TEST(Join, PutsTheSeparatorBetween) {
  EXPECT_EQ(join({}), "");
  EXPECT_EQ(join({"a"}), "a");
  EXPECT_EQ(join({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join({"a", "b"}, " | "), "a | b");
}

}  // namespace
}  // namespace harrier::base
