// Texts and their changes as a page stores them.
#include "tools/page_run.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace harrier::tools {
namespace {

/// Makes the text after a change as the page does, in units of UTF-16.
std::u16string applied(const std::u16string& before, const Json& change) {
  if (change.is_null()) return before;
  const auto units = [](const std::string& text) {
    std::u16string out;
    for (std::size_t i = 0; i < text.size();) {
      const auto byte = static_cast<unsigned char>(text[i]);
      const std::size_t count = byte < 0x80U ? 1 : byte < 0xE0U ? 2 : byte < 0xF0U ? 3 : 4;
      std::uint32_t letter = count == 1 ? byte : byte & (0x7FU >> count);
      for (std::size_t k = 1; k < count; ++k) {
        letter = (letter << 6U) | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
      }
      if (letter >= 0x10000U) {
        out += static_cast<char16_t>(0xD800U + ((letter - 0x10000U) >> 10U));
        out += static_cast<char16_t>(0xDC00U + ((letter - 0x10000U) & 0x3FFU));
      } else {
        out += static_cast<char16_t>(letter);
      }
      i += count;
    }
    return out;
  };
  const auto head = change[0].get<std::size_t>();
  const auto tail = change[1].get<std::size_t>();
  return before.substr(0, head) + units(change[2].get<std::string>()) +
         before.substr(before.size() - tail);
}

/// Some texts of letters of one to four bytes, with much in common.
rc::Gen<std::string> some_text() {
  return rc::gen::map(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5)),
                      [](const std::vector<int>& letters) {
                        std::string text;
                        for (const int letter : letters) {
                          constexpr std::array<const char*, 5> all = {
                              "a", "b", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\xa6\x85"};
                          text += all[static_cast<std::size_t>(letter)];
                        }
                        return text;
                      });
}

RC_GTEST_PROP(TextChange, MakesTheTextAfterItFromTheOneBefore, ()) {
  const std::string before = *some_text();
  const std::string after = *some_text();
  const std::u16string start = applied(u"", text_change("", before));
  RC_ASSERT(applied(start, text_change(before, after)) == applied(u"", text_change("", after)));
}

TEST(TextChange, IsNothingWhereNothingChanges) {
  EXPECT_TRUE(text_change("same", "same").is_null());
  EXPECT_EQ(text_change("[1, 2]", "[1, 2, 3]"), Json::array({5, 1, ", 3"}));
}

TEST(ValidText, WritesBytesThatAreNoLettersAsNumbers) {
  EXPECT_EQ(valid_text("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(valid_text("\xc3\xa9\xf0\x9f\xa6\x85"), "\xc3\xa9\xf0\x9f\xa6\x85");
  EXPECT_EQ(valid_text("\xc0\xaf"), "\\xc0\\xaf");           // too long for what it says
  EXPECT_EQ(valid_text("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half a pair
  EXPECT_EQ(valid_text("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(TextRoom, CutsWhatHasNoRoomAndSaysSo) {
  TextRoom room(300);
  EXPECT_EQ(room.take(std::string(250, 'x')), std::string(250, 'x'));
  EXPECT_EQ(room.take(std::string(250, 'y')),
            std::string(200, 'y') +
                " \xe2\x80\xa6 (this page has no room for 50 bytes more; replay shows them)");
}

}  // namespace
}  // namespace harrier::tools
