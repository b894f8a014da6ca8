// Reversal-bounded search.
#include "reduction/reversal_bounded.hpp"

#include <algorithm>
#include <utility>

namespace harrier {

Coverage ReversalBounded::covers() const {
  return Coverage::part(
      (gave_up_ ? "some of the classes that at most " : "the classes that at most ") +
      std::to_string(reversals_max_) + (reversals_max_ == 1 ? " reversal" : " reversals") +
      " of a race lead to from the first execution");
}

void ReversalBounded::enter(const State& state) {
  if (!state.trace.empty()) happens_before_.push(state.trace);
}

void ReversalBounded::leave(const State& state) {
  if (!state.trace.empty()) happens_before_.pop();
}

std::optional<Step> ReversalBounded::next(const State& state) {
  if (!state.trace.empty() || !begun_) {
    begun_ = true;
    return ended_ ? std::nullopt : planned(state);
  }
  // The first state has as many steps as there are plans that can begin.
  while (!plans_.empty()) {
    current_ = std::move(plans_.front());
    plans_.pop_front();
    ended_ = false;
    if (const std::optional<Step> first = planned(state)) return first;
  }
  return std::nullopt;
}

/// Returns the step that the current execution goes on with; none where that is impossible.
std::optional<Step> ReversalBounded::planned(const State& state) {
  const Trace& trace = state.trace;
  if (state.enabled.empty()) return std::nullopt;
  if (trace.size() >= current_.steps.size()) return Step{state.enabled.front(), {}};
  const PastStep& step = current_.steps[trace.size()];
  const std::size_t sent = step.sent_by == 0 ? 0 : trace[step.sent_by - 1].first_sent.index();
  const MessageId message(sent + step.position);
  if (std::ranges::find(state.enabled, message) != state.enabled.end()) {
    return Step{message, step.choices};
  }
  ended_ = true;  // it cannot be delivered without the other one
  return std::nullopt;
}

void ReversalBounded::finish(const State& state) {
  ended_ = true;
  const bool is_new = expanded_.insert(names_.of(state.trace).value).second;
  if (is_new && current_.reversals < reversals_max_) reverse_races(state.trace);
}

void ReversalBounded::reverse_races(const Trace& trace) {
  for (std::size_t second = 0; second < trace.size(); ++second) {
    const std::span<const Choice> taken = trace.choices(second);
    for (const std::uint32_t first : happens_before_.races_of(second)) {
      plan(trace, first, second, {});
    }
    for (std::size_t i = 0; i < taken.size(); ++i) {
      variant_.assign(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      for (std::uint32_t value = 0; value < taken[i].count; ++value) {
        variant_[i].value = value;
        if (value != taken[i].value) plan(trace, second, second, variant_);
      }
    }
  }
}

/// Plans an execution without the event `first` before the step of `second`; where both are the
/// same, the step is to take other choices.
void ReversalBounded::plan(const Trace& trace, std::size_t first, std::size_t second,
                           std::span<const Choice> choices) {
  if (plans_.size() >= plans_max) {
    gave_up_ = true;
    return;
  }
  Plan next;
  next.reversals = current_.reversals + 1;
  std::vector<std::uint32_t> place(trace.size(), 0);  // in the plan, + 1
  const auto add = [&](std::size_t event, std::span<const Choice> chosen) {
    const Trace::Message& origin = trace.message(trace[event].message);
    const std::uint32_t sender = origin.sent_by ? place[origin.sent_by.index()] : 0;
    next.steps.push_back({sender, origin.position, {chosen.begin(), chosen.end()}});
    place[event] = static_cast<std::uint32_t>(next.steps.size());
  };
  for (std::size_t i = 0; i < first; ++i) add(i, trace.choices(i));
  happens_before_.for_each_beside(first, first + 1, [&](std::size_t i) {
    if (i != second && !happens_before_.before(second, i)) add(i, trace.choices(i));
  });
  // What it chooses in the other order is not known before; the first values are tried.
  add(second, choices);
  plans_.push_back(std::move(next));
}

}  // namespace harrier
