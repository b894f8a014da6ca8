// Certificate files.
#include "tools/certificate_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "explore/named_schedule.hpp"
#include "harrier/usage_error.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view certificate_line = "harrier certificate 1";
constexpr std::string_view program_part = "program";
constexpr std::string_view argument_part = "argument ";

[[noreturn]] void refuse_certificate(const std::string& file, std::string_view why) {
  throw UsageError(fmt::format("cannot verify '{}': {}", file, why));
}

std::string end_line(std::uint64_t count, std::uint64_t sum) {
  return fmt::format("end {} {:016x}\n", count, sum);
}

/// Reads one listing, whose beginning is that of the one before, into it; false where it is none.
bool read_listing(std::string_view line, Schedule& listing) {
  std::size_t shared = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), shared);
  if (error != std::errc() || shared > listing.steps.size()) return false;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  if (!line.starts_with(' ')) return false;
  try {
    Schedule rest = Schedule::parse(line.substr(1));
    listing.steps.resize(shared);
    std::ranges::move(rest.steps, std::back_inserter(listing.steps));
  } catch (const UsageError&) {
    return false;
  }
  return listing.steps.size() <= Schedule::steps_max;
}

/// Takes the last line off; returns whether it is there and fits what stands before it.
bool take_end(std::string_view& text) {
  if (!text.ends_with('\n')) return false;
  const std::size_t begin = text.rfind('\n', text.size() - 2);
  const std::size_t at = begin == std::string_view::npos ? 0 : begin + 1;
  const std::string_view end = text.substr(at);
  text = text.substr(0, at);
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  for (std::string_view left = text; std::optional<std::string_view> line = take_line(left);) {
    const std::string_view with_end(line->data(), line->size() + 1);
    sum = mix_bytes(sum, with_end);
    ++count;
  }
  return end == end_line(count, sum);
}

}  // namespace

Fingerprint certified_of(const ChosenProgram& program, const CheckOptions& options) {
  Fingerprint of{{"version", HARRIER_VERSION}, {"executable", executable_name()}};
  of.emplace_back(program_part, quoted_name(program.definition->name));
  for (const Parameter& parameter : program.definition->parameters) {
    of.emplace_back(std::string(argument_part) + parameter.name,
                    quoted_name(program.arguments.word(parameter.name)));
  }
  if (const std::string& parts = program.definition->made_of; !parts.empty()) {
    of.emplace_back("made-of", parts);
  }
  of.emplace_back("dependence", word_of(dependence_words, options.dependence));
  of.emplace_back("delivery", word_of(delivery_words, options.delivery));
  of.emplace_back("environment", word_of(environment_words, options.environment));
  of.emplace_back("undelivered", word_of(undelivered_words, options.undelivered));
  return of;
}

CertificateWriter::CertificateWriter(const std::string& file, const Fingerprint& of) : file_(file) {
  file_.append(head_text(certificate_line, of));
}

void CertificateWriter::append(const std::string& text) {
  sum_ = mix_bytes(sum_, text);
  file_.append(text);
}

void CertificateWriter::add(const Schedule& schedule) {
  const auto [mine, other] = std::ranges::mismatch(schedule.steps, last_.steps);
  const Schedule rest{{mine, schedule.steps.end()}};
  append(fmt::format("{} {}\n", mine - schedule.steps.begin(), rest.text()));
  last_ = schedule;
  ++size_;
}

void CertificateWriter::keep() {
  file_.append(end_line(size_, sum_));
  file_.keep();
}

Certificate read_certificate(const std::string& file) {
  const Contents contents = contents_of(file);
  if (!contents.wrong.empty()) refuse_certificate(file, contents.wrong);
  std::string_view text = contents.text;
  if (!text.starts_with(certificate_line) || text.substr(certificate_line.size(), 1) != "\n") {
    refuse_certificate(file, "it is no certificate of this version of Harrier");
  }
  Certificate certificate;
  std::optional<Fingerprint> of = take_head(text);
  if (!of || !take_end(text)) refuse_certificate(file, "it is damaged");
  certificate.of = *std::move(of);
  for (const auto& [part, value] : certificate.of) {
    std::string_view name = value;
    if (part == program_part) certificate.program = take_name(name);
    if (!part.starts_with(argument_part)) continue;
    certificate.arguments.push_back(part.substr(argument_part.size()) + "=" + take_name(name));
  }
  Schedule listing;
  while (const std::optional<std::string_view> line = take_line(text)) {
    if (!read_listing(*line, listing)) {
      refuse_certificate(file, fmt::format("listing {} is none", certificate.listings.size() + 1));
    }
    certificate.listings.add(listing);
  }
  return certificate;
}

}  // namespace harrier::tools
