// What source, optimal and udpor share: the races of an execution, as steps to explore in the other
// order.
#include "reduction/race_reversal.hpp"

#include <algorithm>
#include <utility>

namespace harrier {

namespace {

constexpr std::pair<std::size_t, std::size_t> no_events{~std::size_t{0}, 0};

/// Asks about a step without an event of the trace; `Beside` finds what has happened after that
/// one.
template <class Beside>
class WithoutEvent final : public StepQuestion {
 public:
  explicit WithoutEvent(Beside beside) : beside_(std::move(beside)) {}
  std::span<const std::uint32_t> beside() const override { return beside_(); }

 private:
  Beside beside_;
};

}  // namespace

void RaceReversal::enter(const State& state) {
  const Trace& trace = state.trace;
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
  sleep_.pop();
  if (!trace.empty()) {
    const std::size_t last = trace.size() - 1;
    const MessageId message = trace.back().message;
    sleep_.add({trace.name(message), message, trace.choices(last), touched(last)});
    touched_begin_.pop_back();
    touched_.resize(touched_begin_.back());
    happens_before_.pop();
    events_done_ = std::min(events_done_, last);
  }
  explored(state);
}

void RaceReversal::finish(const State& state) {
  beside_of_ = no_events;
  const bool again = reverses_again();
  for (std::size_t second = again ? 0 : events_done_; second < state.trace.size(); ++second) {
    const bool is_new = second >= events_done_;
    for (const std::uint32_t first : happens_before_.races_of(second)) {
      if (is_new || has_new_beside(first)) reverse_race(state, first, second);
    }
    if (chooses_ && reverses_choices() && (is_new || has_new_beside(second))) {
      reverse_choices(state, second);
    }
  }
  for (const MessageId message : state.program.pending()) {
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
  for (std::size_t i = events_done_; i < happens_before_.size(); ++i) {
    if (!happens_before_.before(event, i)) return true;
  }
  return false;
}

void RaceReversal::reverse_race(const State& state, std::size_t first, std::size_t second) {
  const Trace& trace = state.trace;
  const MessageId message = trace[second].message;
  const std::span<const Choice> choices = trace.choices(second);
  const std::span<const std::uint32_t> races = happens_before_.races_of(second);
  Tried tried = find(state, first, second, message, choices);
  std::size_t at = first;
  bool has_fewer = false;
  const auto try_fewer = [&] {
    if (has_fewer || !find_with_fewer(state, at, second, message, choices, tried.decided_by))
      return;
    has_fewer = true;
    plan(state);
  };
  if (tried.kind == Tried::Kind::impossible) try_fewer();
  for (std::size_t earlier = first; earlier-- > 0 && tried.kind == Tried::Kind::impossible;) {
    // What the step would touch then is not known: what led to the first event may stand in the
    // way, too. Where actors decide about each other there is no one sequence to go back along, and
    // what is in a race of its own is left to that.
    const auto conflicts = [&] {
      return conflict(trace.resources(earlier), trace.resources(second));
    };
    const bool may_decide = tried.decided_by == StepAnswer::Decider::receiver
                                ? trace[earlier].actor == trace[second].actor &&
                                      (happens_before_.before(earlier, first) || conflicts())
                                : std::ranges::find(races, earlier) == races.end() && conflicts();
    if (may_decide && !happens_before_.before_any(earlier, trace.causes(second))) {
      at = earlier;
      tried = find(state, at, second, message, choices);
      if (tried.kind == Tried::Kind::impossible) try_fewer();
    }
  }
  const bool planned = tried.kind == Tried::Kind::possible && plan(state);
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
    const Tried tried =
        find(state, event, state.trace.size(), state.trace[event].message, variant_);
    if (tried.kind == Tried::Kind::possible) plan(state);
  }
}

void RaceReversal::reverse_undelivered(const State& state, MessageId message) {
  causes_.clear();
  append_causes(state.program, state.trace, message, causes_);
  bool has_fewer = false;
  for (std::size_t first = state.trace.size(); first-- > 0;) {
    if (happens_before_.before_any(first, causes_)) continue;
    const Tried tried = find(state, first, state.trace.size(), message, {});
    if (tried.kind == Tried::Kind::impossible && !has_fewer &&
        find_with_fewer(state, first, state.trace.size(), message, {}, tried.decided_by)) {
      has_fewer = true;
      plan(state);
    }
    if (tried.kind != Tried::Kind::possible) continue;
    const bool planned = plan(state);
    if (state.races != nullptr) {
      state.races->found(state, first, message, answer_.touched);
      if (planned) state.races->reversed(state, first, message, answer_.touched);
    }
    return;
  }
}

std::span<const std::uint32_t> RaceReversal::beside(std::size_t first, std::size_t second) {
  if (std::exchange(beside_of_, {first, second}) == std::pair(first, second)) return beside_;
  beside_.clear();
  happens_before_.for_each_beside(first, first + 1, [&](std::size_t i) {
    if (i != second && !happens_before_.before(second, i)) {
      beside_.push_back(static_cast<std::uint32_t>(i));
    }
  });
  return beside_;
}

/// Asks the program about the step on a message where `first`, and what depends on it, has not
/// happened; puts what it would be into `found_`. `second` is its event, or the trace's size where
/// it was never delivered, or not so; `choices` are what it is to choose first.
RaceReversal::Tried RaceReversal::find(const State& state, std::size_t first, std::size_t second,
                                       MessageId message, std::span<const Choice> choices,
                                       const std::vector<std::uint32_t>* fewer) {
  using Kind = StepAnswer::Kind;
  const Trace& trace = state.trace;
  const bool executed = second < trace.size();
  WithoutEvent question([&] {
    return fewer != nullptr ? std::span<const std::uint32_t>(*fewer) : beside(first, second);
  });
  question.message = message;
  question.prefix = static_cast<std::uint32_t>(first);
  if (fewer == nullptr) question.without = EventId(first);
  if (executed) question.executed = EventId(second);
  question.choices = choices;
  answer_.reset(choices);
  state.program.answer(question, answer_);
  if (answer_.kind == Kind::impossible) return {Tried::Kind::impossible, answer_.decided_by};
  if (answer_.kind == Kind::as_executed && !executed) return {Tried::Kind::makes_no_difference};
  depends_on_more_ |= !answer_.depends_on_causes_only;

  found_.first = first;
  found_.second = second;
  found_.message = message;
  found_.has_fewer = fewer != nullptr;
  if (fewer != nullptr) found_.fewer = *fewer;
  found_.causes.clear();
  const std::size_t own = trace[first].message == message ? first : second;
  if (own < trace.size()) {
    const std::span<const EventId> causes = trace.causes(own);
    found_.causes.assign(causes.begin(), causes.end());
  } else {
    append_causes(state.program, trace, message, found_.causes);
  }
  found_.choices.assign(answer_.choices.begin(), answer_.choices.end());
  found_.touches_as_chosen = answer_.touches_as_chosen;
  if (answer_.kind == Kind::as_executed) {
    found_.footprint.assign(touched(second));
    return {};
  }
  named_.clear();
  for (const ResourceAccess& one : answer_.touched) {
    named_.push_back({trace.name(one.resource), one.access});
  }
  if (answer_.kind == Kind::certain) {
    found_.footprint.assign(named_);
    return {};
  }
  found_.footprint.assign_part(named_, history_of(trace, question));
  if (answer_.kind == Kind::at_least) return {};
  // Nothing is known, so it has to be tried. The program is brought back for the next question.
  found_.choices = found_.footprint.find_out(state.rehearsal);
  state.rehearsal.come_back();
  return {found_.footprint.possible() ? Tried::Kind::possible : Tried::Kind::impossible};
}

/// Finds a step that is impossible behind all that stands beside it, where it is possible behind a
/// part of that: the most that it takes, one event after the other.
bool RaceReversal::find_with_fewer(const State& state, std::size_t first, std::size_t second,
                                   MessageId message, std::span<const Choice> choices,
                                   StepAnswer::Decider decided_by) {
  const Trace& trace = state.trace;
  const std::span<const std::uint32_t> all = beside(first, second);
  const ActorId receiver = trace.receiver(message);
  const auto may_decide = [&](std::uint32_t event) {
    return decided_by == StepAnswer::Decider::anyone || trace[event].actor == receiver;
  };
  // What the message comes from has happened in any case.
  fewer_causes_.clear();
  if (second < trace.size()) {
    const std::span<const EventId> causes = trace.causes(second);
    fewer_causes_.assign(causes.begin(), causes.end());
  } else {
    append_causes(state.program, trace, message, fewer_causes_);
  }
  others_.clear();
  fewer_.clear();
  for (const std::uint32_t event : all) {
    (happens_before_.before_any(event, fewer_causes_) ? fewer_ : others_).push_back(event);
  }
  if (std::ranges::none_of(others_, may_decide)) return false;
  const auto is_possible = [&] {
    return find(state, first, second, message, choices, &fewer_).kind == Tried::Kind::possible;
  };
  if (!is_possible()) return false;
  bool is_found = true;
  for (const std::uint32_t event : others_) {
    const bool has_all_before = std::ranges::all_of(others_, [&](std::uint32_t other) {
      return !happens_before_.before(other, event) ||
             std::ranges::find(fewer_, other) != fewer_.end();
    });
    if (!has_all_before) continue;
    const auto at = fewer_.insert(std::ranges::lower_bound(fewer_, event), event);
    const auto place = at - fewer_.begin();
    is_found = may_decide(event) && is_possible();
    if (may_decide(event) && !is_found) fewer_.erase(fewer_.begin() + place);
  }
  return is_found || is_possible();
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
      inserted.unknown->find_out(state.rehearsal);
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
  for (std::size_t i = 0; i < sleep_.count(node); ++i) {
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
  for (const WorkStep& step : work.asleep) {
    MessageId message;
    for (std::size_t i = 0; i < state.trace.message_count() && !message; ++i) {
      if (state.trace.name(MessageId(i)) == step.name) message = MessageId(i);
    }
    sleep_.add({step.name, message, step.choices, step.touched.known()});
  }
  put_branches(state, work, onward);
}

}  // namespace harrier
