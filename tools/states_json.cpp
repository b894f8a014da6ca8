// The states of actors beside the steps that change them, for those who read JSON.
#include "tools/states_json.hpp"

#include <exception>

#include "harrier/detail/exits.hpp"

namespace harrier::tools {

void add_states(const SeenStep& seen, Json& step) {
  if (seen.before != seen.after) {
    step["state_before"] = seen.before;
    step["state_after"] = seen.after;
  }
  if (!seen.printed.empty()) step["prints"] = seen.printed;
}

void add_states(const ProgramFactory& make, const CheckOptions& options, const Schedule& schedule,
                Json& steps) {
  if (schedule.steps.size() > shown_states_max) return;
  const StepCalls calls = {.after = [&steps](const SeenStep& seen) {
    if (seen.number > 0 && seen.number <= steps.size()) add_states(seen, steps[seen.number - 1]);
  }};
  const auto exited = detail::run_until_exit([&] {
    try {
      Watchdog nobody_looks;
      replay(make, schedule, options, nobody_looks, calls);
    } catch (const std::exception&) {  // what does not show again has no states
    }
  });
  static_cast<void>(exited);
}

}  // namespace harrier::tools
