// What diagrams and step lists both read off the steps of an execution.
#include "report/steps.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/canvas.hpp"

namespace harrier::report_detail {

namespace {

constexpr std::string_view creates_prefix = "creates ";
constexpr std::string_view sends_prefix = "sends ";
constexpr std::string_view waits_effect = "waits";
constexpr std::string_view ends_effect = "ends";

}  // namespace

std::string schedule_item(const StepText& step) {
  Schedule one;
  one.steps.push_back({step.message, step.choices});
  return one.text();
}

std::optional<std::string> created_actor(std::string_view effect) {
  if (!effect.starts_with(creates_prefix)) return std::nullopt;
  return std::string(effect.substr(creates_prefix.size()));
}

std::vector<std::string> created_by(const StepText& step) {
  std::vector<std::string> created;
  for (const std::string& effect : step.effects) {
    if (const auto actor = created_actor(effect)) created.push_back(*actor);
  }
  return created;
}

bool ends(const StepText& step) {
  return std::ranges::find(step.effects, ends_effect) != step.effects.end();
}

std::string choices_text(const StepText& step) {
  std::vector<std::string> chosen;
  for (const std::uint32_t choice : step.choices) chosen.push_back(std::to_string(choice));
  return chosen.empty() ? std::string() : "chooses " + base::join(chosen);
}

std::vector<std::string> notes_on(const StepText& step, const ReportOptions& options) {
  std::vector<std::string> notes;
  if (!step.choices.empty()) notes.push_back(choices_text(step));
  for (const std::string& effect : step.effects) {
    if (effect.starts_with(sends_prefix) || effect == waits_effect) continue;
    notes.push_back(printable(effect, options.unicode));
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
  return base::counted(elision.count(), "step") + " left out; " +
         (options.command_line ? "--steps all shows" : "steps_max = 0 shows") +
         (elision.count() == 1 ? " it" : " them");
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
