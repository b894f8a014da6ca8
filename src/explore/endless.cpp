// Executions that never end: as schedules, and seen again.
#include "explore/endless.hpp"

#include <algorithm>

#include "core/parts.hpp"
#include "explore/replay.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

Violation endless_violation(Program& program, const EndlessPath& path) {
  program.start();
  Violation violation;
  const auto execute = [&](const GraphStep& step) {
    std::vector<MessageId> enabled;
    program.enabled(enabled);
    const auto message = std::ranges::find_if(enabled, [&](MessageId one) {
      return program.fingerprints()->content(one) == step.content;
    });
    if (message == enabled.end()) {
      throw NondeterminismError(violation.schedule.steps.size(),
                                "a step that was possible in this state is not any more");
    }
    program.execute(*message, as_choices(step.choices));
    violation.schedule.steps.push_back({*message, step.choices});
  };
  std::ranges::for_each(path.stem, execute);
  std::ranges::for_each(path.cycle, execute);
  return violation;
}

void CycleWatch::look(Program& program, std::size_t steps) {
  Standing& standing = standing_of(program);
  if (!begun_) {
    for (std::size_t i = 0; i < standing.eventual_count(); ++i) {
      never_held_.push_back(standing.eventual_text(i));
    }
    begun_ = true;
  }
  for (std::size_t i = 0; i < standing.eventual_count(); ++i) {
    if (standing.holds_now(i)) std::erase(never_held_, standing.eventual_text(i));
  }
  steps_ = steps;
  if (!from_) return;
  if (program.fingerprints() == nullptr) {
    throw UsageError("the states of this program cannot be compared, so it has no cycles to see");
  }
  last_ = program.fingerprints()->state();
  if (steps == *from_) at_cycle_ = last_;
}

std::optional<EndlessRun> CycleWatch::found(bool is_maximal) const {
  const std::string property = never_held_.empty() ? std::string() : never_held_.front();
  if (from_ && *from_ < steps_ && at_cycle_ == last_) {
    return EndlessRun{property, *from_, steps_ - *from_};
  }
  if (is_maximal && !property.empty()) return EndlessRun{property, steps_, 0};
  return std::nullopt;
}

}  // namespace harrier
