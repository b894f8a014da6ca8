// Executions whose last step never ends, because it hangs, crashes or ends the process.
#include "explore/unfinished.hpp"

#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "explore/narrate.hpp"
#include "explore/replay.hpp"
#include "harrier/detail/exits.hpp"

namespace harrier {

namespace {

/// Appends the steps of a schedule, the last of them as one that fails.
void append_steps(Program& program, const Schedule& schedule, std::optional<ViolationKind> failure,
                  std::vector<StepText>& steps) {
  Replay execution(program);
  const Trace& trace = execution.trace();
  for (const ScheduledStep& scheduled : schedule.steps) {
    if (failure && trace.size() + 1 == schedule.steps.size()) {
      StepText last = describe_next(program, trace, scheduled.message);
      last.choices = scheduled.choices;
      last.failure = StepFailure{*failure};
      steps.push_back(std::move(last));
      break;
    }
    const StepReport& report = execution.execute(scheduled.message, as_choices(scheduled.choices));
    steps.push_back(describe_step(program, trace, report));
  }
}

}  // namespace

std::vector<StepText> steps_until_unfinished(const ProgramFactory& make, const Schedule& schedule,
                                             const CheckOptions& options,
                                             std::optional<ViolationKind> failure) {
  std::vector<StepText> steps;
  std::unique_ptr<Program> program;
  bool repeats = true;
  const bool exited = detail::run_until_exit([&] {
                        try {
                          program = make({.backtrack = Backtrack::replay,
                                          .dependence = options.dependence,
                                          .delivery = options.delivery,
                                          .audit = false});
                          append_steps(*program, schedule, failure, steps);
                          program.reset();
                        } catch (const std::exception&) {
                          repeats = false;
                        }
                      }).has_value();
  if (exited) abandon(std::move(program));
  if (exited || !repeats) return {};  // the schedule alone must do
  return steps;
}

void abandon(std::unique_ptr<Program> program) {
  static std::mutex mutex;
  static auto* const abandoned = new std::vector<std::unique_ptr<Program>>;  // never destroyed
  const std::lock_guard lock(mutex);
  abandoned->push_back(std::move(program));
}

CrashedProgram exited_by(std::string_view call) {
  return CrashedProgram{fmt::format("it called {}, which ends the process", call)};
}

}  // namespace harrier
