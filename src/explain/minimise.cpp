// Makes a violating execution short.
//
// The execution that fails in a step needs nothing but what happens before that step, in whatever
// order of the same class. So among all classes the shortest is the one whose failing step has the
// fewest events in its past; a search that comes to its end certifies that.
#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "explain/budget.hpp"
#include "explain/linearise.hpp"
#include "explain/searching.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "harrier/explain.hpp"
#include "harrier/usage_error.hpp"
#include "property/consequences.hpp"
#include "property/end_state.hpp"
#include "property/groups.hpp"

namespace harrier {

namespace {

bool can_be_shown_again(const Violation& violation) {
  const ViolationKind kind = violation.kind();
  return kind != ViolationKind::hang && kind != ViolationKind::crash &&
         kind != ViolationKind::endless &&
         !std::holds_alternative<FailedProgram>(violation.finding);
}

/// What makes an execution shorter than another, the most important first.
using Length = std::tuple<std::size_t, std::size_t, std::uint64_t>;
Length length_of(const Schedule& schedule) {
  std::uint64_t chosen = 0;
  for (const ScheduledStep& step : schedule.steps) {
    for (const std::uint32_t value : step.choices) chosen += value;
  }
  return {schedule.steps.size(), out_of_order(schedule), chosen};
}

/// Collects executions that may violate the same. They are executed again when the search is over:
/// a framework may have room for one program at a time.
class Candidates {
 public:
  Candidates(const Violation& violation, const CheckOptions& options)
      : options_(options),
        group_(group_of(violation.finding)),
        fails_in_step_(std::holds_alternative<FailedStep>(violation.finding)),
        steps_max_(violation.schedule.steps.size()) {}

  /// Looks at an execution: what of it may violate the same?
  void look_at(Program& program, const Trace& trace) {
    if (fails_in_step_) {
      if (has_failed(trace)) add_failures(trace);
    } else if (trace.size() <= steps_max_ && ends_the_same(program, trace)) {
      add(linearise(trace, happens_before_of(trace), std::vector<bool>(trace.size(), true)));
    }
  }

  /// Returns the shortest that does violate the same, or else the given violation.
  Violation shortest(const ProgramFactory& make, const Violation& given) const {
    for (const auto& [length, schedule] : kept_) {
      ReplayResult again = replay(make, schedule, options_);
      for (Violation& found : again.violations) {
        if (group_of(found.finding) != group_) continue;
        found.steps = std::move(again.steps);
        return std::move(found);
      }
    }
    return given;
  }

 private:
  static constexpr std::size_t kept_max = 256;

  void add_failures(const Trace& trace) {
    const HappensBefore past = happens_before_of(trace);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (!trace[i].failed) continue;
      const std::vector<bool> marked = reasons_of(trace, past, i);
      if (static_cast<std::size_t>(std::ranges::count(marked, true)) <= steps_max_) {
        add(linearise(trace, past, marked));
      }
    }
  }

  bool ends_the_same(Program& program, const Trace& trace) const {
    if (has_failed(trace) || is_infeasible(trace)) return false;
    const EndFindings end = examine_end(
        program, trace,
        {.environment = options_.environment, .undelivered = options_.undelivered, .warns = false});
    return std::ranges::any_of(end.violations,
                               [&](const Finding& finding) { return group_of(finding) == group_; });
  }

  void add(Schedule schedule) {
    const Length length = length_of(schedule);
    kept_.emplace(std::pair(length, schedule.text()), std::move(schedule));
    if (kept_.size() > kept_max) kept_.erase(std::prev(kept_.end()));
  }

  const CheckOptions& options_;
  const std::string group_;
  const bool fails_in_step_;
  const std::size_t steps_max_;
  std::map<std::pair<Length, std::string>, Schedule> kept_;  ///< the shortest ones
};

/// Makes the choices of an execution smaller one by one, where the rest of the search has not come
/// to that: a smaller value counts if the same is violated in no more steps.
void shrink_choices(const ProgramFactory& make, const CheckOptions& options, Budget& budget,
                    Violation& violation) {
  const std::string group = group_of(violation.finding);
  const auto same = [&](const Schedule& schedule) -> std::optional<Violation> {
    try {
      ReplayResult again = replay(make, schedule, options);
      for (Violation& found : again.violations) {
        if (group_of(found.finding) != group) continue;
        found.steps = std::move(again.steps);
        return std::move(found);
      }
    } catch (const UsageError&) {  // with that choice the schedule does not fit
    }
    return std::nullopt;
  };
  const Schedule before = violation.schedule;
  for (std::size_t i = 0; i < before.steps.size(); ++i) {
    for (std::size_t which = 0; which < before.steps[i].choices.size(); ++which) {
      for (std::uint32_t value = 0; value < before.steps[i].choices[which]; ++value) {
        if (budget.is_over()) return;
        budget.spend(before.steps.size());
        Schedule smaller = violation.schedule;
        smaller.steps[i].choices[which] = value;
        if (std::optional<Violation> found = same(smaller)) {
          violation = std::move(*found);
          break;
        }
      }
    }
  }
}

}  // namespace

Minimised minimise(const ProgramFactory& make, const Violation& violation,
                   const CheckOptions& options, const Effort& effort) {
  Minimised result{.violation = violation};
  if (!can_be_shown_again(violation)) return result;

  Budget budget(effort, options.interrupt);
  std::atomic<bool> stop = budget.is_over();
  CheckOptions all = search_options(options, budget, stop);
  // Where states are compared executions may have no end; longer ones are of no use.
  if (options.states.on) all.depth_max = std::max<std::size_t>(violation.schedule.steps.size(), 1);
  Candidates candidates(violation, all);
  bool complete = false;
  {
    Search search(make, all);
    search.observe([&](const State& state) {
      candidates.look_at(state.program, state.trace);
      budget.spend(state.trace.size());
      if (budget.is_over()) stop = true;
    });
    complete = search.run().complete;
  }
  {
    // The execution itself is there, however far the search has come.
    const std::unique_ptr<Program> program = make(program_options(all, Backtrack::replay));
    const Trace trace = trace_of(*program, violation.schedule);
    candidates.look_at(*program, trace);
  }
  result.violation = candidates.shortest(make, violation);
  if (!complete) {
    // The search has used up what it was given.
    Budget rest({.seconds_max = effort.seconds_max / 4, .steps_max = effort.steps_max},
                options.interrupt);
    shrink_choices(make, all, rest, result.violation);
  }
  result.violation.count = violation.count;
  result.violation.count_stopped = violation.count_stopped;
  result.out_of_order = out_of_order(result.violation.schedule);
  result.certified = complete;
  return result;
}

}  // namespace harrier
