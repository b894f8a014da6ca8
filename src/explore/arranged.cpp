// Executions in which interchangeable actors have changed places.
#include "explore/arranged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/parts.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

[[noreturn]] void refuse(Program& first, const Trace& trace, std::size_t event,
                         std::string_view what) {
  const Narrator& narrator = narrator_of(first);
  const std::string step =
      event < trace.size()
          ? fmt::format("in step {}, {} on {}", event + 1, narrator.actor_name(trace[event].actor),
                        narrator.message_text(trace[event].message))
          : fmt::format("after {} steps", trace.size());
  throw UsageError(fmt::format(
      "actors that are said to be interchangeable do not do the same once they change places: {}, "
      "{}; something depends on who is who other than by references",
      step, what));
}

/// Finds the message that stands for one of another arrangement: the one that was sent in its
/// place, or another that does the same.
std::optional<MessageId> counterpart(Program& program, std::uint64_t content, MessageId expected) {
  std::vector<MessageId> enabled;
  program.enabled(enabled);
  const auto is_it = [&](MessageId one) { return program.fingerprints()->content(one) == content; };
  if (std::ranges::find(enabled, expected) != enabled.end() && is_it(expected)) return expected;
  const auto found = std::ranges::find_if(enabled, is_it);
  return found != enabled.end() ? std::optional(*found) : std::nullopt;
}

}  // namespace

const Trace& ArrangedRuns::run(Program& first, const Trace& trace, const Arrangement& arrangement,
                               const std::function<void()>& before_each) {
  again_.emplace(*program_);
  Arrangements& of_first = *first.fingerprints()->arrangements();
  for (std::size_t event = 0; event < trace.size(); ++event) {
    before_each();
    const Event& before = trace[event];
    // What a step sends has the same numbers, but where the set-up sent it.
    const std::optional<MessageId> message =
        counterpart(*program_, of_first.content(before.message, arrangement), before.message);
    if (!message) refuse(first, trace, event, "which is not possible there");
    try {
      again_->execute(*message, trace.choices(event));
    } catch (const NondeterminismError&) {
      refuse(first, trace, event, "which chooses something else there");
    }
    const Event& now = again_->trace()[event];
    if (before.sent_count != now.sent_count || before.created_count != now.created_count ||
        before.failed != now.failed || before.ended != now.ended ||
        !std::ranges::equal(trace.choices(event), again_->trace().choices(event))) {
      refuse(first, trace, event, "which does something else there");
    }
  }
  Arrangements& now = *program_->fingerprints()->arrangements();
  if (now.state({}) != of_first.state(arrangement)) {
    refuse(first, trace, trace.size(), "the state is another");
  }
  return again_->trace();
}

}  // namespace harrier
