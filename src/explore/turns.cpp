// Samplers that draw executions in between, while an exploration of classes stands still.
#include "explore/turns.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "explore/jobs.hpp"
#include "explore/search.hpp"
#include "explore/searches.hpp"

namespace harrier {

namespace {

/// Who draws; each turn is the other's. Chosen by measuring (docs/sampling.md).
constexpr std::array<std::string_view, 2> drawing{"tapct", "random"};

/// Before so many executions or steps of the exploration nothing is drawn, and between two turns
/// there are at least so many; later a sixteenth of what there was.
constexpr std::uint64_t executions_before = 1'000;
constexpr std::uint64_t steps_before = 20'000;
constexpr std::uint64_t turns_share = 16;

/// One execution is drawn for so many that are explored, and one step for so much work. To draw a
/// step and to execute one again take half of the time that it takes to explore one, or less.
constexpr std::uint64_t executions_share = 20;
constexpr std::uint64_t steps_share = 24;
constexpr std::uint64_t work_of_step = 2;

constexpr double seconds_least = 1e-3;

}  // namespace

Turns::Turns(const ProgramFactory& make, const CheckOptions& options)
    : make_(make), options_(options), due_executions_(executions_before), due_steps_(steps_before) {
  options_.on_progress = {};
  options_.on_execution = {};
  options_.stats = false;
  options_.audit = false;
  options_.audit_pairs = false;
  options_.draws = false;
}

bool Turns::take(const Place& place) {
  due_executions_ = place.executions + std::max(executions_before, place.executions / turns_share);
  const std::uint64_t steps = place.steps + place.steps_replayed;
  due_steps_ = steps + std::max(steps_before, steps / turns_share);
  if (is_over_) return true;
  if (parts_.empty()) {
    const auto no_classes = std::make_shared<ClassTable>(0);
    for (const std::string_view name : drawing) {
      parts_.push_back({.sampled = make_sampled(options_, name, no_classes)});
      drawn_.parts.push_back({.search = std::string(name), .bound = {}});
    }
  }
  // At first both have a longer look. What was drawn beyond its share is paid back before more is.
  const std::size_t first = turn_;
  const std::uint64_t times = first == 0 ? 2 : 1;
  const std::uint64_t work = work_of_step * place.steps + place.steps_replayed;
  const std::uint64_t steps_max = times * work / steps_share;
  const std::uint64_t one = std::max<std::uint64_t>(place.depth_max, 1);
  if (steps_max < drawn_.steps + one) return true;
  ++turn_;
  const std::uint64_t by_steps = (steps_max - drawn_.steps) / one;
  const std::uint64_t share = times * place.executions / executions_share;
  const std::uint64_t by_executions = share > drawn_.executions ? share - drawn_.executions : 1;
  const std::uint64_t count = std::min(by_steps, by_executions);
  const std::size_t taking = first == 0 ? parts_.size() : 1;
  for (std::size_t i = 0; i < taking; ++i) {
    const std::uint64_t most = std::max<std::uint64_t>((count + i) / taking, 1);
    if (!draw((first + i) % parts_.size(), most, place)) return false;
    if (is_over_) return true;
  }
  return true;
}

bool Turns::draw(std::size_t part, std::uint64_t executions, const Place& place) {
  CheckOptions options = options_;
  options.search = drawing[part];
  options.executions_max = executions;
  if (options_.executions_max != 0) {
    const std::uint64_t counted = place.executions + drawn_.executions;
    if (counted >= options_.executions_max) return true;
    options.executions_max = std::min(executions, options_.executions_max - counted);
  }
  if (options_.seconds_max > 0) {
    options.seconds_max = std::max(options_.seconds_max - place.seconds, seconds_least);
  }
  if (options_.on_hang) {
    options.on_hang = [&](const Hang& drawn) {
      Hang hang = drawn;
      hang.progress.executions += place.executions;
      hang.progress.steps += place.steps;
      options_.on_hang(hang);
    };
  }
  std::unique_ptr<Sampled> forked = parts_[part].sampled->fork(parts_[part].next);
  parts_[part].next += executions;
  Sampled& sampled = *forked;
  std::optional<Search> search(std::in_place, make_, options, std::move(forked), &watchdog_);
  search->keep_one_of_each_portion();
  Search::Portion portion = search->run_portion(nullptr, 0);
  parts_[part].sampled->join(sampled.take_drawn());
  end_part(search, "by --reduction optimal, without samplers");

  using Why = Incomplete::Why;
  CheckResult& result = portion.result;
  drawn_.executions += result.executions;
  drawn_.steps += result.steps + result.steps_replayed;
  drawn_.parts[part].executions += result.executions;
  const Why why = result.incomplete.why;
  is_over_ = why != Why::executions_max && why != Why::first_violation && why != Why::depth_max;
  const bool found = !result.violations.empty();
  for (Violation& one : result.violations) {
    const std::uint64_t count = one.count;
    violations_.merge(std::move(one), count);
  }
  if (result.verdict == Verdict::nondeterminism || why == Why::crash) {
    result.violations.clear();
    ended_ = std::move(result);
    drawn_.found_by = drawing[part];
    return false;
  }
  if (!found || options_.keep_going) return true;
  drawn_.found_by = drawing[part];
  return false;
}

void Turns::finish(CheckResult& result) {
  if (turn_ == 0) return;
  result.drawn = std::move(drawn_);
  // A complete exploration has met all of it.
  if (result.verdict == Verdict::nondeterminism || result.complete) return;
  if (ended_.verdict == Verdict::nondeterminism) {
    result.verdict = Verdict::nondeterminism;
    result.incomplete = std::move(ended_.incomplete);
    return;
  }
  if (violations_.empty()) return;
  CheckResult found;
  found.verdict = Verdict::violation;
  found.violations = violations_.take();
  found.incomplete = ended_.incomplete;
  found = confirmed(make_, options_, std::move(found));
  Findings all;
  for (Violation& one : std::exchange(result.violations, {})) {
    const std::uint64_t count = one.count;
    all.merge(std::move(one), count);
  }
  for (Violation& one : found.violations) all.merge(std::move(one), 0);
  result.violations = all.take();
  result.verdict = found.verdict;
  if (found.incomplete.why != Incomplete::Why::none) result.incomplete = found.incomplete;
}

}  // namespace harrier
