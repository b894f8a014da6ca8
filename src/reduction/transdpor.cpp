// TransDPOR: one more message at a time, because races between actors' messages are transitive.
#include "reduction/transdpor.hpp"

#include <algorithm>

namespace harrier {

bool TransDpor::is_enabled(std::size_t node, MessageId message) const {
  return std::ranges::any_of(enabled(node),
                             [&](const Enabled& one) { return one.message == message; });
}

void TransDpor::add(std::size_t index, MessageId message, WhenFrozen frozen) {
  Node& node = nodes_[index];
  if (node.freeze && frozen == WhenFrozen::ignore) return;  // line 4'
  if (std::ranges::find(node.backtrack, message) != node.backtrack.end()) return;
  if (!is_enabled(index, message) || asleep(index, message)) return;  // E is empty
  if (node.freeze) node.backtrack.pop_back();
  node.backtrack.push_back(message);  // line 6
  node.freeze = true;
}

void TransDpor::sent(const State& state, MessageId message) {
  races_of(state, message, [&](std::uint32_t i, std::uint32_t j) {
    if (j == Receives::none) return;  // it was there before i, held back by its own actor
    add(i, state.trace[j].message, WhenFrozen::replace);
  });
}

void TransDpor::received(const State& state, const Event& event) {
  races_of_last(state, [&](std::uint32_t i, std::uint32_t j) {
    add(i, j == Receives::none ? event.message : state.trace[j].message, WhenFrozen::ignore);
  });
}

void TransDpor::examine_undelivered(const State& state) {
  for (const MessageId message : state.program.pending()) {
    // What is enabled, where a bound or sleep sets end an execution, may still be delivered.
    if (std::ranges::find(state.enabled, message) != state.enabled.end()) continue;
    races_of(state, message, [&](std::uint32_t i, std::uint32_t j) {
      add(i, j == Receives::none ? message : state.trace[j].message, WhenFrozen::ignore);
    });
  }
}

void TransDpor::open(const State& state) {
  if (size_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[size_];
  node.backtrack.clear();
  node.at = 0;
  node.begun = node.freeze = false;
  const std::span<const Enabled> candidates = enabled();
  const auto first = std::ranges::find_if(
      candidates, [&](const Enabled& one) { return !asleep(size_, one.message); });
  ++size_;
  if (first != candidates.end()) {
    node.backtrack.push_back(first->message);  // line 11
  } else if (!candidates.empty()) {
    examine_undelivered(state);
  }
}

std::optional<Step> TransDpor::next(const State&) {
  Node& node = nodes_[size_ - 1];
  for (; node.at < node.backtrack.size(); ++node.at, node.begun = false) {
    const std::optional<Step> step = step_of(node.backtrack[node.at], node.begun);
    if (!step) continue;
    if (!node.begun) node.freeze = false;  // line 14'
    node.begun = true;
    return step;
  }
  return std::nullopt;
}

}  // namespace harrier
