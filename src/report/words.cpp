// The words for what happens in executions and for what is wrong with them.
#include <fmt/format.h>

#include "base/text.hpp"
#include "harrier/check.hpp"

namespace harrier {

namespace {

std::string failure_text(FailureKind kind, const std::string& text) {
  return to_string(StepFailure{kind_of(kind), text});
}

std::string mailbox_text(const WaitingMessages& mailbox) {
  std::vector<std::string> texts;
  for (const WaitingMessage& message : mailbox) {
    texts.push_back(fmt::format("{} ({})", message.text, to_string(message.hold)));
  }
  return fmt::format("[{}]", base::join(texts));
}

std::string actor_text(const ActorView& actor) {
  std::string text = actor.name;
  if (actor.failed) {
    text += " has failed";
  } else if (actor.activity == Activity::ended) {
    text += " has ended";
  } else if (actor.activity == Activity::idle) {
    text += " is idle";
  } else {
    text += " waits";
    if (!actor.waits_for.empty()) text += " for " + actor.waits_for;
  }
  if (!actor.state.empty()) text += ", state " + actor.state;
  if (actor.mailbox) text += ", mailbox " + mailbox_text(*actor.mailbox);
  return text;
}

/// Says what is wrong, in one line.
struct Wording {
  std::string operator()(const FailedStep& found) const {
    return fmt::format("{} ({} on {}, step {})",
                       failure_text(found.failure.kind, found.failure.text), found.actor,
                       found.message, found.number);
  }

  std::string operator()(const FailedProgram& found) const { return found.failure.text; }

  std::string operator()(const FailedEndCheck& found) const {
    return "the check of the end state failed: " + found.failure.text;
  }

  std::string operator()(const WaitingCycle& found) const {
    std::vector<std::string> around = found.actors;
    around.push_back(found.actors.front());
    return fmt::format("deadlock{}: {}", found.of_calls ? " among calls" : "",
                       base::join(around, " waits for "));
  }

  std::string operator()(const WaitingActor& found) const {
    std::string text = fmt::format("deadlock: {} waits for {}", found.actor, found.waits_for);
    if (found.for_ended) text += ", which has ended";
    if (found.mailbox) text += ", with mailbox " + mailbox_text(*found.mailbox);
    if (found.others > 0) text += fmt::format("; {} more wait", found.others);
    return text;
  }

  std::string operator()(const LeftActor& found) const {
    std::string text = found.actor;
    text += found.waits_for.empty() ? " is idle and has not ended" : " waits for ";
    text += found.waits_for;
    if (found.others > 0) text += fmt::format("; {} more actors are left", found.others);
    return text;
  }

  std::string operator()(const UndeliveredMessage& found) const {
    return fmt::format("{} from {} to {} is never delivered: {}", found.message, found.from,
                       found.to, to_string(found.hold));
  }

  std::string operator()(const Unreturned& found) const {
    return fmt::format(
        "{} has not returned after {}; it may run forever, or wait for something outside the "
        "program (--step-seconds-max waits longer)",
        unreturned_text(found), base::short_seconds_text(found.seconds));
  }

  std::string operator()(const CrashedProgram& found) const {
    return "the program crashed: " + found.cause;
  }

  std::string operator()(const EndlessRun& found) const {
    const std::string never =
        found.property.empty() ? "" : fmt::format(" without '{}' ever holding", found.property);
    if (found.cycle_steps == 0) return fmt::format("an execution ends{}", never);
    const std::string which = found.cycle_steps == 1
                                  ? fmt::format("step {}", found.cycle_from + 1)
                                  : fmt::format("steps {} to {}", found.cycle_from + 1,
                                                found.cycle_from + found.cycle_steps);
    return fmt::format("an execution never ends{}: {} again and again", never, which);
  }

 private:
  static std::string unreturned_text(const Unreturned& found) {
    switch (found.what) {
      case Unreturned::What::setup:
        return "the set-up";
      case Unreturned::What::handler:
        return fmt::format("the handler of {} in {}", found.message, found.actor);
      case Unreturned::What::guard:
        return "a constraint or an awaited condition, asked for after these steps,";
      case Unreturned::What::end_check:
        return "the check of the end state";
      case Unreturned::What::text:
        return "what shows the actors and messages";
      case Unreturned::What::copy:
        return "the copy or the destructor of an actor";
      case Unreturned::What::some_step:
        return "a step of this execution";
    }
    return {};
  }
};

}  // namespace

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
  return {};
}

std::string_view to_string(DeliveryModel delivery) {
  switch (delivery) {
    case DeliveryModel::bag:
      return "bag";
    case DeliveryModel::fifo:
      return "fifo";
    case DeliveryModel::causal:
      return "causal";
    case DeliveryModel::mailbox:
      return "mailbox";
  }
  return {};
}

std::string_view to_string(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::check:
      return "check";
    case ViolationKind::exception:
      return "exception";
    case ViolationKind::misuse:
      return "misuse";
    case ViolationKind::deadlock:
      return "deadlock";
    case ViolationKind::stuck:
      return "stuck";
    case ViolationKind::undelivered:
      return "undelivered";
    case ViolationKind::end_check:
      return "end-check";
    case ViolationKind::hang:
      return "hang";
    case ViolationKind::crash:
      return "crash";
    case ViolationKind::endless:
      return "endless";
  }
  return {};
}

std::string_view to_string(Hold hold) {
  switch (hold) {
    case Hold::none:
      return "deliverable";
    case Hold::ended:
      return "the receiver has ended";
    case Hold::blocked:
      return "the receiver waits for a reply";
    case Hold::guard:
      return "the receiver does not accept it in its state";
    case Hold::order:
      return "an earlier message must be delivered first";
  }
  return {};
}

std::string to_string(const Effect& effect) {
  switch (effect.kind) {
    case Effect::Kind::creates:
      return "creates " + effect.actor;
    case Effect::Kind::sends:
      return fmt::format("sends {} to {}", effect.message, effect.actor);
    case Effect::Kind::waits:
      return "waits";
    case Effect::Kind::ends:
      return "ends";
  }
  return {};
}

std::string to_string(const StepFailure& failure) {
  switch (failure.kind) {
    case ViolationKind::check:
      return "check failed: " + failure.text;
    case ViolationKind::hang:
      return "does not return";
    case ViolationKind::crash:
      return "crashes";
    default:
      return fmt::format("{}: {}", to_string(failure.kind), failure.text);
  }
}

std::string to_string(const PendingMessage& pending) {
  return fmt::format("{} to {}: {}", pending.text, pending.to, to_string(pending.hold));
}

namespace {

/// Tells whether a text names a place in the source: "file:line".
bool names_place(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    const bool is_number =
        colon + 1 < text.size() && text[colon + 1] >= '0' && text[colon + 1] <= '9';
    if (colon != 0 && text[colon - 1] != ' ' && is_number) return true;
  }
  return false;
}

/// Says what those wait for who wait for each other, where that names places; of the first few.
std::string places_text(const WaitingCycle& cycle, std::span<const ActorView> views) {
  constexpr std::size_t shown_max = 3;
  std::string text;
  for (std::size_t i = 0; i < cycle.actors.size(); ++i) {
    if (i == shown_max) {
      return text + fmt::format("; {} more wait", cycle.actors.size() - i);
    }
    const auto view = std::ranges::find(views, cycle.actors[i], &ActorView::name);
    if (view == views.end() || !names_place(view->waits_for)) return {};
    text += fmt::format("; {} waits for {}", view->name, view->waits_for);
  }
  return text;
}

}  // namespace

std::string Violation::message() const {
  std::string text = std::visit(Wording{}, finding);
  const auto* const cycle = std::get_if<WaitingCycle>(&finding);
  if (cycle != nullptr && !cycle->of_calls) text += places_text(*cycle, actors);
  return text;
}

std::vector<std::string> Violation::details() const {
  std::vector<std::string> lines;
  for (const ActorView& actor : actors) lines.push_back(actor_text(actor));
  return lines;
}

namespace {

/// Says what ended an exploration.
std::string reason_of(const CheckResult& result) {
  switch (result.incomplete.why) {
    case Incomplete::Why::none:
      return {};
    case Incomplete::Why::interrupted:
      return "interrupted";
    case Incomplete::Why::seconds_max:
      return "the time bound was reached";
    case Incomplete::Why::executions_max:
      return fmt::format("the bound of {} executions was reached", result.incomplete.bound);
    case Incomplete::Why::depth_max:
      return fmt::format("{} executions were cut at depth {}", result.incomplete.cut,
                         result.incomplete.bound);
    case Incomplete::Why::first_violation:
      return "stopped at the first violation";
    case Incomplete::Why::covers_part:
      return "explored are only " + result.coverage.which;
    case Incomplete::Why::differs:
      return fmt::format("step {}: {}", result.incomplete.step, result.incomplete.what);
    case Incomplete::Why::not_confirmed:
      return "the violation does not show again when its schedule is replayed: " +
             result.violations.at(result.incomplete.violation).message();
    case Incomplete::Why::too_long:
      return fmt::format(
          "an execution goes on beyond {} steps; if it never ends, --depth-max cuts such "
          "executions",
          base::grouped(result.incomplete.bound));
    case Incomplete::Why::memory:
      return "there is no more memory; --depth-max, --executions-max and smaller arguments need "
             "less";
    case Incomplete::Why::states_full:
      return "there is no more room for states; --memory-max gives more";
    case Incomplete::Why::hang:
      return "a step did not return";
    case Incomplete::Why::computes:
      return fmt::format("a step went on for more than {}; --step-seconds-max gives it more time",
                         result.incomplete.what);
    case Incomplete::Why::crash:
      return "the program crashed";
  }
  return {};
}

}  // namespace

std::string CheckResult::incomplete_reason() const {
  std::string reason = reason_of(*this);
  const bool was_cut = incomplete.cut > 0 && incomplete.why != Incomplete::Why::depth_max;
  if (was_cut) {
    reason += fmt::format(
        ", and {} that were longer than {} steps were cut there (--depth-max cuts elsewhere)",
        base::counted(incomplete.cut, "execution"), base::grouped(depth_max));
  }
  return reason;
}
}  // namespace harrier
