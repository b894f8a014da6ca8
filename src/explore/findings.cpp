// Collects what is wrong with executions, the same property at the same place once.
#include "explore/findings.hpp"

#include <algorithm>

#include "explore/walk.hpp"
#include "property/groups.hpp"

namespace harrier {

Findings::Added Findings::add(Finding finding, const Trace& trace) {
  ++met_;
  std::string group = group_of(finding);
  const auto known = groups_.find(group);
  if (known == groups_.end()) {
    if (kept_max_ != 0 && kept_.size() >= kept_max_) return {};
    kept_.push_back({.finding = std::move(finding), .schedule = schedule_of(trace)});
    counts_.push_back(0);
    last_.push_back(0);
    groups_.emplace(std::move(group), kept_.size() - 1);
    return {kept_.size() - 1, &kept_.back()};
  }
  const std::size_t place = known->second;
  Violation& same = kept_[place];
  if (trace.size() >= same.schedule.steps.size()) return {place, nullptr};
  same.finding = std::move(finding);
  same.schedule = schedule_of(trace);
  return {place, &same};
}

void Findings::count(std::size_t place, std::uint64_t execution) {
  if (place == none || std::exchange(last_[place], execution) == execution) return;
  kept_[place].count = ++counts_[place];
}

void Findings::merge(Violation other, std::uint64_t executions) {
  met_ += executions;
  std::string group = group_of(other.finding);
  const auto known = groups_.find(group);
  if (known == groups_.end()) {
    if (kept_max_ != 0 && kept_.size() >= kept_max_) return;
    groups_.emplace(std::move(group), kept_.size());
    counts_.push_back(executions);
    last_.push_back(0);
    other.count = std::max<std::uint64_t>(executions, 1);
    kept_.push_back(std::move(other));
    return;
  }
  const std::size_t place = known->second;
  Violation& same = kept_[place];
  counts_[place] += executions;
  const std::uint64_t count = std::max<std::uint64_t>(counts_[place], 1);
  const bool stopped = same.count_stopped || other.count_stopped;
  if (other.schedule.steps.size() < same.schedule.steps.size()) same = std::move(other);
  same.count = count;
  same.count_stopped = stopped;
}

void Findings::stop_counting() {
  for (Violation& known : kept_) known.count_stopped = true;
}

}  // namespace harrier
