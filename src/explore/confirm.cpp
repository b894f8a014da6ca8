// Shows violations once more, to know that they are what the program does.
#include "explore/confirm.hpp"

#include <algorithm>
#include <new>

#include "explore/replay.hpp"
#include "explore/watchdog.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

/// Tells whether a finding is the same as before; how the message of a step was shown is no matter.
bool shows_again(const Finding& before, const Finding& now) {
  const auto* const failed = std::get_if<FailedStep>(&before);
  const auto* const again = std::get_if<FailedStep>(&now);
  if (failed == nullptr || again == nullptr) return before == now;
  return failed->failure == again->failure && failed->number == again->number;
}

/// Tells whether a program could not be made a second time, beside the first one.
bool lacked_memory(const ReplayResult& again) {
  return std::ranges::any_of(again.violations, [](const Violation& violation) {
    const auto* const failed = std::get_if<FailedProgram>(&violation.finding);
    return failed != nullptr && failed->failure.text.ends_with(std::bad_alloc().what());
  });
}

}  // namespace

void confirm_violations(const ProgramFactory& make, const CheckOptions& options,
                        CheckResult& result, const std::function<Progress()>& progress) {
  Watchdog watchdog;
  const Schedule* confirmed = nullptr;
  if (options.on_hang && options.step_seconds_max > 0 && !result.violations.empty()) {
    watchdog.start({.seconds_max = options.step_seconds_max}, [&](const Watchdog::Stuck& stuck) {
      Hang hang;
      hang.what = *stuck.what;
      hang.seconds = options.step_seconds_max;
      hang.schedule = *confirmed;
      hang.progress = progress();
      hang.violations = result.violations;
      options.on_hang(hang);
    });
  }
  for (std::size_t i = 0; i < result.violations.size(); ++i) {
    Violation& violation = result.violations[i];
    confirmed = &violation.schedule;
    ReplayResult again;
    try {
      CheckOptions how = options;
      if (const auto* const endless = std::get_if<EndlessRun>(&violation.finding)) {
        how.cycle_from = endless->cycle_from;
      }
      again = replay(make, violation.schedule, how, watchdog);
    } catch (const std::bad_alloc&) {
      continue;  // it was seen once, and there is no room to see it again
    } catch (const UsageError&) {
      // The schedule does not fit any more.
    }
    violation.steps = again.steps;
    const bool seen = std::ranges::any_of(again.violations, [&](const Violation& other) {
      return shows_again(violation.finding, other.finding);
    });
    if (seen || lacked_memory(again)) continue;
    result.verdict = Verdict::nondeterminism;
    result.complete = false;
    result.incomplete = {.why = Incomplete::Why::not_confirmed, .violation = i};
  }
}

}  // namespace harrier
