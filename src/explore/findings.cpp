// Collects what is wrong with executions.
#include "explore/findings.hpp"

#include "explore/walk.hpp"

namespace harrier {

Violation* Findings::add(Finding finding, const Trace& trace) {
  ++met_;
  for (Violation& known : kept_) {
    if (known.finding == finding) {
      ++known.count;
      return nullptr;
    }
  }
  if (kept_max_ != 0 && kept_.size() >= kept_max_) return nullptr;
  kept_.push_back({.finding = std::move(finding), .schedule = schedule_of(trace)});
  return &kept_.back();
}

}  // namespace harrier
