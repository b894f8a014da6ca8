// What a report says about the states of the actors in an execution.
#include "report/state_notes.hpp"

#include "report/state_changes.hpp"

namespace harrier {

std::string state_notes(const ProgramFactory& make, const CheckOptions& options,
                        const ReportOptions& reporting, const Schedule& schedule) {
  StateChanges changes(reporting);
  Watchdog nobody_looks;
  try {
    record(make, schedule, options, changes, nobody_looks);
  } catch (const NondeterminismError&) {
    return {};  // the report says so
  }
  const std::string lines = changes.text();
  return lines.empty() ? lines : "states:\n" + lines;
}

}  // namespace harrier
