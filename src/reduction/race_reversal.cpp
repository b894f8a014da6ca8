// What source, optimal and udpor share: from the races of an execution, the sequences that reverse
// them.
#include "reduction/race_reversal.hpp"

#include <algorithm>
#include <utility>

namespace harrier {

bool RaceReversal::sleeps(std::size_t node, Sequence& sequence) {
  for (std::size_t i = 0; i < sleep_.count(node); ++i) {
    const Sleeper sleeping = sleep_.member(node, i);
    if (sequence.weak_initial(sleeping.name, sleeping.choices, sleeping.touched)) return true;
  }
  return false;
}

void RaceReversal::enter(const State& state) {
  if (state.trace.empty()) {
    names_.start(state.program);
    sleep_.start();
  } else {
    const Event& event = state.trace.back();
    happens_before_.push(state.program, state.trace);
    names_.push(state.trace);
    for (const ResourceAccess& one : state.trace.resources(event)) {
      touched_.push_back({names_.of(one.resource), one.access});
    }
    touched_begin_.push_back(static_cast<std::uint32_t>(touched_.size()));
    sleep_.push(event.message, touched(state.trace.size() - 1));
    chooses_ |= !state.trace.choices(event).empty();
  }
  entered(state);
}

void RaceReversal::leave(const State& state) {
  sleep_.pop();
  if (!state.trace.empty()) {
    const Event& event = state.trace.back();
    sleep_.add({names_.of(event.message), event.message, state.trace.choices(event),
                touched(state.trace.size() - 1)});
    touched_begin_.pop_back();
    touched_.resize(touched_begin_.back());
    names_.pop(event);
    happens_before_.pop();
    events_done_ = std::min(events_done_, state.trace.size() - 1);
  }
  explored(state);
}

void RaceReversal::finish(const State& state) {
  const bool again = reverses_again(state);
  for (std::size_t second = again ? 0 : events_done_; second < state.trace.size(); ++second) {
    const bool is_new = second >= events_done_;
    for (const std::uint32_t first : happens_before_.races_of(second)) {
      if (is_new || has_new_beside(first)) reverse_race(state, first, second);
    }
    if (chooses_ && reverses_choices() && (is_new || has_new_beside(second))) {
      reverse_choices(state, second);
    }
  }
  events_done_ = state.trace.size();
  for (const MessageId message : state.program.pending()) {
    // What is enabled, where a bound or sleep sets end an execution, may still be delivered.
    if (std::ranges::find(state.enabled, message) == state.enabled.end()) {
      reverse_undelivered(state, message);
    }
  }
}

/// Tells whether an event whose races were not handed over yet does not depend on this one.
bool RaceReversal::has_new_beside(std::size_t event) const {
  for (std::size_t i = events_done_; i < happens_before_.size(); ++i) {
    if (!happens_before_.before(event, i)) return true;
  }
  return false;
}

void RaceReversal::reverse_race(const State& state, std::size_t first, std::size_t second) {
  const Trace& trace = state.trace;
  const MessageId message = trace[second].message;
  const std::span<const Choice> choices = trace.choices(trace[second]);
  Outcome outcome = try_reverse(state, first, second, message, choices);
  const bool shared = state.program.capabilities().shared_guards;
  for (std::size_t earlier = first; earlier-- > 0 && outcome == Outcome::impossible;) {
    // What the step would touch then is not known: what led to the first event may stand in the
    // way, too. Where actors decide about each other there is no one sequence to go back along, and
    // what is in a race of its own is left to that.
    const bool conflicts =
        conflict(trace.resources(trace[earlier]), trace.resources(trace[second]));
    const bool candidate =
        shared ? conflicts && std::ranges::find(happens_before_.races_of(second), earlier) ==
                                  happens_before_.races_of(second).end()
               : trace[earlier].actor == trace[second].actor &&
                     (conflicts || happens_before_.before(earlier, first));
    if (candidate && !happens_before_.before_message(state.program, earlier, message)) {
      outcome = try_reverse(state, earlier, second, message, choices);
    }
  }
  if (state.races == nullptr) return;
  const std::span<const ResourceAccess> touched = trace.resources(trace[second]);
  if (second >= events_done_) state.races->found(state, first, message, touched);
  if (outcome == Outcome::planned) state.races->reversed(state, first, message, touched);
}

void RaceReversal::reverse_choices(const State& state, std::size_t event) {
  const std::span<const Choice> taken = state.trace.choices(state.trace[event]);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i].count == 1) continue;
    variant_.assign(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    variant_[i].value = (variant_[i].value + 1) % variant_[i].count;
    try_reverse(state, event, state.trace.size(), state.trace[event].message, variant_);
  }
}

void RaceReversal::reverse_undelivered(const State& state, MessageId message) {
  const ActorId receiver = state.program.origin(message).receiver;
  const bool shared = state.program.capabilities().shared_guards;
  for (std::size_t first = state.trace.size(); first-- > 0;) {
    if ((!shared && state.trace[first].actor != receiver) ||
        !state.program.affects_guard(EventId(first), message) ||
        happens_before_.before_message(state.program, first, message)) {
      continue;
    }
    const Outcome outcome = try_reverse(state, first, state.trace.size(), message, {});
    if (outcome == Outcome::impossible) continue;
    if (state.races != nullptr) {
      state.races->found(state, first, message, probed_.touched);
      if (outcome == Outcome::planned) {
        state.races->reversed(state, first, message, probed_.touched);
      }
    }
    return;
  }
}

namespace {

bool touches_whole(std::span<const ResourceAccess> resources) {
  return std::ranges::any_of(resources, [](const ResourceAccess& touched) {
    return touched.resource.part() == Resource::whole;
  });
}

}  // namespace

/// Hands notdep(first, E).message over, unless the message cannot be delivered then.
/// `second` is its event, or the trace's size where it was never delivered, or not so; `choices`
/// are what it is to choose first.
RaceReversal::Outcome RaceReversal::try_reverse(const State& state, std::size_t first,
                                                std::size_t second, MessageId message,
                                                std::span<const Choice> choices) {
  beside_.clear();
  for (std::size_t i = first + 1; i < state.trace.size(); ++i) {
    if (i != second && !happens_before_.before(first, i) && !happens_before_.before(second, i)) {
      beside_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  probed_.choices.assign(choices.begin(), choices.end());
  if (!find_last_step(state, first, second, message)) return Outcome::impossible;

  const Reversal reversal{first, second, message, beside_, probed_.choices, last_};
  return reverse(state, reversal) ? Outcome::planned : Outcome::known;
}

/// Finds out what the step on a message chooses and touches where the events beside `first`, and
/// those before it, are its past; false where it cannot be delivered then.
bool RaceReversal::find_last_step(const State& state, std::size_t first, std::size_t second,
                                  MessageId message) {
  const Trace& trace = state.trace;
  const bool executed = second < trace.size();
  const Capabilities can = state.program.capabilities();
  const bool guarded = state.program.affects_guard(EventId(first), message);
  // It may do something else than in the trace, unless all it touches is its actor as a whole.
  const bool may_differ = !executed || can.shared_guards ||
                          (can.shared_objects ? guarded
                                              : chooses_ || can.ordered_messages ||
                                                    !touches_whole(trace.resources(trace[second])));
  probed_.touched.clear();
  probed_.complete = true;
  if (may_differ || guarded) {
    const ActorId receiver = state.program.origin(message).receiver;
    const auto add_to_history = [&](std::size_t event) {
      if (can.shared_objects || trace[event].actor == receiver) history_.emplace_back(event);
    };
    history_.clear();
    for (std::size_t i = 0; i < first; ++i) add_to_history(i);
    for (const std::uint32_t i : beside_) add_to_history(i);
    if (!state.program.probe(message, history_, may_differ ? &probed_ : nullptr).value_or(true)) {
      return false;
    }
  }
  if (probed_.touched.empty() && executed) {
    const std::span<const ResourceAccess> touched = trace.resources(trace[second]);
    probed_.touched.assign(touched.begin(), touched.end());
  }
  probed_touched_.clear();
  for (const ResourceAccess& one : probed_.touched) {
    probed_touched_.push_back({names_.of(one.resource), one.access});
  }
  if (probed_.complete) {
    last_.assign(probed_touched_);
  } else {
    last_.assign_part(probed_touched_, history_of(state, message));
    if (chooses_) probed_.choices = last_.find_out();
  }
  return true;
}

/// Returns how to execute the step on a message behind the events of `history_`.
std::shared_ptr<const History> RaceReversal::history_of(const State& state,
                                                        MessageId message) const {
  const Trace& trace = state.trace;
  auto history = std::make_shared<History>();
  history->program = &state.program;
  history->steps.reserve(history_.size() + 1);
  history->actors.reserve(state.program.actor_count());
  const auto add = [&](MessageId sent, std::span<const Choice> choices) {
    const MessageOrigin origin = state.program.origin(sent);
    const auto by = std::ranges::lower_bound(history_, origin.sent_by);
    history->steps.push_back(
        {origin.sent_by ? static_cast<std::uint32_t>(by - history_.begin()) + 1 : 0,
         origin.position,
         {choices.begin(), choices.end()}});
  };
  const auto add_actors = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) history->actors.push_back(names_.of(ActorId(i)));
  };
  add_actors(0, trace[0].first_created.index());
  for (const EventId event : history_) {
    const Event& past = trace[event.index()];
    add(past.message, trace.choices(past));
    const std::size_t created = past.first_created.index();
    add_actors(created, created + past.created_count);
  }
  add(message, probed_.choices);
  return history;
}

Sequence& RaceReversal::sequence_of(const State& state, const Reversal& reversal) {
  sequence_.clear();
  for (const std::uint32_t i : reversal.beside) {
    const Event& event = state.trace[i];
    sequence_.append({names_.of(event.message), event.message, i, state.trace.choices(event),
                      touched(i), happens_before_.past(i)});
  }
  // What happens before the step in the trace may do so through `first` alone: its causes count.
  happens_before_.past_of(state.program, reversal.message, last_past_);
  sequence_.append_last({names_.of(reversal.message),
                         reversal.message,
                         static_cast<std::uint32_t>(reversal.second),
                         reversal.choices,
                         {},
                         last_past_},
                        reversal.footprint);
  return sequence_;
}

}  // namespace harrier
