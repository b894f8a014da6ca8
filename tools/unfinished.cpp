// Executions whose last step never ends, because it hangs or crashes.
#include "tools/unfinished.hpp"

#include <memory>
#include <utility>

#include "explore/narrate.hpp"
#include "explore/replay.hpp"

namespace harrier::tools {

std::vector<StepText> steps_until_unfinished(const ProgramFactory& make, const Schedule& schedule,
                                             const CheckOptions& options,
                                             std::optional<ViolationKind> failure) {
  std::vector<StepText> steps;
  try {
    const std::unique_ptr<Program> program = make({.backtrack = Backtrack::replay,
                                                   .dependence = options.dependence,
                                                   .delivery = options.delivery,
                                                   .audit = false});
    Replay execution(*program);
    for (const ScheduledStep& scheduled : schedule.steps) {
      const Trace& trace = execution.trace();
      if (failure && trace.size() + 1 == schedule.steps.size()) {
        StepText last = describe_next(*program, trace, scheduled.message);
        last.choices = scheduled.choices;
        last.failure = StepFailure{*failure};
        steps.push_back(std::move(last));
        break;
      }
      std::vector<Choice> choices;
      for (const std::uint32_t value : scheduled.choices) choices.push_back({value, 0});
      const StepReport& report = execution.execute(scheduled.message, choices);
      steps.push_back(describe_step(*program, trace, report));
    }
  } catch (const std::exception&) {
    return {};  // the program does not repeat: the schedule alone must do
  }
  return steps;
}

}  // namespace harrier::tools
