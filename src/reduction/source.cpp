// Dynamic partial-order reduction with source sets.
#include "reduction/source.hpp"

#include <algorithm>

namespace harrier {

void Source::entered(const State& state) {
  if (size_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[size_];
  node.backtrack.clear();
  node.variant.clear();
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

Insertion Source::apply(const State& state, Reversal& reversal) {
  const bool shared = is_shared(reversal.first);
  // Nobody else can find out what this step touches.
  if (shared && !reversal.footprint.complete()) {
    return {Insertion::Kind::undecided, &reversal.footprint};
  }
  const Sequence& sequence = sequence_of(state, reversal);
  const Insertion undecided{Insertion::Kind::undecided, &reversal.footprint};
  std::vector<MessageId>& backtrack = nodes_[reversal.first].backtrack;
  const std::size_t last = sequence.size() - 1;
  MessageId chosen;
  initials_.clear();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const Decision initial = sequence.is_initial(i);
    if (initial == Decision::undecided) return undecided;
    if (initial == Decision::no) continue;
    if (candidates_ == Candidates::causes && i != last) {
      const Decision leads = sequence.before(i, last);
      if (leads == Decision::undecided) return undecided;
      if (leads == Decision::no) continue;
    }
    const MessageId message = sequence[i].message;
    if (std::ranges::find(backtrack, message) != backtrack.end()) return {};
    if (!chosen) chosen = message;
    if (shared) initials_.push_back(i);
  }
  if (!shared) {
    backtrack.push_back(chosen);
  } else {
    // Any of them would do, whichever is explored from there by then; so it is not known here which
    // one that is.
    HandedOver any = sequence.value(reversal.first);
    for (std::size_t i = 0; i < initials_.size(); ++i) any.steps[i] = any.steps[initials_[i]];
    any.steps.resize(initials_.size());
    hand_over(std::move(any));
  }
  return {Insertion::Kind::planned, nullptr};
}

void Source::take_branches(const Taken& state, StateWork& work) const {
  const Node& at = nodes_[state.node];
  work.begun = true;
  work.free = true;
  // What was taken before sleeps, whatever it chose, or is the step that the path goes on with.
  for (std::size_t i = at.at; i < at.backtrack.size(); ++i) {
    work.branches.emplace_back().name = state.trace.name(at.backtrack[i]);
  }
  if (!work.branches.empty()) work.branches.front().choices = at.variant;
}

void Source::put_branches(const State& state, const StateWork& work, const Step* onward) {
  Node& node = nodes_[size_ - 1];
  node.backtrack.clear();
  const auto add = [&](std::span<const WorkStep> steps) {
    for (const WorkStep& step : steps) {
      for (const MessageId message : state.enabled) {
        if (state.trace.name(message) == step.name) node.backtrack.push_back(message);
      }
    }
  };
  if (work.shared) {
    add(work.asleep);
    node.at = node.backtrack.size();
    node.backtrack.push_back(onward->message);
    node.end = node.backtrack.size();
  } else if (!work.branches.empty()) {
    node.variant = work.branches.front().choices;
  }
  add(work.branches);
}

}  // namespace harrier
