// Describes steps, failures and hangs.
#include "explore/narrate.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/parts.hpp"
#include "explore/walk.hpp"

namespace harrier {

StepText describe_next(Program& program, const Trace& trace, MessageId message) {
  const Narrator& narrator = narrator_of(program);
  StepText step;
  step.number = trace.size() + 1;
  step.message = message;
  step.from = narrator.sender_name(message);
  step.to = narrator.actor_name(trace.receiver(message));
  step.text = narrator.message_text(message);
  return step;
}

StepText describe_step(Program& program, const Trace& trace, const StepReport& report) {
  const Narrator& narrator = narrator_of(program);
  StepText step = describe_next(program, trace, report.message);
  step.number = trace.size();
  const Meeting meeting = narrator.meeting(report.message);
  step.text += meeting.text;
  step.meeting.number = meeting.number;
  for (const ActorId actor : meeting.actors) {
    step.meeting.actors.push_back(narrator.actor_name(actor));
  }
  for (const Choice& choice : report.choices) step.choices.push_back(choice.value);
  for (std::uint32_t i = 0; i < report.created_count; ++i) {
    step.effects.push_back(
        Effect::creates(narrator.actor_name(ActorId(report.first_created.index() + i))));
  }
  for (std::uint32_t i = 0; i < report.receivers.size(); ++i) {
    const MessageId sent(report.first_sent.index() + i);
    const ActorId receiver = report.receivers[i];
    std::string text = narrator.message_text(sent);
    if (text.empty()) continue;  // it may come to be sent later
    // A step that resumes is pending only once the replies it waits for are there.
    const bool waits =
        receiver == report.actor && (std::ranges::count(program.pending(), sent) == 0 ||
                                     standing_of(program).hold(sent) != Hold::none);
    step.effects.push_back(waits ? Effect::waits()
                                 : Effect::sends(std::move(text), narrator.actor_name(receiver)));
  }
  if (report.ended && report.failure == nullptr) step.effects.push_back(Effect::ends());
  if (report.failure != nullptr) {
    step.failure = StepFailure{kind_of(report.failure->kind), report.failure->text};
  }
  return step;
}

FailedStep describe_failure(Program& program, const Trace& trace, const StepReport& report) {
  const Narrator& narrator = narrator_of(program);
  return {.failure = *report.failure,
          .actor = narrator.actor_name(report.actor),
          .message = narrator.message_text(report.message),
          .number = trace.size()};
}

Hang describe_hang(Program& program, const Trace& trace, Schedule schedule, Unreturned::What what) {
  Hang hang;
  hang.what = what;
  hang.schedule = std::move(schedule);
  if (what != Unreturned::What::handler) return hang;
  if (const MessageId message = program.executing()) {
    const Narrator& narrator = narrator_of(program);
    hang.actor = narrator.actor_name(trace.receiver(message));
    hang.message = narrator.message_text(message);
  } else {
    hang.what = Unreturned::What::copy;  // what comes before and after the handler itself
  }
  return hang;
}

}  // namespace harrier
