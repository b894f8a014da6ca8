// The public calls: explore a program, replay one schedule.
#include "harrier/check.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "explore/explorer.hpp"
#include "explore/narrate.hpp"

namespace harrier {

namespace {

Violation as_violation(const Finding& finding, const Schedule& schedule) {
  Violation violation;
  violation.kind = finding.kind;
  violation.message = finding.message;
  violation.details = finding.details;
  violation.schedule = schedule;
  return violation;
}

std::string pending_text(Program& program) {
  std::string text;
  for (const MessageId message : program.pending()) {
    text += (text.empty() ? "" : ", ") + std::to_string(message.value) + " (" +
            program.message_text(message) + " to " +
            program.actor_name(program.origin(message).receiver) + ")";
  }
  return text.empty() ? "nothing is pending" : "pending are " + text;
}

/// Executes one scheduled step, or says why the schedule does not fit.
const StepReport& execute_scheduled(Program& program, const ScheduledStep& step,
                                    std::size_t number) {
  const std::string where = "the schedule does not fit the program at its step " +
                            std::to_string(number) + ": message " +
                            std::to_string(step.message.value);
  const std::span<const MessageId> pending = program.pending();
  if (std::find(pending.begin(), pending.end(), step.message) == pending.end()) {
    throw UsageError(where + " is not pending; " + pending_text(program));
  }
  if (program.hold(step.message) != Hold::none) {
    throw UsageError(where + " cannot be delivered: " + hold_text(program, step.message));
  }
  std::vector<Choice> choices;
  for (const std::uint32_t value : step.choices) choices.push_back({value, 0});
  const StepReport* report = nullptr;
  try {
    report = &program.execute(step.message, choices);
  } catch (const NondeterminismError& error) {
    throw UsageError(where + ": " + error.what());
  }
  if (report->choices.size() != step.choices.size() && !step.choices.empty()) {
    throw UsageError(where + " chooses " + std::to_string(report->choices.size()) + " times, not " +
                     std::to_string(step.choices.size()));
  }
  return *report;
}

void examine_end(Program& program, const CheckOptions& options, const Schedule& schedule,
                 ReplayResult& result) {
  if (const std::optional<Failure> failure = program.check_end()) {
    result.violations.push_back(as_violation(end_check_finding(program, *failure), schedule));
  }
  const std::vector<Finding> findings = blocked_actors(program, options.environment);
  for (const Finding& finding : findings) {
    result.violations.push_back(as_violation(finding, schedule));
  }
  if (!findings.empty() || options.undelivered != Undelivered::error) return;
  for (const Finding& finding : undelivered_messages(program)) {
    result.violations.push_back(as_violation(finding, schedule));
  }
}

}  // namespace

ProgramOptions program_options(const CheckOptions& options, Backtrack backtrack) {
  return {.backtrack = backtrack,
          .dependence = options.dependence,
          .delivery = options.delivery,
          .audit = options.audit};
}

CheckResult check(const ProgramFactory& make, const CheckOptions& options) {
  return Explorer(make, options).run();
}

CheckResult check(const std::function<void(System&)>& setup, const CheckOptions& options) {
  return check([&](const ProgramOptions& how) { return make_program(setup, how); }, options);
}

ReplayResult replay(const ProgramFactory& make, const Schedule& schedule,
                    const CheckOptions& options) {
  const std::unique_ptr<Program> program = make(program_options(options, Backtrack::replay));
  ReplayResult result;
  const auto fail = [&](const ProgramError& error) {
    result.violations.push_back(as_violation(program_error_finding(error), schedule));
  };
  try {
    program->start();
  } catch (const ProgramError& error) {
    fail(error);
    return result;
  }
  for (const ScheduledStep& step : schedule.steps) {
    const std::size_t number = result.steps.size() + 1;
    const StepReport& report = execute_scheduled(*program, step, number);
    result.steps.push_back(describe_step(*program, report, number));
    if (report.failure != nullptr) {
      result.violations.push_back(
          as_violation(describe_failure(*program, report, number), schedule));
    }
  }
  std::vector<MessageId> enabled;
  program->enabled(enabled);
  result.maximal = enabled.empty();
  for (const MessageId message : program->pending()) {
    result.pending.push_back(program->message_text(message) + " to " +
                             program->actor_name(program->origin(message).receiver) + ": " +
                             hold_text(*program, message));
  }
  if (result.maximal) examine_end(*program, options, schedule, result);
  try {
    program->start();  // takes everything down, as an exploration would
  } catch (const ProgramError& error) {
    fail(error);
  }
  return result;
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::violation:
      return "violation";
    case Verdict::incomplete:
      return "incomplete";
    case Verdict::nondeterminism:
      return "nondeterminism";
  }
  return "";
}

}  // namespace harrier
