// Tests text that is drawn cell by cell.
#include "report/canvas.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace harrier::report_detail {
namespace {

TEST(Printable, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\nb\t\x1b[31m", true), "a\\nb\\t\\x1b[31m");
  EXPECT_EQ(printable("\x7f", true), "\\x7f");
  EXPECT_EQ(printable("\u202e", true), "\\u202e");  // turns the text around
}

TEST(Printable, EscapesBrokenUtf8) {
  EXPECT_EQ(printable("\xff", true), "\\xff");
  EXPECT_EQ(printable("\xc3", true), "\\xc3");
  EXPECT_EQ(printable("\xed\xa0\x80", true), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xc0\xaf", true), "\\xc0\\xaf");           // an overlong form
}

TEST(Printable, KeepsUnicodeUnlessAsciiIsWanted) {
  EXPECT_EQ(printable("caf\u00e9{\u2026}", true), "caf\u00e9{\u2026}");
  EXPECT_EQ(printable("caf\u00e9{\u2026}", false), "caf\\u00e9{...}");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("\u2500\u25b6"), 2U);
  EXPECT_EQ(display_width("\u4f60\u597d"), 4U);  // two wide glyphs
  EXPECT_EQ(display_width("e\u0301"), 1U);       // a letter and its accent
}

TEST(CutTo, KeepsBothEnds) {
  EXPECT_EQ(cut_to("Answer{participant, no}", 40, true), "Answer{participant, no}");
  EXPECT_EQ(cut_to("Answer{participant, no}", 13, true), "Answer{p\u2026 no}");
  EXPECT_EQ(cut_to("Answer{participant, no}", 13, false), "Answer{p..no}");
  EXPECT_EQ(cut_to("abc", 0, true), "");
}

TEST(Wrapped, BreaksAtBlanksWhereThereAreAny) {
  EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("onetwothree", 8), (std::vector<std::string>{"onetwoth", "ree"}));
  EXPECT_EQ(wrapped("", 8), std::vector<std::string>{""});
}

TEST(Rows, AreDrawnOverAndOver) {
  Row row;
  row.put(2, "|");
  row.fill(3, 6, "-");
  row.put(4, "x", Style::bad);
  EXPECT_EQ(row.text(false), "  |-x-");
  EXPECT_EQ(row.text(true), "  |-\x1b[1;31mx\x1b[0m-");
}

TEST(Rows, HaveNoTrailingBlanks) {
  Row row;
  row.put(0, "a  ");
  EXPECT_EQ(row.text(false), "a");
  EXPECT_EQ(Row().text(false), "");
}

RC_GTEST_PROP(CutTo, NeverExceedsTheWidth, (const std::string& bytes, unsigned char width)) {
  const std::string text = printable(bytes, true);
  RC_ASSERT(display_width(cut_to(text, width, true)) <= std::size_t{width});
}

RC_GTEST_PROP(Printable, IsItsOwnFixedPoint, (const std::string& bytes)) {
  RC_ASSERT(printable(printable(bytes, true), true) == printable(bytes, true));
}

RC_GTEST_PROP(Wrapped, LosesNothingButBlanks, (const std::string& bytes)) {
  const std::string text = printable(bytes, false);
  std::string joined;
  for (const std::string& line : wrapped(text, 10)) {
    RC_ASSERT(display_width(line) <= 10U);
    joined += line;
  }
  const auto without_blanks = [](std::string all) {
    std::erase(all, ' ');
    return all;
  };
  RC_ASSERT(without_blanks(joined) == without_blanks(text));
}

}  // namespace
}  // namespace harrier::report_detail
