// Says why an execution violates a property: the order or the choice that decides, and from where
// on nothing helps. Whatever is said has been executed.
#include "harrier/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include "core/parts.hpp"
#include "explain/linearise.hpp"
#include "explain/prefixed.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "property/consequences.hpp"
#include "property/end_state.hpp"
#include "property/groups.hpp"

namespace harrier {

namespace {

using Clock = std::chrono::steady_clock;

/// A way to leave the violating execution: steps of it to execute first, in this order, and what
/// the last of them is to choose.
struct Deviation {
  std::vector<std::size_t> events;
  std::vector<std::uint32_t> choices;
  std::size_t common = 0;  ///< steps that come first in both
};

class Explainer {
 public:
  Explainer(const ProgramFactory& make, const Violation& violation, const CheckOptions& options,
            double seconds_max)
      : make_(make),
        options_(options),
        violation_(violation),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(seconds_max))),
        program_(make(program_options(options, Backtrack::replay))),
        trace_(trace_of(*program_, violation.schedule)),
        past_(happens_before_of(trace_)),
        texts_(replay(make, violation.schedule, options).steps) {}

  Explanation explain() {
    mark_what_matters();
    find_deciding_pair();
    if (!result_.pair) find_deciding_choice();
    if (!result_.pair && !result_.choice && !find_any_passing()) return std::move(result_);
    find_point_of_no_return();
    result_.passing_steps = replay(make_, result_.passing, options_).steps;
    result_.sentence = sentence();
    return std::move(result_);
  }

 private:
  bool has_time() const { return Clock::now() < end_; }

  void mark_what_matters() {
    result_.matters.assign(trace_.size(), true);
    if (!std::holds_alternative<FailedStep>(violation_.finding) || trace_.empty()) return;
    const std::vector<bool> reasons = reasons_of(trace_, past_, trace_.size() - 1);
    const ReplayResult alone = replay(make_, linearise(trace_, past_, reasons), options_);
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
      if (!has_time()) return;
      if (!passes(reversed(first, second))) continue;
      result_.pair = {first + 1, second + 1, what_both_touch(first, second)};
      return;
    }
  }

  /// The second comes first, with all that does not depend on the first one before it.
  Deviation reversed(std::size_t first, std::size_t second) const {
    Deviation deviation{.events = {}, .choices = {}, .common = first};
    for (std::size_t i = 0; i < first; ++i) deviation.events.push_back(i);
    for (std::size_t i = first + 1; i < second; ++i) {
      if (!past_.before(first, i)) deviation.events.push_back(i);
    }
    deviation.events.push_back(second);
    deviation.choices = chosen(second);
    return deviation;
  }

  void find_deciding_choice() {
    for (std::size_t i = trace_.size(); i-- > 0;) {
      const std::span<const Choice> made = trace_.choices(i);
      for (std::size_t which = 0; which < made.size(); ++which) {
        for (std::uint32_t value = 0; value < made[which].count; ++value) {
          if (value == made[which].value) continue;
          if (!has_time()) return;
          Deviation deviation{.events = {}, .choices = chosen(i), .common = i};
          for (std::size_t event = 0; event <= i; ++event) deviation.events.push_back(event);
          deviation.choices.resize(which);
          deviation.choices.push_back(value);
          if (!passes(deviation)) continue;
          result_.choice = i + 1;
          return;
        }
      }
    }
  }

  std::vector<std::uint32_t> chosen(std::size_t event) const {
    std::vector<std::uint32_t> values;
    for (const Choice& choice : trace_.choices(event)) values.push_back(choice.value);
    return values;
  }

  /// Executes a deviation, then goes on as the violating execution does where that is possible, and
  /// in the order of sending where it is not. Tells whether nothing is violated, and keeps it then.
  bool passes(const Deviation& deviation) {
    Replay execution(*program_);
    const Trace& trace = execution.trace();
    Schedule schedule;
    // Per event of the violating execution, which one it is here, counted from 1.
    std::vector<std::size_t> here(trace_.size(), 0);
    const auto run = [&](MessageId message, const std::vector<std::uint32_t>& values) {
      std::vector<Choice> choices;
      for (const std::uint32_t value : values) choices.push_back({value, 0});
      const StepReport& report = execution.execute(message, choices);
      schedule.steps.push_back({message, {}});
      for (const Choice& choice : report.choices) {
        schedule.steps.back().choices.push_back(choice.value);
      }
      return report.failure == nullptr;
    };
    const auto message_of = [&](std::size_t event) -> MessageId {
      const EventId sender = trace_[event].sent_by;
      if (!sender) return trace_[event].message;
      const std::size_t by = here[sender.index()];
      const std::size_t position = trace_.message(trace_[event].message).position;
      if (by == 0 || position >= trace[by - 1].sent_count) return {};
      return MessageId(trace[by - 1].first_sent.index() + position);
    };
    const auto can_run = [&](MessageId message) {
      return message && execution.is_pending(message) && execution.is_enabled(message);
    };
    try {
      for (const std::size_t event : deviation.events) {
        const MessageId message = message_of(event);
        const bool last = event == deviation.events.back();
        if (!can_run(message)) return false;
        if (!run(message, last ? deviation.choices : chosen(event))) return false;
        here[event] = trace.size();
      }
      while (trace.size() < steps_max) {
        MessageId message;
        for (std::size_t next = 0; next < trace_.size() && !message; ++next) {
          if (here[next] == 0 && can_run(message_of(next))) {
            message = message_of(next);
            here[next] = trace.size() + 1;
          }
        }
        std::vector<MessageId> enabled;
        program_->enabled(enabled);
        if (enabled.empty()) break;
        if (!run(message ? message : enabled.front(), {})) return false;
      }
    } catch (const NondeterminismError&) {
      return false;  // a choice that is not there
    }
    std::vector<MessageId> enabled;
    program_->enabled(enabled);
    if (!enabled.empty() || violates_at_end(*program_, trace)) return false;
    result_.passing = std::move(schedule);
    result_.common = deviation.common;
    return true;
  }

  bool violates_at_end(Program& program, const Trace& trace) const {
    return !examine_end(program, trace,
                        {.environment = options_.environment,
                         .undelivered = options_.undelivered,
                         .warns = false})
                .violations.empty();
  }

  std::string what_both_touch(std::size_t first, std::size_t second) {
    trace_of(*program_, violation_.schedule);  // where its names are valid
    for (const ResourceAccess& one : trace_.resources(first)) {
      for (const ResourceAccess& other : trace_.resources(second)) {
        if (one.resource != other.resource || !conflict(one.access, other.access)) continue;
        return narrator_of(*program_).resource_text(one.resource);
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
    return rest == Rest::passes;
  }

  /// Halves the steps after which the passing execution was left: where some continuation passes,
  /// one passes after fewer steps too.
  void find_point_of_no_return() {
    std::size_t passing = result_.common;  // after so many steps something passes
    std::size_t violating = trace_.size();
    bool exact = true;
    while (violating - passing > 1) {
      const std::size_t middle = passing + (violating - passing) / 2;
      switch (rest_after(middle)) {
        case Rest::passes:
          passing = middle;
          break;
        case Rest::violates:
          violating = middle;
          break;
        case Rest::unknown:
          exact = false;
          violating = std::max(passing + 1, violating - 1);
          break;
      }
      if (!exact && !has_time()) break;
    }
    result_.no_return = violating;
    result_.no_return_exact = exact;
  }

  Rest rest_after(std::size_t steps) {
    if (!has_time()) return Rest::unknown;
    Schedule prefix = violation_.schedule;
    prefix.steps.resize(steps);
    CheckOptions rest = options_;
    rest.keep_going = true;
    rest.audit = rest.stats = false;
    rest.executions_max = rest.depth_max = 0;
    rest.seconds_max = std::chrono::duration<double>(end_ - Clock::now()).count();
    rest.on_progress = {};
    rest.on_execution = {};
    rest.on_hang = {};
    std::atomic<bool> found = false;
    rest.interrupt = &found;
    Search search(after(make_, prefix), rest);
    search.observe([&](const State& state) {
      if (found || has_failed(state.trace) || violates_at_end(state.program, state.trace)) return;
      found = true;
      if (result_.pair || result_.choice) return;
      result_.passing = prefix;
      for (ScheduledStep& step : schedule_of(state.trace).steps) {
        result_.passing.steps.push_back(std::move(step));
      }
      result_.common = steps;
    });
    const CheckResult searched = search.run();
    if (found) return Rest::passes;
    return searched.complete ? Rest::violates : Rest::unknown;
  }

  static std::string came(const StepText& step) {
    return step.from == step.to
               ? fmt::format("{} of {} came", step.text, step.to)
               : fmt::format("{} from {} reached {}", step.text, step.from, step.to);
  }

  std::string sentence() const {
    if (result_.choice) {
      const StepText& step = texts_[*result_.choice - 1];
      return fmt::format("{} chose so on {}; with another choice nothing is violated", step.to,
                         step.text);
    }
    if (!result_.pair) {
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

  static constexpr std::size_t steps_max = 100'000;

  const ProgramFactory& make_;
  const CheckOptions& options_;
  const Violation& violation_;
  const Clock::time_point end_;
  const std::unique_ptr<Program> program_;
  const Trace trace_;
  const HappensBefore past_;
  const std::vector<StepText> texts_;
  Explanation result_;
};

}  // namespace

Explanation explain(const ProgramFactory& make, const Violation& violation,
                    const CheckOptions& options, double seconds_max) {
  const ViolationKind kind = violation.kind();
  if (kind == ViolationKind::hang || kind == ViolationKind::crash ||
      std::holds_alternative<FailedProgram>(violation.finding)) {
    return {};
  }
  return Explainer(make, violation, options, seconds_max).explain();
}

}  // namespace harrier
