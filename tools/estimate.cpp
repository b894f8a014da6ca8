// `harrier estimate`: how many classes of executions there are likely to be, and how long they
// take.
#include "harrier/estimate.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "report/searches.hpp"
#include "tools/commands.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/interrupt.hpp"
#include "tools/json.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr double probing_seconds = 1;
constexpr double exploring_seconds = 0.5;

/// Explores for a moment, to see how fast that is.
CheckResult explore_a_little(const ChosenProgram& program, CheckOptions options) {
  options.keep_going = true;
  options.draws = false;
  options.executions_max = 0;
  options.seconds_max = exploring_seconds;
  return check(program.factory(), options);
}

/// Says how long something takes, roughly: `3 min`, `2.1 x 10^4 years`.
std::string duration_text(double seconds) {
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  constexpr double day = 24 * hour;
  constexpr double year = 365 * day;
  for (const Unit unit :
       {Unit{year, "years"}, Unit{day, "days"}, Unit{hour, "h"}, Unit{minute, "min"}}) {
    if (seconds >= 2 * unit.seconds) {
      return fmt::format("{} {}", base::about(seconds / unit.seconds), unit.name);
    }
  }
  return seconds < 1 ? "less than a second" : fmt::format("{} s", base::about(seconds));
}

std::string text_of(const ChosenProgram& program, const Estimate& estimate,
                    const CheckResult& explored) {
  const std::string& name = program.definition->name;
  if (explored.complete) {
    return fmt::format(
        "exact: {} has {} of executions; all of them were explored in {}\n", name,
        explored.executions == 1 ? "one class" : base::grouped(explored.executions) + " classes",
        base::seconds_text(explored.seconds));
  }
  std::string text = fmt::format(
      "estimate: {} has about {} classes of executions ({}), from {} in {}\n", name,
      base::about(estimate.classes), report_detail::interval_text(estimate),
      base::counted(estimate.probes, "random execution"), base::seconds_text(estimate.seconds));
  if (estimate.cut > 0) {
    text += fmt::format(
        "note: {} of them were cut after {} steps, so classes are told apart up to there; "
        "--depth-max cuts elsewhere\n",
        base::grouped(estimate.cut), base::grouped(estimate.depth_max));
  }
  const double rate = static_cast<double>(explored.executions) / explored.seconds;
  if (explored.executions > 0) {
    text += fmt::format("exploring all of them takes about {} at {} executions/s\n",
                        duration_text(estimate.classes / rate),
                        base::grouped(static_cast<std::uint64_t>(rate)));
  }
  return text;
}

}  // namespace

Status run_estimate(const CommandLine& line) {
  const ChosenProgram program = choose_program(line);
  CheckOptions options = check_options(line);
  const InterruptGuard interrupt;
  options.interrupt = interrupt.flag();
  const EstimateOptions effort{.probes_max = options.executions_max,
                               .seconds_max = line.has("seconds-max") || options.executions_max != 0
                                                  ? options.seconds_max
                                                  : probing_seconds};
  const ReportOptions reporting = report_options(line, program);
  const ExplorationGuard guard(program, options, [&](const CheckResult& result) {
    return report(result, options, reporting);
  });
  // Small programs need no estimate.
  const CheckResult explored = explore_a_little(program, options);
  Estimate estimated;
  if (explored.complete) {
    estimated.classes = estimated.low = estimated.high = static_cast<double>(explored.executions);
    estimated.confidence = 1;
    estimated.seconds = explored.seconds;
  } else {
    estimated = estimate(program.factory(), options, effort);
  }
  print(line.has("json") ? json_text(estimate_to_json(program, options, estimated))
                         : text_of(program, estimated, explored));
  return Status::ok;
}

}  // namespace harrier::tools
