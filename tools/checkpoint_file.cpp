// Files from which an exploration goes on.
//
// Lines of text: what it is, a line for each part of the fingerprint, an empty one, the length and
// a checksum of the rest, and the rest.
#include "tools/checkpoint_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "base/text.hpp"
#include "harrier/usage_error.hpp"
#include "tools/result_file.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view first_line = "harrier checkpoint 2";

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

Read read(const std::string& file) {
  Contents contents = contents_of(file);
  Read read;
  read.wrong = std::move(contents.wrong);
  if (!read.wrong.empty()) return read;
  std::string_view text = contents.text;
  if (!text.starts_with(first_line) || text.substr(first_line.size(), 1) != "\n") {
    read.wrong = "it is no checkpoint of this version";
    return read;
  }
  read.wrong = "it is damaged";
  std::optional<Fingerprint> of = take_head(text);
  if (!of) return read;
  read.of = *std::move(of);
  const std::optional<std::string_view> sums = take_line(text);
  if (!sums || *sums != sums_of(text)) return read;
  read.wrong.clear();
  read.contents = text;
  return read;
}

}  // namespace

Fingerprint fingerprint_of(const ChosenProgram& program, const CheckOptions& options) {
  Fingerprint of{{"executable", executable_name()}, {"program", program.definition->name}};
  of.emplace_back("arguments", base::join(program.given, " "));
  if (const std::string& parts = program.definition->made_of; !parts.empty()) {
    of.emplace_back("made-of", parts);
  }
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
  std::string text = head_text(first_line, of);
  text += fmt::format("{}\n", sums_of(contents));
  text += contents;
  // The old one keeps its name until the new one takes it.
  unlink(file_before(file).c_str());
  static_cast<void>(link(file.c_str(), file_before(file).c_str()));
  save_file(file, text);
}

}  // namespace harrier::tools
