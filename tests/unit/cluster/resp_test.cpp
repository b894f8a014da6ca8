// What is said to a Redis server, and what it answers.
#include "cluster/resp.hpp"

#include <gtest/gtest.h>

#include "harrier/usage_error.hpp"

namespace harrier {
namespace {

TEST(Resp, WritesWordsOfAnyBytes) {
  const std::vector<std::string> words{"SET", "", "a\r\nb"};
  EXPECT_EQ(request_text(words), "*3\r\n$3\r\nSET\r\n$0\r\n\r\n$4\r\na\r\nb\r\n");
}

TEST(Resp, ReadsEveryKindOfReply) {
  std::string_view text = "*4\r\n$2\r\nab\r\n:-7\r\n$-1\r\n*1\r\n+OK\r\n-ERR no\r\n";
  const std::optional<ServerReply> list = take_reply(text);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->items.size(), 4U);
  EXPECT_EQ(list->items[0].text, "ab");
  EXPECT_EQ(list->items[1].number, -7);
  EXPECT_EQ(list->items[2].kind, ServerReply::Kind::none);
  EXPECT_EQ(list->items[3].items.at(0).text, "OK");
  const std::optional<ServerReply> error = take_reply(text);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ServerReply::Kind::error);
  EXPECT_EQ(error->text, "ERR no");
  EXPECT_TRUE(text.empty());
}

TEST(Resp, WaitsForTheWholeOfAReply) {
  const std::string whole = "*2\r\n$3\r\nabc\r\n:12\r\n";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    std::string_view part = std::string_view(whole).substr(0, size);
    EXPECT_FALSE(take_reply(part)) << size;
    EXPECT_EQ(part.size(), size);
  }
}

TEST(Resp, RefusesWhatCannotBecomeOne) {
  for (const std::string wrong :
       {"\r\n", "hello\r\n", ":x\r\n", "$-2\r\n", "$9999999999\r\n", "*200000\r\n", "$1\r\nab\r\n",
        "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n"}) {
    std::string_view text = wrong;
    EXPECT_THROW(take_reply(text), UsageError) << wrong;
  }
}

}  // namespace
}  // namespace harrier
