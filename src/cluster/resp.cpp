// The words that are spoken with a Redis server.
#include "cluster/resp.hpp"

#include <charconv>

#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

constexpr std::int64_t text_max = std::int64_t{1} << 30;
constexpr std::int64_t items_max = 100'000;
constexpr int depth_max = 4;

[[noreturn]] void refuse_answer() {
  throw UsageError("the store does not answer as a Redis server does");
}

std::int64_t number_of(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) refuse_answer();
  return value;
}

std::optional<ServerReply> take(std::string_view& text, int depth) {
  const std::size_t end = text.find("\r\n");
  if (end == std::string_view::npos) return std::nullopt;
  if (end == 0 || depth > depth_max) refuse_answer();
  const char kind = text.front();
  const std::string_view line = text.substr(1, end - 1);
  std::string_view rest = text.substr(end + 2);
  ServerReply reply;
  if (kind == '+' || kind == '-') {
    reply.kind = kind == '+' ? ServerReply::Kind::text : ServerReply::Kind::error;
    reply.text = line;
  } else if (kind == ':') {
    reply.kind = ServerReply::Kind::number;
    reply.number = number_of(line);
  } else if (kind == '$') {
    const std::int64_t size = number_of(line);
    if (size < -1 || size > text_max) refuse_answer();
    if (size >= 0) {
      const auto count = static_cast<std::size_t>(size);
      if (rest.size() < count + 2) return std::nullopt;
      if (rest.substr(count, 2) != "\r\n") refuse_answer();
      reply.kind = ServerReply::Kind::text;
      reply.text = rest.substr(0, count);
      rest.remove_prefix(count + 2);
    }
  } else if (kind == '*') {
    const std::int64_t count = number_of(line);
    if (count < -1 || count > items_max) refuse_answer();
    if (count >= 0) reply.kind = ServerReply::Kind::list;
    for (std::int64_t i = 0; i < count; ++i) {
      std::optional<ServerReply> item = take(rest, depth + 1);
      if (!item) return std::nullopt;
      reply.items.push_back(std::move(*item));
    }
  } else {
    refuse_answer();
  }
  text = rest;
  return reply;
}

}  // namespace

std::string request_text(std::span<const std::string> words) {
  std::string text = '*' + std::to_string(words.size()) + "\r\n";
  for (const std::string& word : words) {
    text += '$' + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  }
  return text;
}

std::optional<ServerReply> take_reply(std::string_view& text) { return take(text, 0); }

}  // namespace harrier
