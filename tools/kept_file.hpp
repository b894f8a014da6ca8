// Files that say what they are of, so that they are taken for nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace harrier::tools {

/// What a file is of, part by part: it fits where all of them are equal.
using Fingerprint = std::vector<std::pair<std::string, std::string>>;

/// Says in which parts one is not as expected; empty where it is.
std::string differences(const Fingerprint& found, const Fingerprint& expected);
/// Returns a part of one.
std::string value_of(const Fingerprint& of, const std::string& part);

/// Names this executable by what is in it.
std::string executable_name();

/// The lines that such a file begins with: what kind of file it is, the parts, an empty one.
std::string head_text(std::string_view first_line, const Fingerprint& of);
/// Takes these lines; none where they are damaged.
std::optional<Fingerprint> take_head(std::string_view& text);
/// Takes a line without its end; none where there is no end.
std::optional<std::string_view> take_line(std::string_view& text);

/// Mixes bytes into a sum, a word at a time; the last word is filled up with zeros.
std::uint64_t mix_bytes(std::uint64_t sum, std::string_view bytes);

/// What a file has, or why it cannot be read.
struct Contents {
  std::string text = {};
  std::string wrong = {};
};
Contents contents_of(const std::string& file);

}  // namespace harrier::tools
