// An exploration on the command line that takes part in a shared run.
#include "tools/cluster_run.hpp"

#include <fmt/format.h>

#include "harrier/usage_error.hpp"

namespace harrier::tools {

namespace {

/// What a run is, with each argument of the program by itself.
Fingerprint subject_of(const ChosenProgram& program, const CheckOptions& options) {
  Fingerprint subject = fingerprint_of(program, options);
  for (const std::string& argument : program.given) subject.emplace_back("argument", argument);
  return subject;
}

}  // namespace

ClusterRun::ClusterRun(const std::string& address, unsigned threads)
    : url_(StoreUrl::parse(address)), threads_(threads), store_(url_) {}

void ClusterRun::require_same(const Fingerprint& found, const Fingerprint& own) const {
  const std::string all = differences(found, own);
  if (all.empty()) return;
  throw UsageError(fmt::format("{} is another exploration: {}; choose another name for the run",
                               url_.shown(), all));
}

void ClusterRun::begin(const ChosenProgram& program, const CheckOptions& options) {
  require_same(store_.open(subject_of(program, options)), fingerprint_of(program, options));
}

CommandLine ClusterRun::line_of(const CommandLine& own) {
  const Fingerprint subject = store_.subject();
  CommandLine line = own;
  line.command = "check";
  line.rest.clear();
  line.values.clear();
  std::vector<std::string> words{value_of(subject, "program")};
  for (const auto& [part, value] : subject) {
    if (part == "argument") words.push_back(value);
  }
  for (const std::string part : {"reduction", "order", "dependence", "delivery", "environment",
                                 "undelivered", "depth-max", "seed"}) {
    const std::string value = value_of(subject, part);
    if (part == "depth-max" && value == "0") continue;
    words.push_back("--" + part);
    words.push_back(value);
  }
  for (const std::string flag : {"sleep", "keep-going"}) {
    if (value_of(subject, flag) == "yes") words.push_back("--" + flag);
  }
  parse_options(line, Use::check, words);
  return line;
}

void ClusterRun::join(const ChosenProgram& program, const CheckOptions& options) {
  require_same(store_.subject(), fingerprint_of(program, options));
}

CheckResult ClusterRun::explore(const ProgramFactory& make, const CheckOptions& options) {
  return member_.explore(store_, make, options, threads_);
}

void ClusterRun::end(const CheckResult& result) {
  if (!member_.has_to_tell(result)) return;
  try {
    StoreUrl url = url_;
    url.patience_seconds = 1;
    RedisStore store(url);
    member_.tell(store, result);
  } catch (const std::exception&) {  // the report counts; others will meet the same
  }
}

}  // namespace harrier::tools
