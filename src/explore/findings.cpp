// Collects what is wrong with executions, the same property at the same place once.
#include "explore/findings.hpp"

#include "explore/walk.hpp"
#include "property/groups.hpp"

namespace harrier {

Violation* Findings::add(Finding finding, const Trace& trace, std::uint64_t moment) {
  ++met_;
  std::string group = group_of(finding);
  const auto known = groups_.find(group);
  if (known == groups_.end()) {
    if (kept_max_ != 0 && kept_.size() >= kept_max_) return nullptr;
    kept_.push_back({.finding = std::move(finding), .schedule = schedule_of(trace)});
    groups_.emplace(std::move(group), Group{kept_.size() - 1, moment});
    return &kept_.back();
  }
  Violation& same = kept_[known->second.place];
  if (std::exchange(known->second.moment, moment) != moment) ++same.count;
  if (trace.size() >= same.schedule.steps.size()) return nullptr;
  same.finding = std::move(finding);
  same.schedule = schedule_of(trace);
  return &same;
}

void Findings::stop_counting() {
  for (Violation& known : kept_) known.count_stopped = true;
}

}  // namespace harrier
