// What reports say of explained violations, for the command line and for GoogleTest assertions.
#include "harrier/detail/explained.hpp"

#include "report/state_notes.hpp"

namespace harrier::detail {

namespace {

/// What was found out about one violation, in the order in which it is read.
std::string notes_on(const Explained& found, const std::string& states,
                     const ReportOptions& options) {
  std::string text = states;
  if (found.shortest) text += report(*found.shortest, options);
  if (found.why) text += report(*found.why, options);
  return text;
}

/// Says what the steps of a violation change, where its execution shows again.
std::string states_in(const ProgramFactory& make, const Schedule& schedule,
                      const CheckOptions& explored, const ReportOptions& options) {
  try {
    return state_notes(make, explored, options, schedule);
  } catch (const std::exception&) {  // the violation counts, whatever else can be said of it
    return {};
  }
}

}  // namespace

std::function<std::string(const Violation&)> explained_notes(
    const ProgramFactory& make, const CheckResult& result,
    const std::vector<std::optional<Explained>>& found, const CheckOptions& explored,
    const ReportOptions& options) {
  return [=, shown = result.violations](const Violation& violation) {
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const bool same =
          shown[i].schedule == violation.schedule && shown[i].finding == violation.finding;
      if (!same) continue;
      if (i >= found.size() || !found[i]) return std::string();
      const std::string states =
          found[i]->why ? states_in(make, violation.schedule, explored, options) : std::string();
      return notes_on(*found[i], states, options);
    }
    return std::string();
  };
}

}  // namespace harrier::detail
