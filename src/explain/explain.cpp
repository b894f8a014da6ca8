// Says why an execution violates a property: the order or the choice that decides, and from where
// on nothing helps. Whatever is said has been executed.
#include "harrier/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "core/parts.hpp"
#include "explain/budget.hpp"
#include "explain/deviation.hpp"
#include "explain/linearise.hpp"
#include "explain/prefixed.hpp"
#include "explain/searching.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "property/consequences.hpp"
#include "property/groups.hpp"

namespace harrier {

namespace {

class Explainer {
 public:
  Explainer(const ProgramFactory& make, const Violation& violation, const CheckOptions& options,
            const Effort& effort)
      : make_(make),
        options_(options),
        violation_(violation),
        effort_(effort),
        budget_(effort, options.interrupt),
        trace_(trace_of(program(), violation.schedule)),
        past_(happens_before_of(trace_)),
        texts_(replay_alone(violation.schedule).steps) {}

  Explanation explain() {
    mark_what_matters();
    find_deciding_pair();
    if (!result_.pair) find_deciding_choice();
    if (!result_.pair && !result_.choice && !find_any_passing()) return std::move(result_);
    find_point_of_no_return();
    result_.passing_steps = replay_alone(result_.passing).steps;
    result_.sentence = sentence();
    result_.steps = texts_;
    return std::move(result_);
  }

 private:
  bool has_time() const { return !budget_.is_over(); }

  // A framework may have room for one program at a time.
  Program& program() {
    if (!program_) program_ = make_(program_options(options_, Backtrack::replay));
    return *program_;
  }
  ReplayResult replay_alone(const Schedule& schedule) {
    program_.reset();
    return replay(make_, schedule, options_);
  }

  void mark_what_matters() {
    result_.matters.assign(trace_.size(), true);
    if (!std::holds_alternative<FailedStep>(violation_.finding) || trace_.empty()) return;
    const std::vector<bool> reasons = reasons_of(trace_, past_, trace_.size() - 1);
    const ReplayResult alone = replay_alone(linearise(trace_, past_, reasons));
    const std::string group = group_of(violation_.finding);
    if (std::ranges::any_of(alone.violations, [&](const Violation& found) {
          return group_of(found.finding) == group;
        })) {
      result_.matters = reasons;
    }
  }

  /// Tries the races, those first that leave the execution latest.
  void find_deciding_pair() {
    std::vector<std::pair<std::size_t, std::size_t>> races;
    for (std::size_t second = 0; second < trace_.size(); ++second) {
      for (const std::uint32_t first : past_.races_of(second)) races.emplace_back(first, second);
    }
    std::ranges::sort(races, std::greater<>());
    for (const auto& [first, second] : races) {
      if (budget_.is_half_over()) return;
      if (!passes(reversed(first, second), first)) continue;
      result_.pair = {first + 1, second + 1, what_both_touch(first, second)};
      return;
    }
  }

  /// The second comes first, with all that does not depend on the first one before it.
  Deviation reversed(std::size_t first, std::size_t second) const {
    Deviation deviation;
    for (std::size_t i = 0; i < first; ++i) deviation.events.push_back(i);
    for (std::size_t i = first + 1; i < second; ++i) {
      if (!past_.before(first, i)) deviation.events.push_back(i);
    }
    deviation.events.push_back(second);
    deviation.choices = values_chosen(trace_, second);
    return deviation;
  }

  void find_deciding_choice() {
    for (std::size_t i = trace_.size(); i-- > 0;) {
      const std::span<const Choice> made = trace_.choices(i);
      for (std::size_t which = 0; which < made.size(); ++which) {
        for (std::uint32_t value = 0; value < made[which].count; ++value) {
          if (value == made[which].value) continue;
          if (!has_time()) return;
          Deviation deviation{.events = {}, .choices = values_chosen(trace_, i)};
          for (std::size_t event = 0; event <= i; ++event) deviation.events.push_back(event);
          deviation.choices.resize(which);
          deviation.choices.push_back(value);
          if (!passes(deviation, i)) continue;
          result_.choice = i + 1;
          return;
        }
      }
    }
  }

  /// Tells whether an execution that leaves this one after `common` steps violates nothing, and
  /// keeps it then.
  bool passes(const Deviation& deviation, std::size_t common) {
    std::optional<Schedule> found = passing(program(), trace_, deviation, options_, budget_);
    if (!found) return false;
    result_.passing = std::move(*found);
    result_.common = common;
    return true;
  }

  std::string what_both_touch(std::size_t first, std::size_t second) {
    trace_of(program(), violation_.schedule);  // where its names are valid
    for (const ResourceAccess& one : trace_.resources(first)) {
      for (const ResourceAccess& other : trace_.resources(second)) {
        if (one.resource != other.resource || !conflict(one.access, other.access)) continue;
        return narrator_of(program()).resource_text(one.resource);
      }
    }
    return {};
  }

  /// What the rest of an execution can still come to.
  enum class Rest : std::uint8_t { passes, violates, unknown };

  /// Looks among all executions, where reversing one pair is not enough.
  bool find_any_passing() {
    const Rest rest = rest_after(0);
    if (rest == Rest::violates) result_.sentence = "every execution violates something";
    const std::vector<ScheduledStep>& here = violation_.schedule.steps;
    const std::vector<ScheduledStep>& there = result_.passing.steps;
    result_.common =
        static_cast<std::size_t>(std::ranges::mismatch(here, there).in1 - here.begin());
    return rest == Rest::passes;
  }

  /// Halves the steps after which the passing execution was left: where some continuation passes,
  /// one passes after fewer steps too. Where a search does not end, it looks behind.
  void find_point_of_no_return() {
    std::size_t before = result_.common;  // after so many steps something passes
    std::size_t violating = trace_.size();
    bool exact = true;
    while (violating - before > 1) {
      const std::size_t middle = before + (violating - before) / 2;
      const Rest rest = rest_after(middle);
      (rest == Rest::violates ? violating : before) = middle;
      if (rest == Rest::passes) exact = true;
      if (rest == Rest::unknown) exact = false;
    }
    result_.no_return = violating;
    result_.no_return_exact = exact;
  }

  /// No single search may take all that is left: others may be easier.
  Rest rest_after(std::size_t steps) {
    if (!has_time()) return Rest::unknown;
    constexpr unsigned share = 4;
    Budget part({.seconds_max = budget_.seconds_left() / share,
                 .steps_max = effort_.steps_max == 0 ? 0 : budget_.steps_left() / share + 1},
                options_.interrupt);
    Schedule prefix = violation_.schedule;
    prefix.steps.resize(steps);
    std::atomic<bool> stop = false;
    bool found = false;
    program_.reset();
    Search search(after(make_, prefix), search_options(options_, part, stop));
    search.observe([&](const State& state) {
      budget_.spend(state.trace.size());
      part.spend(state.trace.size());
      if (part.is_over()) stop = true;
      if (found || has_failed(state.trace) || is_infeasible(state.trace) ||
          violates_at_end(state.program, state.trace, options_)) {
        return;
      }
      stop = found = true;
      if (result_.pair || result_.choice) return;
      result_.passing = prefix;
      for (ScheduledStep& step : schedule_of(state.trace).steps) {
        result_.passing.steps.push_back(std::move(step));
      }
      result_.common = steps;
    });
    const CheckResult searched = search.run();
    budget_.spend(steps);
    if (found) return Rest::passes;
    return searched.complete ? Rest::violates : Rest::unknown;
  }

  static std::string came(const StepText& step) {
    return step.from == step.to
               ? fmt::format("{} of {} came", step.text, step.to)
               : fmt::format("{} from {} reached {}", step.text, step.from, step.to);
  }

  /// Returns what reaches the same actor in the passing execution in place of the first step that
  /// differs, where that step comes later there.
  const StepText* instead() const {
    const std::size_t at = result_.common;
    if (at >= texts_.size() || at >= result_.passing_steps.size()) return nullptr;
    const StepText& other = result_.passing_steps[at];
    if (texts_[at].to != other.to || other.from == other.to) return nullptr;
    const MessageId later = violation_.schedule.steps[at].message;
    const auto comes = std::ranges::find(result_.passing.steps, later, &ScheduledStep::message);
    return comes != result_.passing.steps.end() ? &other : nullptr;
  }

  std::string sentence() const {
    if (result_.choice) {
      const StepText& step = texts_[*result_.choice - 1];
      return fmt::format("{} chose so on {}; with another choice nothing is violated", step.to,
                         step.text);
    }
    if (!result_.pair) {
      if (const StepText* const other = instead()) {
        return fmt::format(
            "{} before {} from {}; an execution where that comes first violates nothing",
            came(texts_[result_.common]), other->text, other->from);
      }
      return fmt::format("{} too early; nothing is violated where other steps come first",
                         came(texts_[*result_.no_return - 1]));
    }
    const StepText& first = texts_[result_.pair->first - 1];
    const StepText& second = texts_[result_.pair->second - 1];
    const bool same_receiver = first.to == second.to && second.from != second.to;
    const std::string other =
        same_receiver ? fmt::format("{} from {}", second.text, second.from)
        : second.from == second.to
            ? fmt::format("{} of {}", second.text, second.to)
            : fmt::format("{} from {} reached {}", second.text, second.from, second.to);
    return fmt::format("{} before {}; in the opposite order nothing is violated", came(first),
                       other);
  }

  const ProgramFactory& make_;
  const CheckOptions& options_;
  const Violation& violation_;
  const Effort effort_;
  Budget budget_;
  std::unique_ptr<Program> program_;
  const Trace trace_;
  const HappensBefore past_;
  const std::vector<StepText> texts_;
  Explanation result_;
};

}  // namespace

Explanation explain(const ProgramFactory& make, const Violation& violation,
                    const CheckOptions& options, const Effort& effort) {
  const ViolationKind kind = violation.kind();
  if (kind == ViolationKind::hang || kind == ViolationKind::crash ||
      kind == ViolationKind::endless || std::holds_alternative<FailedProgram>(violation.finding)) {
    return {};
  }
  return Explainer(make, violation, options, effort).explain();
}

}  // namespace harrier
