// The words that are spoken with a Redis server: requests written, replies read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace harrier {

/// What a server answers. Errors are replies, too.
struct ServerReply {
  enum class Kind : std::uint8_t { none, text, number, error, list };
  Kind kind = Kind::none;
  std::string text = {};
  std::int64_t number = 0;
  std::vector<ServerReply> items = {};
};

/// Writes a request.
std::string request_text(std::span<const std::string> words);

/// Takes a whole reply off the front of a text; none where it is not whole yet. Throws UsageError
/// for what cannot become one, and for what is larger than any reply to this program.
std::optional<ServerReply> take_reply(std::string_view& text);

}  // namespace harrier
