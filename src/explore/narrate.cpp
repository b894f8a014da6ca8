// Puts steps, failures and hangs into words, and compares two runs of one trace.
#include "explore/narrate.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace harrier {

namespace {

const char* kind_text(FailureKind kind) {
  switch (kind) {
    case FailureKind::check:
      return "check";
    case FailureKind::exception:
      return "exception";
    case FailureKind::misuse:
      return "misuse";
  }
  return "";
}

std::string failure_text(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::check:
      return "check failed: " + failure.text;
    case FailureKind::exception:
      return "exception: " + failure.text;
    case FailureKind::misuse:
      return "misuse: " + failure.text;
  }
  return failure.text;
}

std::string step_text(const Program& program, MessageId message) {
  return program.actor_name(program.origin(message).receiver) + " on " +
         program.message_text(message);
}

}  // namespace

StepText describe_step(Program& program, const StepReport& report, std::size_t number) {
  StepText step;
  step.number = number;
  step.message = report.message;
  step.from = program.sender_name(report.message);
  step.to = program.actor_name(report.actor);
  step.text = program.message_text(report.message);
  for (const Choice& choice : report.choices) step.choices.push_back(choice.value);
  for (std::uint32_t i = 0; i < report.created_count; ++i) {
    step.effects.push_back("creates " +
                           program.actor_name(ActorId(report.first_created.index() + i)));
  }
  for (std::uint32_t i = 0; i < report.sent_count; ++i) {
    const MessageId sent(report.first_sent.index() + i);
    const ActorId receiver = program.origin(sent).receiver;
    if (program.message_text(sent).empty()) continue;  // it may come to be sent later
    // A step that resumes is pending only once the replies it waits for are there.
    const bool waits =
        receiver == report.actor &&
        (std::ranges::count(program.pending(), sent) == 0 || program.hold(sent) != Hold::none);
    step.effects.push_back(waits ? "waits"
                                 : "sends " + program.message_text(sent) + " to " +
                                       program.actor_name(receiver));
  }
  if (report.ended && report.failure == nullptr) step.effects.emplace_back("ends");
  if (report.failure != nullptr) step.failure = failure_text(*report.failure);
  return step;
}

Finding describe_failure(Program& program, const StepReport& report, std::size_t number) {
  return {kind_text(report.failure->kind),
          failure_text(*report.failure) + " (" + step_text(program, report.message) + ", step " +
              std::to_string(number) + ")",
          describe_actors(program)};
}

Finding end_check_finding(Program& program, const Failure& failure) {
  return {failure.kind == FailureKind::check ? "end-check" : kind_text(failure.kind),
          "the check of the end state failed: " + failure.text, describe_actors(program)};
}

Finding program_error_finding(const ProgramError& error) {
  return {kind_text(error.kind()), error.what(), {}};
}

Hang describe_hang(Program& program, Schedule schedule, const Progress& progress, double seconds) {
  Hang hang;
  hang.schedule = std::move(schedule);
  hang.progress = progress;
  hang.seconds = seconds;
  if (const MessageId message = program.executing()) {
    hang.actor = program.actor_name(program.origin(message).receiver);
    hang.message = program.message_text(message);
    hang.schedule.steps.push_back({message, {}});
  }
  return hang;
}

void compare_with_fresh_run(Program& program, const Trace& trace, Program& fresh) {
  fresh.start();
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    const StepReport& report = fresh.execute(event.message, trace.choices(event));
    if (!same_effects(trace, event, report)) {
      throw NondeterminismError(
          i, step_text(fresh, event.message) + " did something else when it was executed again");
    }
  }
  const auto compare = [](std::size_t step, const std::string& what, const std::string& before,
                          const std::string& now) {
    if (before == now) return;
    throw NondeterminismError(step, what + " " + before + ", and when executed again " + now);
  };
  for (std::size_t i = 0; i < program.message_count(); ++i) {
    const MessageId sent(i);
    const EventId by = program.origin(sent).sent_by;
    const auto shown = [sent](Program& run) {
      return run.message_text(sent) + " to " + run.actor_name(run.origin(sent).receiver);
    };
    compare(
        by ? by.index() : 0,
        (by ? step_text(fresh, trace[by.index()].message) : std::string("the set-up")) + " sent",
        shown(program), shown(fresh));
  }
  for (std::size_t i = 0; i < program.actor_count(); ++i) {
    compare(trace.empty() ? 0 : trace.size() - 1,
            program.actor_name(ActorId(i)) + " ended in state", program.actor_text(ActorId(i)),
            fresh.actor_text(ActorId(i)));
  }
}

}  // namespace harrier
