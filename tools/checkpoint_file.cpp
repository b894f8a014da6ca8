// Files from which an exploration goes on.
//
// Lines of text: what it is, a line for each part of the fingerprint, an empty one, the length and
// a checksum of the rest, and the rest.
#include "tools/checkpoint_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/mix.hpp"
#include "base/text.hpp"
#include "harrier/usage_error.hpp"
#include "tools/result_file.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view first_line = "harrier checkpoint 2";

/// Mixes bytes into a sum, a word at a time; the last word is filled up with zeros.
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

/// The line before what a file has.
std::string sums_of(std::string_view contents) {
  return fmt::format("{} {:016x}", contents.size(), mix_bytes(contents.size(), contents));
}

std::string file_before(const std::string& file) { return file + ".before"; }

/// What a file has, or what is wrong with it.
struct Read {
  Fingerprint of;
  std::string contents;
  std::string wrong;
};

std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

/// Says why there is no file to be read; empty where there is one.
std::string why_unreadable(const std::string& file) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(file, unknown);
  if (!std::filesystem::exists(status)) return "there is no such file";
  if (std::filesystem::is_directory(status)) return "it is a folder";
  // Reading one may never end.
  return std::filesystem::is_regular_file(status) ? "" : "it is a device or a pipe";
}

Read read(const std::string& file) {
  Read unread;
  unread.wrong = why_unreadable(file);
  if (!unread.wrong.empty()) return unread;
  std::ifstream in(file, std::ios::binary);
  if (!in) return {.of = {}, .contents = {}, .wrong = "it cannot be read"};
  const std::string all{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::string_view text = all;
  Read read;
  if (take_line(text) != first_line) {
    read.wrong = "it is no checkpoint of this version";
    return read;
  }
  read.wrong = "it is damaged";
  std::optional<std::string_view> line = take_line(text);
  for (; line && !line->empty(); line = take_line(text)) {
    const std::size_t colon = line->find(": ");
    if (colon == std::string_view::npos) return read;
    read.of.emplace_back(line->substr(0, colon), line->substr(colon + 2));
  }
  const std::optional<std::string_view> sums = take_line(text);
  if (!sums || *sums != sums_of(text)) return read;
  read.wrong.clear();
  read.contents = text;
  return read;
}

}  // namespace

std::string value_of(const Fingerprint& of, const std::string& part) {
  const auto found = std::ranges::find(of, part, [](const auto& one) { return one.first; });
  return found != of.end() ? found->second : "unknown";
}

Fingerprint fingerprint_of(const ChosenProgram& program, const CheckOptions& options) {
  Fingerprint of{{"executable", executable_name()}, {"program", program.definition->name}};
  of.emplace_back("arguments", base::join(program.given, " "));
  of.emplace_back("reduction", options.reduction);
  of.emplace_back("order", options.order);
  of.emplace_back("dependence", word_of(dependence_words, options.dependence));
  of.emplace_back("delivery", word_of(delivery_words, options.delivery));
  of.emplace_back("environment", word_of(environment_words, options.environment));
  of.emplace_back("undelivered", word_of(undelivered_words, options.undelivered));
  of.emplace_back("sleep", options.sleep ? "yes" : "no");
  of.emplace_back("keep-going", options.keep_going ? "yes" : "no");
  of.emplace_back("depth-max", std::to_string(options.depth_max));
  of.emplace_back("seed", std::to_string(options.seed));
  return of;
}

std::string differences(const Fingerprint& found, const Fingerprint& expected) {
  std::vector<std::string> all;
  for (const auto& [part, value] : expected) {
    const std::string other = value_of(found, part);
    if (other != value) all.push_back(fmt::format("{} {}, not {}", part, other, value));
  }
  return base::join(all, "; ");
}

Checkpoint read_checkpoint(const std::string& file) {
  Read found = read(file);
  if (found.wrong.empty()) return {std::move(found.of), std::move(found.contents)};
  std::string hint;
  if (read(file_before(file)).wrong.empty()) {
    hint = fmt::format("; the one before it is whole: --resume {}", file_before(file));
  }
  throw UsageError(fmt::format("cannot go on from '{}': {}{}", file, found.wrong, hint));
}

std::string read_checkpoint(const std::string& file, const Fingerprint& expected) {
  Checkpoint found = read_checkpoint(file);
  if (const std::string all = differences(found.of, expected); !all.empty()) {
    throw UsageError(
        fmt::format("cannot go on from '{}': it is of another exploration: {}", file, all));
  }
  return std::move(found.contents);
}

void write_checkpoint(const std::string& file, const Fingerprint& of, std::string_view contents) {
  std::string text(first_line);
  text += '\n';
  for (const auto& [part, value] : of) text += fmt::format("{}: {}\n", part, value);
  text += fmt::format("\n{}\n", sums_of(contents));
  text += contents;
  // The old one keeps its name until the new one takes it.
  unlink(file_before(file).c_str());
  static_cast<void>(link(file.c_str(), file_before(file).c_str()));
  save_file(file, text);
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

}  // namespace harrier::tools
