// What diagrams and step lists both read off the steps of an execution.
#include "report/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/canvas.hpp"

namespace harrier::report_detail {

std::string schedule_item(const StepText& step) {
  Schedule one;
  one.steps.push_back({step.message, step.choices});
  return one.text();
}

std::vector<std::string> created_by(const StepText& step) {
  std::vector<std::string> created;
  for (const Effect& effect : step.effects) {
    if (effect.kind == Effect::Kind::creates) created.push_back(effect.actor);
  }
  return created;
}

bool ends(const StepText& step) {
  return std::ranges::count(step.effects, Effect::Kind::ends, &Effect::kind) > 0;
}

std::string choices_text(const StepText& step) {
  std::vector<std::string> chosen;
  for (const std::uint32_t choice : step.choices) chosen.push_back(std::to_string(choice));
  return chosen.empty() ? std::string() : "chooses " + base::join(chosen);
}

bool goes_on_meeting(const StepText& before, const StepText& step) {
  const auto stands_alone = [](const StepText& one) {
    return one.meeting.actors.empty() || one.failure || !one.choices.empty();
  };
  return !stands_alone(before) && !stands_alone(step) &&
         before.meeting.number == step.meeting.number;
}

std::vector<std::string> notes_on(const StepText& step, const ReportOptions& options) {
  std::vector<std::string> notes;
  if (!step.choices.empty()) notes.push_back(choices_text(step));
  for (const Effect& effect : step.effects) {
    if (effect.kind == Effect::Kind::sends || effect.kind == Effect::Kind::waits) continue;
    notes.push_back(printable(to_string(effect), options.unicode));
  }
  return notes;
}

Elision elision_of(std::size_t step_count, const ReportOptions& options) {
  if (options.steps_max == 0 || step_count <= options.steps_max) return {};
  // What leads to a failure is mostly near it.
  const std::size_t first = options.steps_max / 3;
  return {first, step_count - (options.steps_max - first)};
}

std::string elision_text(const Elision& elision, const ReportOptions& options) {
  return fmt::format("{} left out; {} shows {}", base::counted(elision.count(), "step"),
                     options.command_line ? "--steps all" : "steps_max = 0",
                     elision.count() == 1 ? "it" : "them");
}

}  // namespace harrier::report_detail

namespace harrier {

std::string diagram(const std::vector<StepText>& steps, const ReportOptions& options) {
  std::string drawn = report_detail::drawn_diagram(steps, options);
  return drawn.empty() ? report_detail::listed_steps(steps, options, false) : drawn;
}

std::string step_list(const std::vector<StepText>& steps, const ReportOptions& options) {
  return report_detail::listed_steps(steps, options, true);
}

}  // namespace harrier
