// What is wrong with an execution at its end.
#include "certificate/end.hpp"

#include <fmt/format.h>

#include <vector>

namespace harrier::certificate {

namespace {

/// Says what is wrong with how an actor stands; empty for nothing.
std::string wrong_with(Standing& standing, ActorId actor, Environment environment) {
  switch (standing.activity(actor)) {
    case Activity::ended:
      return {};
    case Activity::calling:
    case Activity::awaiting:
      return "waits for a reply that never comes";
    case Activity::waiting:
      if (environment == Environment::custom && standing.may_be_left(actor)) return {};
      return "waits for ever";
    case Activity::idle:
      if (environment == Environment::total) return {};
      if (environment == Environment::custom && standing.may_be_left(actor)) return {};
      return "is left";
  }
  return {};
}

std::string undelivered_in(Run& run) {
  Program& program = run.program();
  for (const MessageId message : program.pending()) {
    if (program.standing()->may_be_undelivered(message)) continue;
    const std::string text = program.narrator()->message_text(message);
    if (text.empty() || program.standing()->continues(message)) continue;
    return text + " is never delivered";
  }
  return {};
}

}  // namespace

std::string wrong_at_end(Run& run, Environment environment, Undelivered undelivered) {
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (run[i].failed) return fmt::format("step {} fails", i + 1);
  }
  Standing* const standing = run.program().standing();
  if (standing == nullptr) return {};
  if (const std::optional<Failure> failure = standing->check_end()) return failure->text;
  for (std::size_t i = 0; i < run.actor_count(); ++i) {
    const std::string wrong = wrong_with(*standing, ActorId(i), environment);
    if (!wrong.empty()) {
      return fmt::format("{} {}", run.program().narrator()->actor_name(ActorId(i)), wrong);
    }
  }
  if (undelivered != Undelivered::error) return {};
  for (const Failure& remark : standing->remarks()) return remark.text;
  return undelivered_in(run);
}

}  // namespace harrier::certificate
