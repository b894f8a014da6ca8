// Dynamic partial-order reduction with source sets.
#include "reduction/source.hpp"

#include <algorithm>

namespace harrier {

void Source::entered(const State& state) {
  if (size_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[size_];
  node.backtrack.clear();
  node.variant.clear();
  node.variants.clear();
  node.at = 0;
  node.end = all;
  // backtrack(E) := {p} for some enabled p that does not sleep.
  const auto first = std::ranges::find_if(state.enabled, [&](MessageId message) {
    return !sleeps_ || sleep().awake(size_, message, choices_);
  });
  ++size_;
  if (first != state.enabled.end()) {
    node.backtrack.push_back(*first);
  } else if (!state.enabled.empty()) {
    finish(state);  // abandoned; the races on the way here count all the same
  }
}

std::optional<Step> Source::next(const State& state) {
  if (has_steps(size_ - 1)) return std::nullopt;
  Node& node = nodes_[size_ - 1];
  for (; node.at < std::min(node.end, node.backtrack.size()); ++node.at) {
    const MessageId message = node.backtrack[node.at];
    if (std::ranges::find(state.enabled, message) == state.enabled.end()) continue;
    if (!sleeps_) return Step{message, node.variant};
    if (sleep().awake(size_ - 1, message, choices_)) return Step{message, choices_};
  }
  return std::nullopt;
}

void Source::explored(const State& state) {
  --size_;
  if (size_ == 0 || sleeps_) return;
  Node& node = nodes_[size_ - 1];
  const std::span<const Choice> taken = state.trace.choices(state.trace.size() - 1);
  node.variant.assign(taken.begin(), taken.end());
  if (!next_variant(node.variant)) ++node.at;
}

/// Tells whether a step is explored from a state, or planned there.
bool Source::is_planned(std::size_t node, const SequenceStep& step) const {
  const std::vector<MessageId>& backtrack = nodes_[node].backtrack;
  if (!has_steps(node)) return std::ranges::find(backtrack, step.message) != backtrack.end();
  const std::vector<std::vector<Choice>>& variants = nodes_[node].variants;
  for (std::size_t i = 0; i < backtrack.size(); ++i) {
    if (backtrack[i] == step.message && same_variant(variants[i], step.choices)) return true;
  }
  // What sleeps where the state is reached is explored elsewhere.
  const std::size_t inherited = sleep().count(node) - sleep().own_count(node);
  for (std::size_t i = 0; i < inherited; ++i) {
    const Sleeper sleeping = sleep().member(node, i);
    if (sleeping.message == step.message && same_variant(sleeping.choices, step.choices)) {
      return true;
    }
  }
  return false;
}

Insertion Source::apply(const State& state, Reversal& reversal) {
  const bool shared = is_shared(reversal.first);
  const Sequence& sequence = sequence_of(state, reversal);
  const Insertion undecided{Insertion::Kind::undecided, &reversal.footprint};
  const std::size_t last = sequence.size() - 1;
  initials_.clear();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    // Nobody else can find out what this step touches and chooses.
    if (shared && i == last && !reversal.footprint.complete()) return undecided;
    const Decision initial = sequence.is_initial(i);
    if (initial == Decision::undecided) return undecided;
    if (initial == Decision::no) continue;
    if (candidates_ == Candidates::causes && i != last) {
      const Decision leads = sequence.before(i, last);
      if (leads == Decision::undecided) return undecided;
      if (leads == Decision::no) continue;
    }
    if (is_planned(reversal.first, sequence[i])) return {};
    initials_.push_back(i);
  }
  if (!shared) {
    nodes_[reversal.first].backtrack.push_back(sequence[initials_.front()].message);
  } else {
    // Any of them would do, whichever is explored from there by then; so it is not known here which
    // one that is.
    HandedOver any(reversal.first);
    for (const std::size_t i : initials_) {
      HandedOver::Step one = sequence.value_of(i);
      one.past = {};
      any.add(one);
    }
    hand_over(std::move(any));
  }
  return {Insertion::Kind::planned, nullptr};
}

void Source::take_branches(const Taken& state, StateWork& work) const {
  const Node& at = nodes_[state.node];
  work.begun = true;
  work.free = true;
  if (is_shared(state.node)) return;  // the others know
  const auto add = [&](MessageId message) {
    WorkStep& step = work.branches.emplace_back();
    step.name = state.trace.name(message);
    if (!sleeps_) return;
    sleep().awake(state.node, message, step.choices);
    // What it touches decides where it sleeps once the state is shared.
    if (std::ranges::find(state.enabled, message) == state.enabled.end()) return;
    step.touched.assign_part({}, history_to(state.trace, state.node, {message, step.choices}));
  };
  for (std::size_t i = at.at; i < at.backtrack.size(); ++i) add(at.backtrack[i]);
  if (!sleeps_ && !work.branches.empty()) work.branches.front().choices = at.variant;
  // What was taken before is among what sleeps, unless it slept already where the state was
  // reached; then it is never taken.
  for (std::size_t i = 0; i < at.at; ++i) {
    const Name name = state.trace.name(at.backtrack[i]);
    if (std::ranges::find(work.asleep, name, &WorkStep::name) == work.asleep.end()) {
      add(at.backtrack[i]);
    }
  }
}

void Source::put_branches(const State& state, const StateWork& work, const Step* onward) {
  if (!work.begun) return;
  Node& node = nodes_[size_ - 1];
  node.backtrack.clear();
  const auto add = [&](MessageId message, std::span<const Choice> choices) {
    node.backtrack.push_back(message);
    if (work.shared) node.variants.emplace_back(choices.begin(), choices.end());
  };
  const auto add_all = [&](std::span<const WorkStep> steps) {
    for (const WorkStep& step : steps) {
      for (const MessageId message : state.enabled) {
        if (state.trace.name(message) == step.name) add(message, step.choices);
      }
    }
  };
  add_all(work.asleep);
  node.at = node.backtrack.size();
  if (work.shared) {
    add(onward->message, onward->choices);
    node.end = node.backtrack.size();
  } else if (!work.branches.empty()) {
    node.variant = work.branches.front().choices;
  }
  add_all(work.branches);
}

}  // namespace harrier
