// Collects what is wrong with executions.
#include "explore/findings.hpp"

#include "explore/walk.hpp"

namespace harrier {

Violation as_violation(const Finding& finding, Schedule schedule) {
  Violation violation;
  violation.kind = finding.kind;
  violation.message = finding.message;
  violation.details = finding.details;
  violation.schedule = std::move(schedule);
  return violation;
}

void Findings::add(const Finding& finding, const Trace& trace) {
  ++met_;
  for (Violation& known : kept_) {
    if (known.kind == finding.kind && known.message == finding.message) {
      ++known.count;
      return;
    }
  }
  if (kept_max_ != 0 && kept_.size() >= kept_max_) return;
  kept_.push_back(as_violation(finding, schedule_of(trace)));
}

}  // namespace harrier
