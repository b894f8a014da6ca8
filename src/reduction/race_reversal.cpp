// What source, optimal and udpor share: the races of an execution, as steps to explore in the other
// order.
#include "reduction/race_reversal.hpp"

#include <algorithm>
#include <utility>

#include "harrier/internal_error.hpp"
#include "reduction/causes.hpp"

namespace harrier {

namespace {

constexpr std::pair<std::size_t, std::size_t> no_events{~std::size_t{0}, 0};

/// Asks about a step without some events of the trace; `Beside` finds what has happened after the
/// first of them.
template <class Beside>
class WithoutEvents final : public StepQuestion {
 public:
  explicit WithoutEvents(Beside beside) : beside_(std::move(beside)) {}
  std::span<const std::uint32_t> beside() const override { return beside_(); }

 private:
  Beside beside_;
};

}  // namespace

Coverage RaceReversal::covers_classes() const {
  return gave_up_
             ? Coverage::part("the classes found before too many updates decided about a guard")
             : Coverage::every_class();
}

void RaceReversal::enter(const State& state) {
  const Trace& trace = state.trace;
  HARRIER_CHECK(sleep_.size() == state.trace.size(),
                "a state is entered that is not the next on the path", sleep_.size(),
                state.trace.size());
  if (trace.empty()) {
    sleep_.start();
  } else {
    const std::size_t last = trace.size() - 1;
    happens_before_.push(trace);
    for (const ResourceAccess& one : trace.resources(last)) {
      touched_.push_back({trace.name(one.resource), one.access});
    }
    touched_begin_.push_back(static_cast<std::uint32_t>(touched_.size()));
    sleep_.push(trace.back().message, touched(last));
    chooses_ |= !trace.choices(last).empty();
  }
  entered(state);
}

void RaceReversal::leave(const State& state) {
  const Trace& trace = state.trace;
  HARRIER_CHECK(sleep_.size() == state.trace.size() + 1,
                "a state is left that is not the last on the path", sleep_.size(),
                state.trace.size());
  sleep_.pop();
  shared_ = std::min(shared_, trace.size());
  if (!trace.empty()) {
    const std::size_t last = trace.size() - 1;
    const MessageId message = trace.back().message;
    // In a shared state the steps before it sleep, whoever explores them, and no other.
    if (!is_shared(last)) {
      sleep_.add({trace.name(message), message, trace.choices(last), touched(last)});
    }
    touched_begin_.pop_back();
    touched_.resize(touched_begin_.back());
    happens_before_.pop();
    if (latest_causes_.size() > last) latest_causes_.pop();
    events_done_ = std::min(events_done_, last);
  }
  explored(state);
}

void RaceReversal::finish(const State& state) {
  beside_of_ = no_events;
  // Shorter executions are looked through faster than that is kept.
  constexpr std::size_t long_size = 32;
  if (state.trace.size() >= long_size) {
    for (std::size_t event = latest_causes_.size(); event < state.trace.size(); ++event) {
      latest_causes_.push(state.trace.causes(event));
    }
  }
  const bool again = reverses_again();
  for (std::size_t second = again ? 0 : events_done_; second < state.trace.size(); ++second) {
    const bool is_new = second >= events_done_;
    for (const std::uint32_t first : happens_before_.races_of(second)) {
      if (is_new || has_new_beside(first)) reverse_race(state, first, second);
    }
    if (chooses_ && reverses_choices(second) && (is_new || has_new_beside(second))) {
      reverse_choices(state, second);
    }
  }
  const std::span<const MessageId> pending = state.program.pending();
  pending_.assign(pending.begin(), pending.end());  // a rehearsal makes them anew
  for (const MessageId message : pending_) {
    // What is enabled, where a bound or sleep sets end an execution, may still be delivered.
    if (std::ranges::find(state.enabled, message) == state.enabled.end()) {
      reverse_undelivered(state, message);
    }
  }
  events_done_ = state.trace.size();
  if (!put_off_.empty()) apply_put_off(state);
}

/// Tells whether an event whose races were not found yet does not depend on this one.
bool RaceReversal::has_new_beside(std::size_t event) const {
  // Most often one of the first does not.
  constexpr std::size_t tried = 64;
  const bool is_long = latest_causes_.size() == happens_before_.size();
  const std::size_t end =
      is_long ? std::min(happens_before_.size(), events_done_ + tried) : happens_before_.size();
  for (std::size_t i = events_done_; i < end; ++i) {
    if (!happens_before_.before(event, i)) return true;
  }
  bool found = false;
  if (end == happens_before_.size()) return found;
  latest_causes_.for_each_near(event, [&](std::size_t i) {
    const bool is_beside = !happens_before_.before(event, i);
    found |= is_beside && i >= end;
    return is_beside;
  });
  return found;
}

void RaceReversal::reverse_race(const State& state, std::size_t first, std::size_t second) {
  const Trace& trace = state.trace;
  const MessageId message = trace[second].message;
  const std::span<const Choice> choices = trace.choices(second);
  const auto missing = static_cast<std::uint32_t>(first);
  const bool planned = find(state, {&missing, 1}, second, message, choices)
                           ? plan(state)
                           : find_further(state, {&missing, 1}, second, message, choices);
  if (state.races == nullptr) return;
  if (second >= events_done_) state.races->found(state, first, message, trace.resources(second));
  if (planned) state.races->reversed(state, first, message, trace.resources(second));
}

void RaceReversal::reverse_choices(const State& state, std::size_t event) {
  const std::span<const Choice> taken = state.trace.choices(event);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i].count == 1) continue;
    variant_.assign(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    variant_[i].value = (variant_[i].value + 1) % variant_[i].count;
    const auto missing = static_cast<std::uint32_t>(event);
    const MessageId message = state.trace[event].message;
    if (find(state, {&missing, 1}, state.trace.size(), message, variant_)) plan(state);
  }
}

void RaceReversal::reverse_undelivered(const State& state, MessageId message) {
  const std::size_t none = state.trace.size();
  if (!find(state, {}, none, message, {})) find_further(state, {}, none, message, {});
}

std::span<const std::uint32_t> RaceReversal::beside(std::size_t first, std::size_t second) {
  if (std::exchange(beside_of_, {first, second}) == std::pair(first, second)) return beside_;
  beside_.clear();
  const auto add = [&](std::size_t i) {
    if (i != second && !happens_before_.before(second, i)) {
      beside_.push_back(static_cast<std::uint32_t>(i));
    }
  };
  if (latest_causes_.size() < happens_before_.size()) {
    happens_before_.for_each_beside(first, first + 1, add);
    return beside_;
  }
  latest_causes_.for_each_near(first, [&](std::size_t i) {
    const bool is_beside = !happens_before_.before(first, i);
    if (is_beside) add(i);
    return is_beside;
  });
  return beside_;
}

/// Asks the program about the step on a message where some events, none of which depends on
/// another, and what depends on them, have not happened; puts what it would be into `found_` if it
/// is possible, and why not into `answer_` otherwise.
/// `second` is its event, or the trace's size where it was never delivered, or not so; `choices`
/// are what it is to choose first.
bool RaceReversal::find(const State& state, std::span<const std::uint32_t> missing,
                        std::size_t second, MessageId message, std::span<const Choice> choices) {
  using Kind = StepAnswer::Kind;
  const Trace& trace = state.trace;
  const bool executed = second < trace.size();
  const bool one_is_missing = missing.size() == 1;
  const std::size_t first = missing.empty() ? trace.size() : missing.front();
  if (!one_is_missing) {
    fewer_.clear();
    for (std::size_t i = first; i < trace.size(); ++i) {
      if (happens_without(i, missing, second)) fewer_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  WithoutEvents question([&] {
    return one_is_missing ? beside(first, second) : std::span<const std::uint32_t>(fewer_);
  });
  question.message = message;
  question.prefix = static_cast<std::uint32_t>(first);
  if (executed) question.executed = EventId(second);
  if (executed && one_is_missing) question.without = EventId(first);
  question.choices = choices;
  answer_.reset(choices);
  state.rehearsal.ask(question, answer_);
  if (answer_.kind == Kind::impossible) return false;
  depends_on_more_ |= !answer_.depends_on_causes_only;

  found_.first = first;
  found_.second = second;
  found_.message = message;
  found_.has_fewer = !one_is_missing;
  if (found_.has_fewer) found_.fewer = fewer_;
  found_.causes.clear();
  const std::size_t own = one_is_missing && trace[first].message == message ? first : second;
  if (own < trace.size()) {
    const std::span<const EventId> causes = trace.causes(own);
    found_.causes.assign(causes.begin(), causes.end());
  } else {
    append_causes(state, message, found_.causes);
  }
  found_.choices.assign(answer_.choices.begin(), answer_.choices.end());
  found_.touches_as_chosen = answer_.touches_as_chosen;
  if (answer_.kind == Kind::as_executed) {
    found_.footprint.assign(touched(second));
    return true;
  }
  named_.clear();
  for (const ResourceAccess& one : answer_.touched) {
    named_.push_back({trace.name(one.resource), one.access});
  }
  if (answer_.kind == Kind::certain && !rehearses_steps(first)) {
    found_.footprint.assign(named_);
    return true;
  }
  found_.footprint.assign_part(named_, history_of(trace, question));
  if (answer_.kind != Kind::unknown) return true;
  // Nothing is known, so it has to be tried. The program is brought back for the next question.
  found_.choices = found_.footprint.find_out(state.rehearsal);
  state.rehearsal.come_back();
  answer_.knows_why = false;
  return found_.footprint.possible();
}

/// Tells whether an event can happen where others, and the step itself, do not.
bool RaceReversal::happens_without(std::size_t event, std::span<const std::uint32_t> missing,
                                   std::size_t second) const {
  const auto comes_from = [&](std::size_t other) {
    return event == other || happens_before_.before(other, event);
  };
  return std::ranges::none_of(missing, comes_from) && !comes_from(second);
}

/// Finds the steps on a message that is impossible where some events are missing, by leaving out
/// more; tells whether one of them is to be explored. What is possible with even less is found when
/// the step that was found has been explored.
bool RaceReversal::find_further(const State& state, std::span<const std::uint32_t> missing,
                                std::size_t second, MessageId message,
                                std::span<const Choice> choices) {
  causes_.clear();
  if (second < state.trace.size()) {
    const std::span<const EventId> causes = state.trace.causes(second);
    causes_.assign(causes.begin(), causes.end());
  } else {
    append_causes(state, message, causes_);
  }
  tried_.clear();
  seen_.clear();
  possible_.clear();
  leave_out_more(state.trace, missing, second);
  bool planned = false;
  for (std::size_t next = 0; next < tried_.size(); ++next) {
    const std::vector<std::uint32_t> now = tried_[next];
    if (is_part_of_possible(now)) continue;
    if (find(state, now, second, message, choices)) {
      planned |= plan(state);
      possible_.push_back(now);
    } else if (tried_.size() < tried_max) {
      leave_out_more(state.trace, now, second);
    } else {
      gave_up_ = true;
    }
  }
  return planned;
}

/// Adds what is to be tried where a step is impossible, `answer_` says why: to leave out one more
/// of what decides about it, of those that do the latest.
void RaceReversal::leave_out_more(const Trace& trace, std::span<const std::uint32_t> missing,
                                  std::size_t second) {
  const auto decides = [&](std::size_t event) {
    return !answer_.knows_why ||
           conflict(trace.resources(event), std::span(std::as_const(answer_.touched))) ||
           std::ranges::find(answer_.deciders, EventId(event)) != answer_.deciders.end();
  };
  // What has happened where it was asked about, and is not the reason why it could happen.
  const std::size_t first = missing.empty() ? trace.size() : missing.front();
  left_.fill(first);
  for (const std::uint32_t event : missing.size() == 1 ? beside(first, second) : fewer_) {
    left_.add(event);
  }
  for (const EventId cause : causes_) {
    left_.remove_all(happens_before_.past(cause.index()));
    left_.remove(cause.index());
  }
  for (std::size_t event = left_.take_last(); event != BitSpan::none; event = left_.take_last()) {
    if (!decides(event)) continue;
    left_.remove_all(happens_before_.past(event));
    std::vector<std::uint32_t> more;
    for (const std::uint32_t other : missing) {
      if (!happens_before_.before(event, other)) more.push_back(other);
    }
    more.insert(std::ranges::lower_bound(more, event), static_cast<std::uint32_t>(event));
    if (seen_.insert(more).second) tried_.push_back(std::move(more));
  }
}

/// Tells whether all that happens where these are missing also happens in a case that was found
/// possible.
bool RaceReversal::is_part_of_possible(std::span<const std::uint32_t> missing) const {
  return std::ranges::any_of(possible_, [&](const std::vector<std::uint32_t>& possible) {
    return std::ranges::all_of(possible, [&](std::uint32_t event) {
      return std::ranges::any_of(missing, [&](std::uint32_t other) {
        return event == other || happens_before_.before(other, event);
      });
    });
  });
}

/// Applies what was found; tells whether it is to be explored, as far as that is known now.
bool RaceReversal::plan(const State& state) {
  // Where steps choose, what this one chooses must be known first.
  const bool knows_choices = found_.footprint.complete() || !chooses_;
  if (knows_choices) {
    const Insertion inserted = apply(state, found_);
    if (inserted.kind != Insertion::Kind::undecided) {
      return inserted.kind == Insertion::Kind::planned;
    }
  }
  put_off_.push_back(std::exchange(found_, {}));
  return true;
}

void RaceReversal::apply_put_off(const State& state) {
  for (Reversal& reversal : put_off_) {
    if (chooses_ && !reversal.footprint.complete()) {
      reversal.choices = reversal.footprint.find_out(state.rehearsal);
    }
    Insertion inserted = apply(state, reversal);
    while (inserted.kind == Insertion::Kind::undecided) {
      std::vector<Choice> choices = inserted.unknown->find_out(state.rehearsal);
      if (inserted.unknown == &reversal.footprint) reversal.choices = std::move(choices);
      inserted = apply(state, reversal);
    }
  }
  put_off_.clear();
}

History RaceReversal::history_of(const Trace& trace, const StepQuestion& question) {
  const std::span<const std::uint32_t> beside = question.beside();
  History history;
  history.reserve(question.prefix + beside.size() + 1);
  const auto add = [&](MessageId sent, std::span<const Choice> chosen) {
    const Trace::Message& origin = trace.message(sent);
    std::uint32_t by = 0;  // the sender's place in the history, + 1
    if (origin.sent_by && origin.sent_by.value < question.prefix) {
      by = origin.sent_by.value + 1;
    } else if (origin.sent_by) {
      const auto at = std::ranges::lower_bound(beside, origin.sent_by.value) - beside.begin();
      by = question.prefix + static_cast<std::uint32_t>(at) + 1;
    }
    history.push_back({by, origin.position, {chosen.begin(), chosen.end()}});
  };
  for (std::size_t i = 0; i < question.prefix; ++i) add(trace[i].message, trace.choices(i));
  for (const std::uint32_t i : beside) add(trace[i].message, trace.choices(i));
  add(question.message, question.choices);
  return history;
}

History RaceReversal::history_to(const Trace& trace, std::size_t node, const Step& step) {
  WithoutEvents question([] { return std::span<const std::uint32_t>(); });
  question.message = step.message;
  question.prefix = static_cast<std::uint32_t>(node);
  question.choices = step.choices;
  return history_of(trace, question);
}

Sequence& RaceReversal::sequence_of(const State& state, Reversal& reversal) {
  const Trace& trace = state.trace;
  sequence_.clear();
  for (const std::uint32_t i : beside(reversal)) {
    sequence_.append({trace.name(trace[i].message), trace[i].message, i, trace.choices(i),
                      touched(i), happens_before_.past(i)});
  }
  // What happens before the step in the trace may do so through `first` alone: its causes count.
  last_past_.reset(trace.size());
  happens_before_.add_past(reversal.causes, last_past_);
  sequence_.append_last({trace.name(reversal.message),
                         reversal.message,
                         static_cast<std::uint32_t>(reversal.second),
                         reversal.choices,
                         {},
                         last_past_},
                        reversal.footprint);
  return sequence_;
}

Insertion RaceReversal::wake(std::size_t node, Sequence& sequence,
                             std::vector<Sleeper>& asleep) const {
  asleep.clear();
  const std::size_t count = sleep_.count(node) - (is_shared(node) ? sleep_.own_count(node) : 0);
  for (std::size_t i = 0; i < count; ++i) {
    const Sleeper sleeping = sleep_.member(node, i);
    const WeakInitial initial =
        sequence.weak_initial(sleeping.name, sleeping.choices, sleeping.touched);
    if (initial.kind == WeakInitial::Kind::undecided) {
      return {Insertion::Kind::undecided, &sequence.last_footprint()};
    }
    if (initial) return {Insertion::Kind::covered, nullptr};
    asleep.push_back(sleeping);
  }
  return {Insertion::Kind::planned, nullptr};
}

StateWork RaceReversal::take(const Taken& state) const {
  StateWork work;
  const std::size_t count = sleep_.count(state.node);
  for (std::size_t i = count - sleep_.own_count(state.node); i < count; ++i) {
    const Sleeper sleeping = sleep_.member(state.node, i);
    WorkStep& step = work.asleep.emplace_back();
    step.name = sleeping.name;
    step.choices.assign(sleeping.choices.begin(), sleeping.choices.end());
    step.touched.assign(sleeping.touched);
  }
  take_branches(state, work);
  return work;
}

void RaceReversal::put(const State& state, const StateWork& work, const Step* onward) {
  if (work.shared) shared_ = state.trace.size() + 1;
  for (const WorkStep& step : work.asleep) {
    if (step.depth != 0 || !step.touched.possible()) continue;
    MessageId message;
    for (std::size_t i = 0; i < state.trace.message_count() && !message; ++i) {
      if (state.trace.name(MessageId(i)) == step.name) message = MessageId(i);
    }
    sleep_.add({step.name, message, step.choices, step.touched.known()});
  }
  put_branches(state, work, onward);
}

}  // namespace harrier
