// `harrier minimise`: makes one execution that violates something as short as it can be.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text.hpp"
#include "property/groups.hpp"
#include "tools/check_run.hpp"
#include "tools/commands.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/replay_request.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

/// Runs the execution; throws UsageError unless it violates something.
CheckResult run_once(const ReplayRequest& request) {
  ReplayResult replayed = replay(request.program.factory(), request.schedule, request.options);
  if (replayed.violations.empty()) {
    throw UsageError(
        fmt::format("this execution of {} violates nothing, so there is nothing to make short{}",
                    base::counted(request.schedule.steps.size(), "step"),
                    replayed.maximal ? "" : "; it is not at its end either"));
  }
  CheckResult result;
  result.verdict = Verdict::violation;
  result.incomplete.why = Incomplete::Why::first_violation;
  result.executions = 1;
  result.steps = result.depth_max = replayed.steps.size();
  result.violations.push_back(std::move(replayed.violations.front()));
  result.violations.front().steps = std::move(replayed.steps);
  return result;
}

/// Looks for smaller arguments with which something violates the same.
class SmallerArguments {
 public:
  SmallerArguments(ReplayRequest& request, CheckResult& result, double seconds_max,
                   const std::atomic<bool>* interrupt)
      : request_(request),
        result_(result),
        group_(group_of(result.violations.front().finding)),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(seconds_max))),
        interrupt_(interrupt) {}

  void find() {
    for (bool changed = true; changed && has_time();) {
      changed = false;
      for (const Parameter& parameter : request_.program.definition->parameters) {
        if (parameter.is_number()) changed |= shrink(parameter);
      }
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool has_time() const { return Clock::now() < end_ && !(interrupt_ != nullptr && *interrupt_); }

  /// Takes the smallest value of one argument that will do; returns whether there is one.
  bool shrink(const Parameter& parameter) {
    const std::int64_t now =
        base::parse_integer(request_.program.arguments.word(parameter.name)).value_or(0);
    for (const std::int64_t value : smaller_values(parameter.min, now)) {
      if (!has_time()) return false;
      if (violates_with(parameter.name, value)) return true;
    }
    return false;
  }

  /// Lists the values to try, the smallest first: all of few, some of many.
  static std::vector<std::int64_t> smaller_values(std::int64_t min, std::int64_t now) {
    constexpr std::int64_t all_max = 8;
    std::vector<std::int64_t> values;
    for (std::int64_t value = min; value < now && value < min + all_max; ++value) {
      values.push_back(value);
    }
    for (std::int64_t gap = (now - min) / 2; gap > 0 && now - gap >= min + all_max; gap /= 2) {
      values.push_back(now - gap);
    }
    return values;
  }

  /// Explores the program with another argument, for a share of the time.
  bool violates_with(const std::string& name, std::int64_t value) {
    constexpr double share = 4;
    std::vector<std::string> given;
    for (const auto& [key, word] : request_.program.arguments.values()) {
      if (key != name) given.push_back(fmt::format("{}={}", key, word));
    }
    given.push_back(fmt::format("{}={}", name, value));
    ChosenProgram program;
    CheckOptions options = request_.options;
    options.keep_going = true;
    options.draws = false;
    options.interrupt = interrupt_;
    options.seconds_max = std::chrono::duration<double>(end_ - Clock::now()).count() / share;
    CheckResult found;
    try {
      program = choose_program(request_.program.definition->name, std::move(given));
      found = check(program.factory(), options);
    } catch (const UsageError&) {
      return false;  // such a program does not exist
    }
    for (Violation& violation : found.violations) {
      if (group_of(violation.finding) != group_) continue;
      violation.count = 1;
      violation.count_stopped = false;
      result_.violations.front() = std::move(violation);
      request_.program = std::move(program);
      return true;
    }
    return false;
  }

  ReplayRequest& request_;
  CheckResult& result_;
  const std::string group_;
  const Clock::time_point end_;
  const std::atomic<bool>* const interrupt_;
};

/// Says which arguments were changed.
std::string changes_text(const ChosenProgram& before, const ChosenProgram& now) {
  std::vector<std::string> changes;
  for (const auto& [name, value] : now.arguments.values()) {
    const std::string& old = before.arguments.word(name);
    if (old != value) changes.push_back(fmt::format("{}={} instead of {}", name, value, old));
  }
  if (changes.empty()) return "arguments: no smaller ones were found\n";
  return fmt::format("arguments: {}\n", base::join(changes));
}

}  // namespace

Status run_minimise(const CommandLine& line) {
  ReplayRequest request = replay_request(line);
  const InterruptGuard interrupt;
  find_schedule(request);
  CheckResult result = run_once(request);
  std::string text;
  if (line.has("arguments")) {
    const ChosenProgram before = request.program;
    const ExplorationGuard guard(request.program, request.options, [&](const CheckResult& found) {
      return report(found, request.options, report_options(line));
    });
    SmallerArguments(request, result, 10 * seconds_of(line.value("explain-seconds-max")),
                     interrupt.flag())
        .find();
    text = changes_text(before, request.program);
  }
  CheckRun run(line, request.program, request.options);
  run.explain(result, interrupt);
  if (!line.has("json")) text = report(result.violations.front(), run.reporting()) + text;
  run.publish(result, line.has("json") ? run.tell(result) : text);
  return Status::violation;
}

}  // namespace harrier::tools
