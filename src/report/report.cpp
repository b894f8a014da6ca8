// Says in words what an exploration or a replay established, and what to type next.
#include "harrier/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"
#include "explore/estimate.hpp"
#include "report/canvas.hpp"
#include "report/searches.hpp"
#include "report/steps.hpp"
#include "report/writer.hpp"

namespace harrier {

namespace {

using base::counted;
using report_detail::Style;
using report_detail::Writer;

void add_replay(Writer& out, const Violation& violation, const ReportOptions& options) {
  if (options.replay_line) {
    out.headline("replay", Style::strong, options.replay_line(violation));
  } else {
    out.headline("schedule", Style::strong, violation.schedule.text());
  }
}

/// Says what is wrong, and in how many executions where it is more than one.
std::string counted_message(const Violation& violation) {
  if (violation.count == 1 && !violation.count_stopped) return violation.message();
  return fmt::format("{}; in {}{}", violation.message(), violation.count_stopped ? "at least " : "",
                     counted(violation.count, "execution"));
}

void add_violation(Writer& out, const Violation& violation, const ReportOptions& options,
                   bool with_diagram) {
  out.headline("violation", Style::bad, counted_message(violation));
  if (with_diagram) {
    for (const std::string& detail : violation.details()) out.indented(detail);
    out.block(diagram(violation.steps, options));
  }
  add_replay(out, violation, options);
  if (options.notes) out.add(options.notes(violation));
}

/// Names the bounds that ended the exploration, so that the reader can raise them.
void add_bounds_reached(Writer& out, const CheckResult& result, const CheckOptions& explored) {
  std::vector<std::string> names;
  if (explored.executions_max != 0 && result.executions >= explored.executions_max) {
    names.push_back(out.option("executions_max"));
  }
  if (explored.depth_max != 0 && result.depth_max >= explored.depth_max) {
    names.push_back(out.option("depth_max"));
  }
  if (explored.seconds_max > 0 && result.seconds >= explored.seconds_max) {
    names.push_back(out.option("seconds_max"));
  }
  if (names.empty()) return;
  out.tip(fmt::format("raise {} to explore more", base::join(names, " and ")));
}

/// Says where comparing states costs more than it saves.
void add_advice(Writer& out, const CheckResult& result) {
  if (!result.states || !result.estimate) return;
  if (!has_fewer_classes(*result.states, *result.estimate)) return;
  out.tip(
      fmt::format("there are about {} classes of executions, fewer than states: explore those, "
                  "without {}",
                  base::about(result.estimate->classes), out.option("states")));
}

/// Names the option that shares an exploration, where somebody has waited for it.
void add_threads(Writer& out, const CheckResult& result, const CheckOptions& explored,
                 const ReportOptions& options) {
  constexpr double long_seconds = 10;
  const bool wants_more = result.verdict == Verdict::ok || result.verdict == Verdict::incomplete ||
                          (result.verdict == Verdict::violation && explored.keep_going);
  if (options.threads < 2 || result.seconds < long_seconds || !wants_more) return;
  out.tip(
      fmt::format("one thread explored this; {} may be faster, for handlers that touch nothing but "
                  "their own actor",
                  out.option("jobs", std::to_string(options.threads))));
}

/// Returns the warnings of exceptions that somebody may have counted on not to come.
std::vector<const Violation*> unread_exceptions(const CheckResult& result) {
  std::vector<const Violation*> found;
  for (const Violation& warning : result.warnings) {
    if (warning.kind() == ViolationKind::exception) found.push_back(&warning);
  }
  return found;
}

/// Returns how many executions show that all were explored. Of bounds that follow one another that
/// is the last one: it repeats what those before have explored.
std::uint64_t executions_of_all(const CheckResult& result) {
  const auto last_bound =
      std::find_if(result.parts.rbegin(), result.parts.rend(),
                   [](const SearchPart& part) { return part.bound && part.ended; });
  return last_bound == result.parts.rend() ? result.executions : last_bound->executions;
}

void add_ok(Writer& out, const CheckResult& result, const ReportOptions& options) {
  const std::uint64_t executions = executions_of_all(result);
  std::string explored_all = fmt::format("every class of executions was explored, in {}",
                                         counted(executions, "execution"));
  if (result.coverage.kind == Coverage::Kind::every_execution) {
    explored_all = executions == 1 ? "there is one, and it was explored"
                                   : fmt::format("all {} were explored", base::grouped(executions));
  }
  if (result.coverage.kind == Coverage::Kind::every_state) {
    explored_all = fmt::format("all {} were explored", counted(result.states->distinct, "state"));
    if (!result.coverage.which.empty()) {
      explored_all += fmt::format(", compared but for {}", result.coverage.which);
    }
  }
  if (result.coverage.kind == Coverage::Kind::every_end) {
    explored_all = fmt::format("{} were explored, which come to every end",
                               counted(result.states->distinct, "state"));
  }
  const std::vector<const Violation*> unread = unread_exceptions(result);
  if (!unread.empty()) explored_all += ", but " + counted_message(*unread.front());
  if (unread.size() > 1) explored_all += fmt::format(", and {} more so", unread.size() - 1);
  if (!options.certificate.empty()) explored_all += "; certificate " + options.certificate;
  out.headline(
      "ok", Style::good,
      fmt::format("no violation in any execution of {}; {}", options.program, explored_all));
  add_advice(out, result);
}

void add_incomplete(Writer& out, const CheckResult& result, const CheckOptions& explored,
                    const ReportOptions& options) {
  std::string seen = "no violation so far";
  if (result.executions > 0) {
    seen = fmt::format("no violation in {} of {}", counted(result.executions, "execution"),
                       options.program);
  }
  if (explored.search.empty() || !result.seen || result.seen->distinct == 0) {
    out.headline("incomplete", Style::notice,
                 fmt::format("{}; {}, others were not explored", result.incomplete_reason(), seen));
    report_detail::add_estimate(out, result);
    add_advice(out, result);
  } else {
    out.headline("incomplete", Style::notice,
                 fmt::format("{}; {}; {}", report_detail::seen_text(result), seen,
                             result.incomplete_reason()));
    report_detail::add_searches(out, result, explored);
  }
  add_bounds_reached(out, result, explored);
}

void add_nondeterminism(Writer& out, const CheckResult& result, const CheckOptions& explored,
                        const ReportOptions& options) {
  out.headline("nondeterminism", Style::bad, result.incomplete_reason());
  for (const Violation& violation : result.violations) {
    add_violation(out, violation, options, false);
  }
  out.tip(
      "a handler may depend on its actor's state, its message and choose() alone; look for "
      "clocks, random numbers, globals, addresses, unordered containers and what actors share by "
      "pointers");
  if (!explored.audit) {
    out.tip(
        fmt::format("{} looks at every execution so, and not only at some", out.option("audit")));
  }
}

void add_violations(Writer& out, const CheckResult& result, const CheckOptions& explored,
                    const ReportOptions& options) {
  bool first = true;
  for (const Violation& violation : result.violations) {
    if (!first) out.line();
    add_violation(out, violation, options, first);
    first = false;
  }
  const bool went_on = std::ranges::none_of(result.violations, [](const Violation& violation) {
    return violation.kind() == ViolationKind::hang || violation.kind() == ViolationKind::crash;
  });
  if (!went_on) return;
  if (!explored.keep_going) {
    out.tip(fmt::format("the exploration stopped at this violation; {} explores the rest too",
                        out.option("keep_going")));
  } else if (!result.complete) {
    out.line();
    out.headline("incomplete", Style::notice,
                 fmt::format("{}; other executions were not explored", result.incomplete_reason()));
    add_bounds_reached(out, result, explored);
  }
}

void add_warnings(Writer& out, const CheckResult& result, const ReportOptions&) {
  bool told = false;
  const Violation* const in_verdict =
      result.verdict == Verdict::ok && !unread_exceptions(result).empty()
          ? unread_exceptions(result).front()
          : nullptr;
  for (const Violation& warning : result.warnings) {
    told |= warning.kind() != ViolationKind::exception;
    if (&warning != in_verdict) out.headline("warning", Style::notice, counted_message(warning));
  }
  if (told) {
    out.tip(fmt::format("{} makes this a violation and shows an execution; {} is silent about it",
                        out.option("undelivered", "error"), out.option("undelivered", "ignore")));
  }
}

/// How many pairs of messages the text names; the JSON has them all.
constexpr std::size_t races_shown_max = 10;

void add_races(Writer& out, const CheckResult& result) {
  if (result.races.empty()) {
    out.headline("races", Style::strong, "none");
    return;
  }
  std::uint64_t found = 0;
  std::uint64_t reversed = 0;
  std::vector<const RaceCount*> pairs;
  for (const RaceCount& race : result.races) {
    found += race.found;
    reversed += race.reversed;
    if (race.found != 0) pairs.push_back(&race);  // others conflict, with something between them
  }
  out.headline("races", Style::strong,
               fmt::format("{} found, {}", base::grouped(found), counted(reversed, "reversal")));
  for (std::size_t i = 0; i < std::min(pairs.size(), races_shown_max); ++i) {
    const RaceCount& race = *pairs[i];
    out.indented(fmt::format("{}: {} x {}, {}", race.field, race.first, race.second,
                             counted(race.reversed, "reversal")));
  }
  if (pairs.size() > races_shown_max) {
    out.indented("and " + counted(pairs.size() - races_shown_max, "more pair"));
  }
}

/// Says how much was executed again, to see that nothing is touched unrecorded.
void add_audited(Writer& out, const CheckResult& result, const CheckOptions& explored) {
  const bool all = explored.audit && result.verdict != Verdict::nondeterminism;
  const std::uint64_t audited = all ? result.executions : result.audited;
  if (audited == 0) return;
  out.headline("audited", Style::strong, counted(audited, "execution"));
}

std::string states_text(const CheckResult& result) {
  const StatesSeen& states = *result.states;
  return fmt::format(
      "{}, met {} more often, {}, {}, in {}; table of {:.1f} MB, {:.0f}% full, chance of a "
      "missed state below {:.1g}",
      counted(states.distinct, "state"), counted(states.met_again, "time"),
      counted(result.steps, "step"), counted(states.ends, "end"),
      base::seconds_text(result.seconds), static_cast<double>(states.bytes) / 1e6,
      100 * states.load, states.chance_of_omission());
}

/// Says how many executions samplers drew besides those that are counted.
std::string drawn_text(const DrawnBeside& drawn) {
  std::string text = "; drawn in between: " + counted(drawn.executions, "execution");
  if (drawn.found_by) text += ", the last one by " + *drawn.found_by + ", which found this";
  return text;
}

std::string totals_text(const CheckResult& result) {
  if (result.states) return states_text(result);
  std::string text = counted(result.executions, "execution");
  if (result.blocked > 0) text += ", " + base::grouped(result.blocked) + " blocked";
  if (result.infeasible > 0) text += ", " + base::grouped(result.infeasible) + " infeasible";
  text += ", " + counted(result.steps, "step");
  if (result.steps_replayed > 0) text += ", " + base::grouped(result.steps_replayed) + " replayed";
  text += ", in " + base::seconds_text(result.seconds);
  if (result.threads > 1) text += " with " + counted(result.threads, "thread");
  return result.drawn ? text + drawn_text(*result.drawn) : text;
}

}  // namespace

std::string report(const Violation& violation, const ReportOptions& options) {
  Writer out(options);
  add_violation(out, violation, options, true);
  return out.take();
}

std::string report(const CheckResult& result, const CheckOptions& explored,
                   const ReportOptions& options) {
  Writer out(options);
  switch (result.verdict) {
    case Verdict::ok:
      add_ok(out, result, options);
      break;
    case Verdict::violation:
      add_violations(out, result, explored, options);
      break;
    case Verdict::incomplete:
      add_incomplete(out, result, explored, options);
      break;
    case Verdict::nondeterminism:
      add_nondeterminism(out, result, explored, options);
      break;
  }
  add_threads(out, result, explored, options);
  add_warnings(out, result, options);
  if (explored.stats) {
    if (explored.search.empty()) add_races(out, result);
    if (!result.races.empty()) report_detail::add_orders_seen(out, result);
  }
  if (explored.stats || explored.audit) add_audited(out, result, explored);
  out.line(totals_text(result));
  return out.take();
}

std::string report(const ReplayResult& result, const ReportOptions& options) {
  return report_detail::report_with(result, {}, options);
}

std::string report_detail::report_with(const ReplayResult& result, const StepNotes& notes,
                                       const ReportOptions& options) {
  Writer out(options);
  ReportOptions all = options;
  all.steps_max = 0;
  std::string text = listed_steps(result.steps, all, true, notes);
  if (const std::string drawn = report_detail::drawn_diagram(result.steps, options);
      !drawn.empty()) {
    text += '\n' + drawn;
  }
  if (!text.empty()) text += '\n';

  for (const Violation& violation : result.violations) {
    out.headline("violation", Style::bad, violation.message());
    for (const std::string& detail : violation.details()) out.indented(detail);
  }
  if (result.violations.empty()) {
    const std::string steps = counted(result.steps.size(), "step");
    if (result.maximal) {
      out.headline("ok", Style::good,
                   fmt::format("no violation in this one execution of {}", steps));
    } else {
      out.headline(
          "ok", Style::good,
          fmt::format("no violation in these {}, but the execution goes on after them", steps));
    }
    for (const PendingMessage& pending : result.pending) {
      out.indented("pending: " + to_string(pending));
    }
  }
  return text + out.take();
}

bool environment_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = value;
    return locale.find("UTF-8") != std::string::npos || locale.find("utf8") != std::string::npos ||
           locale.find("UTF8") != std::string::npos || locale.find("utf-8") != std::string::npos;
  }
  return false;
}

}  // namespace harrier
