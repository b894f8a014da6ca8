// Runs a program through steps that are given.
#include "explore/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/parts.hpp"

namespace harrier {

std::vector<Choice> as_choices(std::span<const std::uint32_t> values) {
  std::vector<Choice> choices;
  choices.reserve(values.size());
  for (const std::uint32_t value : values) choices.push_back({value, 0});
  return choices;
}

Replay::Replay(Program& program) : program_(program) { trace_.start(program_.start()); }

bool Replay::is_pending(MessageId message) const {
  const std::span<const MessageId> pending = program_.pending();
  return std::find(pending.begin(), pending.end(), message) != pending.end();
}

bool Replay::is_enabled(MessageId message) {
  enabled_.clear();
  program_.enabled(enabled_);
  return std::ranges::find(enabled_, message) != enabled_.end();
}

const StepReport& Replay::execute(MessageId message, std::span<const Choice> choices) {
  const StepReport& report = program_.execute(message, choices);
  causes_.clear();
  program_.further_causes(message, causes_);
  trace_.push(report, causes_);
  return report;
}

void repeat(Program& program, const Trace& trace, const std::function<void()>& before_each) {
  program.start();
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (before_each) before_each();
    const StepReport& report = program.execute(trace[i].message, trace.choices(i));
    if (same_effects(trace, i, report)) continue;
    const Narrator& narrator = narrator_of(program);
    throw NondeterminismError(
        i, fmt::format("{} did something else than before on {}", narrator.actor_name(report.actor),
                       narrator.message_text(report.message)));
  }
}

}  // namespace harrier
