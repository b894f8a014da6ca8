// Steps that never end, because they hang or crash, told as violations.
#include "tools/unfinished.hpp"

#include <memory>
#include <utility>

#include "base/text.hpp"
#include "core/parts.hpp"
#include "explore/narrate.hpp"
#include "explore/replay.hpp"

namespace harrier::tools {

Violation hang_violation(const std::string& what, const CheckOptions& options) {
  Violation violation;
  violation.kind = "hang";
  violation.message = what + " has not returned after " +
                      base::short_seconds_text(options.step_seconds_max) +
                      "; it may run forever, or wait for something outside the program "
                      "(--step-seconds-max waits longer)";
  return violation;
}

Violation crash_violation(std::string_view cause) {
  Violation violation;
  violation.kind = "crash";
  violation.message = "the program crashed: " + std::string(cause);
  return violation;
}

std::vector<StepText> steps_until_unfinished(const ProgramFactory& make, const Schedule& schedule,
                                             const CheckOptions& options,
                                             const std::string& failure) {
  std::vector<StepText> steps;
  try {
    const std::unique_ptr<Program> program = make({.backtrack = Backtrack::replay,
                                                   .dependence = options.dependence,
                                                   .delivery = options.delivery,
                                                   .audit = false});
    Replay execution(*program);
    for (const ScheduledStep& scheduled : schedule.steps) {
      const Trace& trace = execution.trace();
      const std::size_t number = trace.size() + 1;
      if (number == schedule.steps.size()) {
        const Narrator& narrator = narrator_of(*program);
        StepText last;
        last.number = number;
        last.message = scheduled.message;
        last.from = narrator.sender_name(scheduled.message);
        last.to = narrator.actor_name(trace.receiver(scheduled.message));
        last.text = narrator.message_text(scheduled.message);
        last.choices = scheduled.choices;
        last.failure = failure;
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
