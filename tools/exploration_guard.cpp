// What can end an exploration in its middle: the program hangs or crashes, or the exploration does
// not end although it is to.
#include "tools/exploration_guard.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "explore/in_progress.hpp"
#include "explore/unfinished.hpp"
#include "harrier/detail/exits.hpp"
#include "tools/status.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

ExplorationGuard::ExplorationGuard(const ChosenProgram& program, CheckOptions& options, Tell tell)
    : program_(program),
      options_(options),
      tell_(std::move(tell)),
      crash_([this](std::string_view cause, CrashDetail detail) {
        return crash_report(cause, detail);
      }) {
  options_.on_hang = [this](const Hang& hang) { end(hang); };
}

CheckResult ExplorationGuard::result_of(const Hang& hang) const {
  CheckResult result;
  result.violations = hang.violations;
  result.executions = hang.progress.executions;
  result.blocked = hang.progress.blocked;
  result.steps = hang.progress.steps;
  result.depth_max = hang.progress.depth;
  result.seconds = hang.progress.seconds;
  if (hang.interrupted || hang.is_overdue || !hang.computes_at.empty()) {
    using Why = Incomplete::Why;
    result.verdict = hang.violations.empty() ? Verdict::incomplete : Verdict::violation;
    result.incomplete.why = hang.interrupted  ? Why::interrupted
                            : hang.is_overdue ? Why::seconds_max
                                              : Why::computes;
    result.incomplete.what = fmt::format(
        "{}, at {}", base::short_seconds_text(options_.step_seconds_max), hang.computes_at);
    return result;
  }
  Violation violation{.finding = static_cast<const Unreturned&>(hang), .schedule = hang.schedule};
  // What led to it ran to its end before; should it not do so again, the schedule must do.
  const bool in_last_step = hang.what == Unreturned::What::handler;
  std::packaged_task<std::vector<StepText>()> repeat([this, &hang, in_last_step] {
    return steps_until_unfinished(program_.factory(), hang.schedule, options_,
                                  in_last_step ? std::optional(ViolationKind::hang) : std::nullopt);
  });
  std::future<std::vector<StepText>> steps = repeat.get_future();
  std::thread(std::move(repeat)).detach();  // the process ends before what it looks at
  if (steps.wait_for(std::chrono::seconds(2)) == std::future_status::ready) {
    violation.steps = steps.get();
  }
  result.verdict = Verdict::violation;
  result.incomplete.why = Incomplete::Why::hang;
  result.violations.insert(result.violations.begin(), std::move(violation));
  return result;
}

/// What runs never returns, so nothing else of this process can be trusted to end.
void ExplorationGuard::end(const Hang& hang) const {
  static std::mutex first_one;
  first_one.lock();  // forever: another thread that hangs has nothing to add
  const CheckResult result = result_of(hang);
  try {
    print(tell_(result));
    flush_output();
  } catch (const UsageError& error) {
    print_error("error", error.what());
  }
  detail::end_process(static_cast<int>(status_of(result.verdict)));
}

/// Runs in a signal handler, after the program has crashed.
std::string ExplorationGuard::crash_report(std::string_view cause, CrashDetail detail) const {
  CheckResult result;
  result.verdict = Verdict::violation;
  result.incomplete.why = Incomplete::Why::crash;
  Violation violation{.finding = CrashedProgram{std::string(cause)}};
  if (const std::optional<Schedule> schedule = schedule_in_progress()) {
    violation.schedule = *schedule;
    if (detail == CrashDetail::full) {
      violation.steps =
          steps_until_unfinished(program_.factory(), *schedule, options_, ViolationKind::crash);
    }
  }
  result.violations.push_back(std::move(violation));
  if (detail == CrashDetail::full) {
    for (Violation& found : violations_in_progress()) result.violations.push_back(std::move(found));
  }
  return tell_(result);
}

}  // namespace harrier::tools
