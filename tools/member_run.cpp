// This process as one of those that share an exploration, whatever keeps it for them.
#include "tools/member_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "tools/crash.hpp"

namespace harrier::tools {

namespace {

using Why = Incomplete::Why;

std::string worker_name() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("{}-{}", host.data(), getpid());
}

bool is_end_of_process(const CheckResult& result) {
  const Why why = result.incomplete.why;
  return why == Why::crash || why == Why::hang;
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

CheckResult MemberRun::explore(Store& store, const ProgramFactory& make,
                               const CheckOptions& options, unsigned threads) {
  member_ = std::make_unique<Member>(
      store, make, options,
      Membership{
          .threads = threads, .name = worker_name(), .on_worker = &CrashGuard::protect_thread});
  member_->work();
  CheckResult result = member_->result();
  if (is_end_of_process(result)) {
    result.violations.insert(result.violations.begin(), elsewhere(result.incomplete, options));
    result.verdict = Verdict::violation;
  }
  return result;
}

bool MemberRun::has_to_tell(const CheckResult& result) const {
  return member_ && is_end_of_process(result) && !result.violations.empty();
}

void MemberRun::tell(Store& store, const CheckResult& result) {
  member_->end(store,
               {.why = result.incomplete.why, .what = result.violations.front().schedule.text()});
}

}  // namespace harrier::tools
