// Files that say what they are of, so that they are taken for nothing else.
#include "tools/kept_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/mix.hpp"
#include "base/text.hpp"

namespace harrier::tools {

namespace {

/// Says why there is no file to be read; empty where there is one.
std::string why_unreadable(const std::string& file) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(file, unknown);
  if (!std::filesystem::exists(status)) return "there is no such file";
  if (std::filesystem::is_directory(status)) return "it is a folder";
  // Reading one may never end.
  return std::filesystem::is_regular_file(status) ? "" : "it is a device or a pipe";
}

}  // namespace

std::string value_of(const Fingerprint& of, const std::string& part) {
  const auto found = std::ranges::find(of, part, [](const auto& one) { return one.first; });
  return found != of.end() ? found->second : "unknown";
}

std::string differences(const Fingerprint& found, const Fingerprint& expected) {
  std::vector<std::string> all;
  for (const auto& [part, value] : expected) {
    const std::string other = value_of(found, part);
    if (other != value) all.push_back(fmt::format("{} {}, not {}", part, other, value));
  }
  return base::join(all, "; ");
}

std::string executable_name() {
  std::ifstream in("/proc/self/exe", std::ios::binary);
  std::uint64_t sum = 0;
  std::array<char, std::size_t{1} << 16> block;
  while (in.read(block.data(), block.size()) || in.gcount() != 0) {
    sum = mix_bytes(sum, {block.data(), static_cast<std::size_t>(in.gcount())});
  }
  return fmt::format("{:016x}", sum);
}

std::string head_text(std::string_view first_line, const Fingerprint& of) {
  std::string text(first_line);
  text += '\n';
  for (const auto& [part, value] : of) text += fmt::format("{}: {}\n", part, value);
  return text + '\n';
}

std::optional<Fingerprint> take_head(std::string_view& text) {
  take_line(text);
  Fingerprint of;
  std::optional<std::string_view> line = take_line(text);
  for (; line && !line->empty(); line = take_line(text)) {
    const std::size_t colon = line->find(": ");
    if (colon == std::string_view::npos) return std::nullopt;
    of.emplace_back(line->substr(0, colon), line->substr(colon + 2));
  }
  if (!line) return std::nullopt;
  return of;
}

std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

std::uint64_t mix_bytes(std::uint64_t sum, std::string_view bytes) {
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = std::min(sizeof(word), bytes.size());
    std::memcpy(&word, bytes.data(), count);
    sum = mix(sum, word);
    bytes.remove_prefix(count);
  }
  return sum;
}

Contents contents_of(const std::string& file) {
  Contents contents;
  contents.wrong = why_unreadable(file);
  if (!contents.wrong.empty()) return contents;
  std::ifstream in(file, std::ios::binary);
  if (!in) return {.wrong = "it cannot be read"};
  contents.text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  return contents;
}

}  // namespace harrier::tools
