// Steps that never end, because they hang or crash, told as violations.
#include "tools/unfinished.hpp"

#include "base/text.hpp"

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

std::vector<StepText> steps_before_last(const ProgramFactory& make, Schedule schedule,
                                        const CheckOptions& options) {
  if (!schedule.steps.empty()) schedule.steps.pop_back();
  try {
    return replay(make, schedule, options).steps;
  } catch (const std::exception&) {
    return {};  // the program does not repeat: the schedule alone must do
  }
}

}  // namespace harrier::tools
