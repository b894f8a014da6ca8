// What diagrams and step lists both read off the steps of an execution.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/report.hpp"

namespace harrier::report_detail {

inline constexpr std::string_view setup_name = "set-up";

/// The step as its schedule names it: `4`, or `4:1` with the values it chose.
std::string schedule_item(const StepText& step);

/// The actors that a step created.
std::vector<std::string> created_by(const StepText& step);

/// Tells whether the receiver ended in this step.
bool ends(const StepText& step);

/// The values that a step chose, in words; empty where it chose none.
std::string choices_text(const StepText& step);

/// Tells whether a step is one more of the meeting that the one before it is of, so that both can
/// be told of as one.
bool goes_on_meeting(const StepText& before, const StepText& step);

/// What is worth saying beside a step's arrow: choices, new actors, its end. What it sends shows as
/// later arrows. Printable.
std::vector<std::string> notes_on(const StepText& step, const ReportOptions& options);

/// The steps of a long execution that are left out: [begin, end), empty when all are shown.
struct Elision {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool contains(std::size_t index) const { return index >= begin && index < end; }
  std::size_t count() const { return end - begin; }
};
Elision elision_of(std::size_t step_count, const ReportOptions& options);

/// Says how many steps are left out and how to see them.
std::string elision_text(const Elision& elision, const ReportOptions& options);

/// Draws the diagram; empty where the steps do not fit side by side.
std::string drawn_diagram(const std::vector<StepText>& steps, const ReportOptions& options);

/// What else is to be said of steps, by their numbers.
using StepNotes = std::map<std::size_t, std::string>;

/// Lists the steps; `all_effects` also says what each of them sent.
std::string listed_steps(const std::vector<StepText>& steps, const ReportOptions& options,
                         bool all_effects, const StepNotes& notes = {});

/// Tells how one execution went, with notes on its steps.
std::string report_with(const ReplayResult& result, const StepNotes& notes,
                        const ReportOptions& options);

}  // namespace harrier::report_detail
