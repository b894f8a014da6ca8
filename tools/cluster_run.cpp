// An exploration on the command line that takes part in a shared run.
#include "tools/cluster_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "harrier/usage_error.hpp"
#include "tools/crash.hpp"

namespace harrier::tools {

namespace {

using Why = Incomplete::Why;

std::string worker_name() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("{}-{}", host.data(), getpid());
}

/// What a run is, with each argument of the program by itself.
Fingerprint subject_of(const ChosenProgram& program, const CheckOptions& options) {
  Fingerprint subject = fingerprint_of(program, options);
  for (const std::string& argument : program.given) subject.emplace_back("argument", argument);
  return subject;
}

/// A crash or a hang that another process has met; it is not tried again here.
Violation elsewhere(const Incomplete& over, const CheckOptions& options) {
  Violation violation;
  if (over.why == Why::hang) {
    Unreturned hang;
    hang.seconds = options.step_seconds_max;
    violation.finding = hang;
  } else {
    violation.finding = CrashedProgram{"in another process that takes part"};
  }
  violation.schedule = Schedule::parse(over.what);
  return violation;
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
  const Fingerprint own = subject_of(program, options);
  require_same(store_.open(own), own);
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
  member_ = std::make_unique<Member>(
      store_, make, options,
      Membership{
          .threads = threads_, .name = worker_name(), .on_worker = &CrashGuard::protect_thread});
  member_->work();
  CheckResult result = member_->result();
  const Why why = result.incomplete.why;
  if (why == Why::crash || why == Why::hang) {
    result.violations.insert(result.violations.begin(), elsewhere(result.incomplete, options));
    result.verdict = Verdict::violation;
  }
  return result;
}

void ClusterRun::end(const CheckResult& result) {
  const Why why = result.incomplete.why;
  if (!member_ || (why != Why::crash && why != Why::hang) || result.violations.empty()) return;
  try {
    StoreUrl url = url_;
    url.patience_seconds = 1;
    RedisStore store(url);
    member_->end(store, {.why = why, .what = result.violations.front().schedule.text()});
  } catch (const std::exception&) {  // the report counts; others will meet the same
  }
}

}  // namespace harrier::tools
