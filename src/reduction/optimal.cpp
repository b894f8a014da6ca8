// Optimal dynamic partial-order reduction.
#include "reduction/optimal.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "harrier/usage_error.hpp"

namespace harrier {

void Optimal::entered(const State& state) {
  if (state.trace.empty()) {
    nodes_.push_back({.tree = trees_.make()});
    return;
  }
  // The tree of a state is what is left below the branch that led to it.
  const WakeupTrees::NodeId branch = nodes_.back().current;
  TreeStep& step = trees_.step(branch);
  const auto choices = state.trace.choices(state.trace.size() - 1);
  step.choices.assign(choices.begin(), choices.end());
  step.touched.assign(touched(state.trace.size() - 1));
  nodes_.push_back({.tree = branch});
}

std::optional<Step> Optimal::next(const State& state) {
  Node& node = nodes_.back();
  const std::size_t here = nodes_.size() - 1;
  if (is_shared(here)) return std::nullopt;
  if (!node.begun) {
    node.begun = true;
    if (trees_.first_child(node.tree) == WakeupTrees::none) {
      node.free = true;
      // Nothing is asked for: go on with any step that does not sleep.
      const MessageId free = reversed_.empty() ? first_awake(state.enabled) : calmest(state);
      if (!free) return std::nullopt;
      trees_.prepend(node.tree, state.trace.name(free), choices_);
    }
  }
  for (node.current = trees_.first_child(node.tree); node.current != WakeupTrees::none;
       node.current = trees_.first_child(node.tree)) {
    const TreeStep& step = trees_.step(node.current);
    const auto at = std::ranges::find_if(
        state.enabled, [&](MessageId message) { return state.trace.name(message) == step.name; });
    if (at != state.enabled.end()) return Step{*at, step.choices};
    if (step.touched.is_sure()) {
      throw NondeterminismError(state.trace.size(),
                                "a message that is to be delivered here cannot be");
    }
    trees_.remove(node.tree, node.current);
  }
  return std::nullopt;
}

/// Returns the first message that does not sleep, and in `choices_` what it chooses; none where all
/// sleep.
MessageId Optimal::first_awake(std::span<const MessageId> among) {
  const std::size_t here = nodes_.size() - 1;
  const auto awake = std::ranges::find_if(
      among, [&](MessageId message) { return sleep().awake(here, message, choices_); });
  return awake != among.end() ? *awake : MessageId();
}

/// Returns, likewise, the one that was in the fewest reversals, in powers of two; the newest of
/// equals.
MessageId Optimal::calmest(const State& state) {
  const std::size_t here = nodes_.size() - 1;
  const std::size_t count = state.enabled.size() - state.vain_count;
  MessageId calmest;
  int least = std::numeric_limits<int>::max();
  for (std::size_t i = count; i-- > 0 && least != 0;) {
    const MessageId message = state.enabled[i];
    const int level = std::bit_width(reversed(state, message));
    if (level >= least || !sleep().awake(here, message, choices_)) continue;
    calmest = message;
    least = level;
    chosen_.assign(choices_.begin(), choices_.end());
  }
  if (!calmest) return first_awake(state.enabled.subspan(count));
  choices_.swap(chosen_);
  return calmest;
}

std::optional<std::size_t> Optimal::left(std::size_t node, std::size_t) const {
  const std::size_t branches = trees_.child_count(nodes_[node].tree);
  return nodes_[node].current == WakeupTrees::none ? branches : branches - 1;
}

void Optimal::explored(const State&) {
  const Node left = nodes_.back();
  nodes_.pop_back();
  if (nodes_.empty()) {
    trees_.drop(left.tree);
    return;
  }
  Node& node = nodes_.back();
  trees_.remove(node.tree, node.current);
  node.current = WakeupTrees::none;
}

Insertion Optimal::apply(const State& state, Reversal& reversal) {
  // What others know by now is a matter of timing, so what is planned elsewhere is not counted.
  if (is_shared(reversal.first)) return plan_elsewhere(state, reversal);
  Sequence& sequence = sequence_of(state, reversal);
  const Insertion awake = wake(reversal.first, sequence, asleep_);
  if (awake.kind != Insertion::Kind::planned) return awake;
  const Node& node = nodes_[reversal.first];
  const Insertion done = trees_.insert(node.tree, node.current, sequence, asleep_);
  if (!reversed_.empty() && done.kind == Insertion::Kind::planned) {
    ++reversed(state, reversal.message);
    ++reversed(state, state.trace[reversal.first].message);
  }
  return done;
}

/// Hands a sequence over to whoever explores from a shared state, unless what is known of the
/// state's tree covers it. That only becomes more, so it is right even if it is old. What was
/// handed over since covers nothing: by then something else may cover that one, and leave this one
/// out.
Insertion Optimal::plan_elsewhere(const State& state, Reversal& reversal) {
  // Nobody else can find out what this step touches.
  if (!reversal.footprint.complete()) return {Insertion::Kind::undecided, &reversal.footprint};
  Sequence& sequence = sequence_of(state, reversal);
  if (elsewhere_) {
    if (elsewhere_->covers(reversal.first, sequence)) return {};
    hand_over(sequence_of(state, reversal).value(reversal.first));
    return {Insertion::Kind::planned, nullptr};
  }
  const Insertion awake = wake(reversal.first, sequence, asleep_);
  if (awake.kind != Insertion::Kind::planned) return awake;
  const Node& node = nodes_[reversal.first];
  const Insertion found = trees_.find(node.tree, node.current, sequence, asleep_);
  if (found.kind == Insertion::Kind::planned) {
    hand_over(sequence_of(state, reversal).value(reversal.first));
  }
  return found;
}

void Optimal::go_on_with(const Work& work) {
  elsewhere_ = work.elsewhere;
  // What a piece of work finds must not depend on what this walk did before.
  std::ranges::fill(reversed_, 0);
  find_races_from(work.steps_known);
}

void Optimal::take_branches(const Taken& state, StateWork& work) const {
  const Node& node = nodes_[state.node];
  work.begun = node.begun;
  work.free = node.begun ? node.free : trees_.first_child(node.tree) == WakeupTrees::none;
  trees_.write_below(node.tree, state.goes_on ? node.current : WakeupTrees::none, work.branches);
}

void Optimal::put_branches(const State& state, const StateWork& work, const Step* onward) {
  const bool lacks_branch = onward != nullptr && work.asks && work.branches.empty();
  if ((work.shared && onward == nullptr) || lacks_branch) {
    throw UsageError("the rest of a search does not fit this program: a step is missing");
  }
  Node& node = nodes_.back();
  node.begun = work.begun;
  node.free = work.free;
  if (work.shared) {
    trees_.read_below(node.tree, work.asleep);
    node.current = trees_.append(node.tree, state.trace.name(onward->message), onward->choices);
    trees_.read_below(node.tree, work.branches);
    return;
  }
  trees_.read_below(node.tree, work.branches);
  if (onward == nullptr) return;
  // What was asked for and not executed is still the first branch, with all that follows it.
  if (!work.asks) {
    trees_.prepend(node.tree, state.trace.name(onward->message), onward->choices);
  }
  node.current = trees_.first_child(node.tree);
}

}  // namespace harrier
