// `harrier verify`: checks that a certificate misses no class of executions, without the search.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <thread>

#include "base/text.hpp"
#include "harrier/certificate.hpp"
#include "tools/certificate_file.hpp"
#include "tools/commands.hpp"
#include "tools/crash.hpp"
#include "tools/interrupt.hpp"
#include "tools/json.hpp"
#include "tools/progress.hpp"
#include "tools/terminal.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

/// What the endings are called, what they mean, and how the command ends with them.
struct Ending {
  VerifyResult::Kind kind;
  std::string_view word;
  std::string_view text;
  Status status;
};
constexpr std::array<Ending, 10> endings = {{
    {VerifyResult::Kind::verified, "verified", "", Status::ok},
    {VerifyResult::Kind::missing, "missing", "a class of executions is not listed",
     Status::violation},
    {VerifyResult::Kind::violates, "violates", "a listed execution violates something",
     Status::violation},
    {VerifyResult::Kind::not_maximal, "not-maximal", "a listed execution can go on",
     Status::violation},
    {VerifyResult::Kind::does_not_fit, "does-not-fit",
     "what is listed is no execution of the program", Status::violation},
    {VerifyResult::Kind::repeated, "repeated", "an execution is listed twice", Status::violation},
    {VerifyResult::Kind::empty, "empty", "nothing is listed", Status::violation},
    {VerifyResult::Kind::differs, "differs", "the program does not do again what it did",
     Status::nondeterminism},
    {VerifyResult::Kind::undecided, "undecided", "it cannot be told whether all classes are listed",
     Status::incomplete},
    {VerifyResult::Kind::interrupted, "interrupted", "interrupted", Status::incomplete},
}};

const Ending& ending_of(const VerifyResult& result) {
  for (const Ending& ending : endings) {
    if (ending.kind == result.kind) return ending;
  }
  return endings.back();
}

/// One certificate and what is asked of it.
class VerifyRun {
 public:
  VerifyRun(const CommandLine& line, std::string file)
      : line_(line),
        file_(std::move(file)),
        certificate_(read_certificate(file_)),
        program_(choose_program(certificate_.program, certificate_.arguments)) {
    const auto part = [&](const auto& words, const char* name, auto& value) {
      set_from_word(words, value_of(certificate_.of, name), value);
    };
    CheckOptions certified;
    part(dependence_words, "dependence", certified.dependence);
    part(delivery_words, "delivery", certified.delivery);
    part(environment_words, "environment", certified.environment);
    part(undelivered_words, "undelivered", certified.undelivered);
    const Fingerprint expected = certified_of(program_, certified);
    if (const std::string all = differences(certificate_.of, expected); !all.empty()) {
      throw UsageError(fmt::format("cannot verify '{}': it is of something else: {}", file_, all));
    }
    if (const std::string& why = program_.definition->uncertified; !why.empty()) {
      throw UsageError(fmt::format("cannot verify '{}': {}", file_, why));
    }
    options_ = verify_options(certified);
  }

  Status run() {
    const InterruptGuard interrupt;
    options_.interrupt = interrupt.flag();
    const bool on_terminal = can_show_progress();
    ProgressLine progress(on_terminal);
    if (line_.has("progress") ? line_.value("progress") != "no" : on_terminal) {
      options_.on_progress = [&](const VerifyProgress& now) {
        progress.show(text_of(now), now.seconds);
      };
    }
    const CrashGuard crash([&](std::string_view cause, CrashDetail) {
      return fmt::format("not verified: the program crashed: {}\n", cause);
    });
    VerifyResult result;
    try {
      result = verify(program_.factory(), certificate_.listings, options_);
    } catch (const ProgramError& error) {
      result.kind = VerifyResult::Kind::differs;
      result.what = error.what();
    }
    progress.clear();
    print(line_.has("json") ? json_text(json_of(result)) : text_of(result));
    return ending_of(result).status;
  }

 private:
  VerifyOptions verify_options(const CheckOptions& certified) const {
    const auto count_of = [&](const char* option) {
      return base::parse_unsigned(line_.value(option)).value_or(0);
    };
    VerifyOptions options{.dependence = certified.dependence,
                          .delivery = certified.delivery,
                          .environment = certified.environment,
                          .undelivered = certified.undelivered};
    options.lean = line_.has("lean");
    if (line_.has("pairs")) {
      const bool all = line_.value("pairs") == "all";
      options.pairs = all ? std::numeric_limits<std::size_t>::max() : count_of("pairs");
    }
    options.from = count_of("from");
    if (options.from > certificate_.listings.size()) {
      throw UsageError(fmt::format("--from {} is beyond the {}", options.from,
                                   base::counted(certificate_.listings.size(), "listing")));
    }
    if (line_.has("jobs")) options.jobs = count_of("jobs");
    if (line_.has("memory-max")) options.bytes_max = count_of("memory-max") * 1'000'000;
    return options;
  }

  std::string text_of(const VerifyProgress& now) const {
    std::string text =
        fmt::format("{} {} of {} listings", now.executes ? "executed" : "asked about",
                    base::grouped(now.listings), base::grouped(now.total));
    if (!now.executes) text += fmt::format(", {} questions", base::grouped(now.questions));
    const double rate = static_cast<double>(now.listings) / now.seconds;
    if (rate > 0) {
      text += fmt::format(", {} left",
                          about_time(static_cast<double>(now.total - now.listings) / rate));
    }
    return text;
  }

  /// Says how to execute what a refusal is about.
  std::string replay_of(const VerifyResult& result) const {
    CommandLine line = line_;
    const auto give = [&](const char* name) {
      const std::string value = value_of(certificate_.of, name);
      if (value != find_option(name)->default_value) line.values[name] = value;
    };
    give("delivery");
    give("environment");
    give("undelivered");
    return replay_line(line, program_, result.schedule.text());
  }

  bool is_about_one(const VerifyResult& result) const {
    return result.kind != VerifyResult::Kind::verified &&
           result.kind != VerifyResult::Kind::empty &&
           result.kind != VerifyResult::Kind::interrupted && !result.schedule.steps.empty();
  }

  std::string text_of(const VerifyResult& result) const {
    std::string text;
    if (result.kind == VerifyResult::Kind::verified) {
      text = fmt::format(
          "verified: {} of {} {} listed, and no listed execution violates anything\n",
          result.classes == 1 ? "the one class of executions"
                              : "all " + base::grouped(result.classes) + " classes of executions",
          program_.definition->name, result.classes == 1 ? "is" : "are");
      text +=
          "proven with nothing of the search; trusted: that a step does again what it did, and "
          "that all it touches is recorded";
      text += result.pairs > 0 ? fmt::format(", which {} executed both ways did not disprove\n",
                                             base::counted(result.pairs, "pair"))
                               : std::string(" (--pairs looks)\n");
    } else if (result.kind == VerifyResult::Kind::interrupted) {
      text = fmt::format("incomplete: interrupted; go on with: {} verify {} --from {}{}\n",
                         line_.typed, shell_quoted(file_), result.listing,
                         line_.behind.empty() ? "" : " " + line_.behind);
    } else {
      text = fmt::format("not verified: {}{}{}\n", ending_of(result).text,
                         result.what.empty() ? "" : ": ", result.what);
      if (is_about_one(result)) {
        text += fmt::format("replay: {}\n", replay_of(result));
        text += fmt::format("found at listing {}\n", base::grouped(result.listing + 1));
      }
    }
    text += fmt::format("{}, {}, {} of them executed, {}, in {}\n",
                        base::counted(certificate_.listings.size(), "listing"),
                        base::counted(result.questions, "question"), base::grouped(result.executed),
                        base::counted(result.steps, "step"), base::seconds_text(result.seconds));
    return text;
  }

  Json json_of(const VerifyResult& result) const {
    Json json;
    json["schema"] = verify_schema;
    json["file"] = file_;
    for (const auto& [part, value] : certificate_.of) {
      if (!part.starts_with("argument ")) json[part] = value;
    }
    json["program"] = certificate_.program;
    json["arguments"] = certificate_.arguments;
    json["verdict"] = ending_of(result).word;
    json["what"] = result.what;
    json["listing"] = is_about_one(result) ? Json(result.listing + 1) : Json(nullptr);
    json["schedule"] = is_about_one(result) ? Json(result.schedule.text()) : Json(nullptr);
    json["from"] =
        result.kind == VerifyResult::Kind::interrupted ? Json(result.listing) : Json(nullptr);
    json["listings"] = certificate_.listings.size();
    json["classes"] = result.classes;
    json["questions"] = result.questions;
    json["executed"] = result.executed;
    json["pairs"] = result.pairs;
    json["steps"] = result.steps;
    json["seconds"] = result.seconds;
    return json;
  }

  const CommandLine& line_;
  const std::string file_;
  const Certificate certificate_;
  const ChosenProgram program_;
  VerifyOptions options_;
};

}  // namespace

Status run_verify(const CommandLine& line) {
  if (line.rest.size() != 1) throw UsageError("'verify' needs one certificate");
  return VerifyRun(line, line.rest.front()).run();
}

}  // namespace harrier::tools
