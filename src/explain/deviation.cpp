// Executions that leave a given one at some step and go on as it does where they can.
#include "explain/deviation.hpp"

#include <limits>
#include <span>
#include <utility>

#include "explore/replay.hpp"
#include "explore/walk.hpp"
#include "property/end_state.hpp"

namespace harrier {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
constexpr std::size_t steps_max = 100'000;

/// An execution whose steps are, as far as possible, those of another one.
class Follower {
 public:
  Follower(Program& program, const Trace& given)
      : program_(program),
        given_(given),
        execution_(program),
        delivered_by_(given.message_count(), none),
        here_(given.size(), none) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      delivered_by_[given[i].message.index()] = i;
    }
  }

  const Trace& trace() const { return execution_.trace(); }

  /// Executes the step that an event of the given execution is; false where it cannot be, or fails.
  bool follow(std::size_t event, std::span<const std::uint32_t> values) {
    const MessageId message = message_of(event);
    if (!message || !execution_.is_enabled(message)) return false;
    here_[event] = trace().size();
    return run(message, event, values);
  }

  /// Executes the next step as the given execution has it, or else the one sent first. Returns
  /// whether there was one that did not fail.
  enum class Gone : std::uint8_t { on, failed, at_end };
  Gone go_on() {
    enabled_.clear();
    program_.enabled(enabled_);
    if (enabled_.empty()) return Gone::at_end;
    MessageId message = enabled_.front();
    std::size_t event = none;
    for (const MessageId candidate : enabled_) {
      const std::size_t its = event_of(candidate);
      if (its >= event) continue;
      event = its;
      message = candidate;
    }
    if (event == none) return run(message, none, {}) ? Gone::on : Gone::failed;
    here_[event] = trace().size();
    return run(message, event, values_chosen(given_, event)) ? Gone::on : Gone::failed;
  }

 private:
  bool run(MessageId message, std::size_t event, std::span<const std::uint32_t> values) {
    given_of_.push_back(event);
    std::vector<Choice> choices = as_choices(values);
    for (Choice& choice : choices) choice.count = Choice::if_it_fits;
    return execution_.execute(message, choices).failure == nullptr;
  }

  /// Returns the message of an event of the given execution in this one, or none.
  MessageId message_of(std::size_t event) const {
    const EventId sender = given_[event].sent_by;
    if (!sender) return given_[event].message;
    const std::size_t by = here_[sender.index()];
    const std::size_t position = given_.message(given_[event].message).position;
    if (by == none || position >= trace()[by].sent_count) return {};
    return MessageId(trace()[by].first_sent.index() + position);
  }

  /// Returns the event of the given execution that delivers a message of this one, or none.
  std::size_t event_of(MessageId message) const {
    const Trace::Message& sent = trace().message(message);
    if (!sent.sent_by) return delivered_by_[message.index()];
    const std::size_t sender = given_of_[sent.sent_by.index()];
    if (sender == none || sent.position >= given_[sender].sent_count) return none;
    return delivered_by_[given_[sender].first_sent.index() + sent.position];
  }

  Program& program_;
  const Trace& given_;
  Replay execution_;
  std::vector<std::size_t> delivered_by_;  ///< per message of the given execution, its event
  std::vector<std::size_t> here_;          ///< per event of the given execution, the one here
  std::vector<std::size_t> given_of_;      ///< and the other way round
  std::vector<MessageId> enabled_;
};

}  // namespace

bool violates_at_end(Program& program, const Trace& trace, const CheckOptions& options) {
  return !examine_end(program, trace,
                      {.environment = options.environment,
                       .undelivered = options.undelivered,
                       .warns = false})
              .violations.empty();
}

std::vector<std::uint32_t> values_chosen(const Trace& trace, std::size_t event) {
  std::vector<std::uint32_t> values;
  for (const Choice& choice : trace.choices(event)) values.push_back(choice.value);
  return values;
}

std::optional<Schedule> passing(Program& program, const Trace& given, const Deviation& deviation,
                                const CheckOptions& options, Budget& budget) {
  Follower follower(program, given);
  const Trace& trace = follower.trace();
  bool at_end = false;
  try {
    for (std::size_t i = 0; i < deviation.events.size(); ++i) {
      const std::size_t event = deviation.events[i];
      const bool last = i + 1 == deviation.events.size();
      if (!follower.follow(event, last ? deviation.choices : values_chosen(given, event))) {
        budget.spend(trace.size() + 1);
        return std::nullopt;
      }
    }
    while (!at_end && trace.size() < steps_max) {
      const Follower::Gone gone = follower.go_on();
      if (gone == Follower::Gone::failed) break;
      at_end = gone == Follower::Gone::at_end;
      if (trace.size() % 64 == 0 && budget.is_over()) break;
    }
  } catch (const NondeterminismError&) {
    at_end = false;  // a choice that is not there
  }
  budget.spend(trace.size() + 1);
  if (!at_end || violates_at_end(program, trace, options)) return std::nullopt;
  return schedule_of(trace);
}

}  // namespace harrier
