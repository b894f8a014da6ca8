// Explores states together with others: leaves them steps, and goes to those that they have left.
#include <algorithm>
#include <utility>

#include "states/depth_first.hpp"

namespace harrier {

/// Waits at the start for steps that another search leaves; returns whether there are any.
bool DepthFirst::takes_given() {
  std::optional<GivenSteps> given = shared_->market.take();
  if (!given) return false;
  Node& start = nodes_.back();
  start.next = start.end = start.todo_begin;
  todo_.clear();
  asleep_.clear();
  sleepers_.clear();
  touched_.clear();
  shallowest_ = 0;
  given_next_ = 0;
  given_ = std::move(given);
  if (given_->states.front().depth == 0) add_given(given_->states[given_next_++]);
  if (given_->path.empty()) given_.reset();
  return true;
}

/// Returns the next step on the way to the steps that another search has left.
Step DepthFirst::follow(const State& state) {
  const std::size_t depth = state.trace.size();
  const GivenSteps::Onward& onward = given_->path[depth];
  if (std::ranges::find(state.enabled, onward.message) == state.enabled.end()) {
    throw NondeterminismError(depth, "a message that was delivered here before cannot be now");
  }
  nodes_.back().follows = true;
  ++steps_to_given_;
  return {onward.message, onward.choices};
}

void DepthFirst::enter_given(const State& state) {
  const std::size_t depth = state.trace.size();
  if (state.trace.back().leads_nowhere()) {
    throw NondeterminismError(depth - 1, "it did not fail before and does now");
  }
  if (given_->states[given_next_].depth == depth) add_given(given_->states[given_next_++]);
  if (depth < given_->path.size()) return;
  const Fingerprint expected = std::exchange(given_, std::nullopt)->end;
  if (expected != Fingerprint{} && state.program.fingerprints()->state() != expected) {
    throw NondeterminismError(depth - 1,
                              "the same steps led to another fingerprint before (what "
                              "hash_append adds may depend on something else)");
  }
}

/// Adds what another search has left to the state entered last.
void DepthFirst::add_given(const GivenSteps::From& given) {
  Node& node = nodes_.back();
  node.uncompared = given.uncompared;
  for (const GivenSteps::Sleeper& one : given.asleep) {
    const auto begin = static_cast<std::uint32_t>(touched_.size());
    touched_.insert(touched_.end(), one.touched.begin(), one.touched.end());
    asleep_.push_back(static_cast<std::uint32_t>(sleepers_.size()));
    sleepers_.push_back({one.content, begin, static_cast<std::uint32_t>(touched_.size())});
  }
  todo_.insert(todo_.end(), given.todo.begin(), given.todo.end());
  node.end = static_cast<std::uint32_t>(todo_.size());
  left_ += remaining(node);
}

/// Leaves half of what is to be explored to others, from the states nearest to the start: the way
/// there is short, and more may lie behind.
void DepthFirst::give_some(const Trace& trace) {
  GivenSteps given;
  std::size_t to_give = left_ / 2;
  for (std::size_t& depth = shallowest_; to_give > 0;) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(remaining(nodes_[depth]), to_give));
    if (count > 0) given.states.push_back(split_off(depth, count));
    to_give -= count;
    if (remaining(nodes_[depth]) == 0) ++depth;
  }
  const std::size_t last = given.states.back().depth;
  given.end = nodes_[last].state;
  for (std::size_t i = 0; i < last; ++i) {
    const std::span<const Choice> choices = trace.choices(i);
    given.path.push_back({trace[i].message, {choices.begin(), choices.end()}});
  }
  shared_->market.give(std::move(given));
}

/// Takes the last steps out of what is to be explored from a state on the path. They are explored
/// beside those that stay: neither sleep because of the others.
GivenSteps::From DepthFirst::split_off(std::size_t depth, std::uint32_t count) {
  Node& node = nodes_[depth];
  GivenSteps::From from;
  from.depth = depth;
  from.uncompared = node.uncompared;
  from.todo.assign(todo_.begin() + (node.end - count), todo_.begin() + node.end);
  node.end -= count;
  left_ -= count;
  const std::size_t asleep_end =
      depth + 1 < nodes_.size() ? nodes_[depth + 1].asleep_begin : asleep_.size();
  for (std::size_t i = node.asleep_begin; i < asleep_end; ++i) {
    const Sleeper& sleeper = sleepers_[asleep_[i]];
    const std::span<const ResourceAccess> touched = this->touched(sleeper);
    from.asleep.push_back({sleeper.content, {touched.begin(), touched.end()}});
  }
  return from;
}

}  // namespace harrier
