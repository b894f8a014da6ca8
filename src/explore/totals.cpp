// Adds up what several searches established about parts of one exploration.
#include "explore/totals.hpp"

#include <algorithm>
#include <utility>

#include "explore/limits.hpp"
#include "harrier/usage_error.hpp"
#include "property/groups.hpp"

namespace harrier {

bool goes_on_elsewhere(Incomplete::Why why) {
  using Why = Incomplete::Why;
  return why == Why::none || why == Why::interrupted || why == Why::seconds_max ||
         why == Why::executions_max || why == Why::depth_max;
}

bool ends_exploration(const CheckResult& result) {
  return !goes_on_elsewhere(result.incomplete.why) || result.verdict == Verdict::nondeterminism;
}

Totals::Totals() : warnings_(warnings_kept_max) { result_.coverage = Coverage::every_class(); }

void Totals::add(Search::Portion portion) {
  CheckResult& part = portion.result;
  result_.executions += part.executions;
  result_.blocked += part.blocked;
  result_.infeasible += part.infeasible;
  result_.steps += part.steps;
  result_.steps_replayed += part.steps_replayed;
  result_.depth_max = std::max(result_.depth_max, part.depth_max);
  cut_ += portion.cut;
  for (std::size_t i = 0; i < part.violations.size(); ++i) {
    violations_.merge(std::move(part.violations[i]), portion.counts[i]);
  }
  for (Violation& warning : part.warnings) {
    const std::uint64_t count = warning.count;
    warnings_.merge(std::move(warning), count);
  }
  if (result_.coverage.is_all()) result_.coverage = part.coverage;
  if (part.estimate) result_.estimate = part.estimate;
  if (!ends_exploration(part)) return;
  over_ = true;
  result_.incomplete = std::move(part.incomplete);
  if (part.verdict == Verdict::nondeterminism) result_.verdict = part.verdict;
}

namespace {

void write_findings(WorkWriter& writer, const Findings& findings) {
  std::size_t place = 0;
  writer.list(findings.kept(), [&](const Violation& one) {
    writer.text(group_of(one.finding));
    writer.text(one.schedule.text());
    writer.number(findings.counts()[place++]);
    writer.number(one.count_stopped ? 1 : 0);
  });
}

/// Finds in an execution what is of a group.
Violation show_again(const ProgramFactory& make, const CheckOptions& options,
                     const std::string& group, const std::string& schedule) {
  ReplayResult again = replay(make, Schedule::parse(schedule), options);
  const auto same = std::ranges::find_if(
      again.violations, [&](const Violation& one) { return group_of(one.finding) == group; });
  if (same == again.violations.end()) {
    throw UsageError("a violation that was found before does not show again: replay " + schedule);
  }
  return std::move(*same);
}

void read_findings(WorkReader& reader, const ProgramFactory& make, const CheckOptions& options,
                   Findings& findings) {
  reader.list<int>([&] {
    const std::string group = reader.text();
    const std::string schedule = reader.text();
    const std::uint64_t count = reader.number();
    Violation one = show_again(make, options, group, schedule);
    one.count_stopped = reader.number(1) != 0;
    findings.merge(std::move(one), count);
    return 0;
  });
}

}  // namespace

void Totals::write(WorkWriter& writer) const {
  writer.number(result_.executions);
  writer.number(result_.blocked);
  writer.number(result_.infeasible);
  writer.number(result_.steps);
  writer.number(result_.steps_replayed);
  writer.number(result_.depth_max);
  writer.number(cut_);
  writer.number(static_cast<std::uint64_t>(result_.coverage.kind));
  writer.text(result_.coverage.which);
  write_findings(writer, violations_);
  write_findings(writer, warnings_);
}

Totals Totals::read(WorkReader& reader, const ProgramFactory& make, const CheckOptions& options) {
  Totals totals;
  totals.result_.executions = reader.number();
  totals.result_.blocked = reader.number();
  totals.result_.infeasible = reader.number();
  totals.result_.steps = reader.number();
  totals.result_.steps_replayed = reader.number();
  totals.result_.depth_max = reader.number();
  totals.cut_ = reader.number();
  totals.result_.coverage.kind =
      static_cast<Coverage::Kind>(reader.number(static_cast<std::uint64_t>(Coverage::Kind::part)));
  totals.result_.coverage.which = reader.text();
  read_findings(reader, make, options, totals.violations_);
  // What was a warning is found again where it counts as a violation.
  CheckOptions strict = options;
  strict.undelivered = Undelivered::error;
  read_findings(reader, make, strict, totals.warnings_);
  return totals;
}

CheckResult Totals::take(bool explored, Incomplete why, std::uint64_t depth_max) {
  using Why = Incomplete::Why;
  result_.violations = violations_.take();
  result_.warnings = warnings_.take();
  if (!over_) result_.incomplete = std::move(why);
  if (!over_ && explored && cut_ != 0) {
    result_.incomplete = {.why = Why::depth_max, .bound = depth_max, .cut = cut_};
  } else if (!over_ && explored && !result_.coverage.is_all()) {
    result_.incomplete.why = Why::covers_part;
  }
  result_.complete = result_.incomplete.why == Why::none && explored;
  if (result_.verdict != Verdict::nondeterminism) {
    result_.verdict = !result_.violations.empty() ? Verdict::violation
                      : result_.complete          ? Verdict::ok
                                                  : Verdict::incomplete;
  }
  return std::move(result_);
}

}  // namespace harrier
