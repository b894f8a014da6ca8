// Actor and task selection as published.
#include "reduction/actor_selection.hpp"

#include <algorithm>
#include <string>

#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

bool contains(std::span<const MessageId> messages, MessageId message) {
  return std::ranges::find(messages, message) != messages.end();
}

}  // namespace

Coverage ActorSelection::covers() const {
  return Coverage::part("the executions that the strategy of FORTE 2014 selects, in " +
                        std::to_string(heuristic_uses_) + " states by its heuristics");
}

void ActorSelection::enter(const State& state) {
  if (state.trace.empty()) {
    outlook_ = state.program.outlook();
    marked_.clear();
    if (outlook_ == nullptr) {
      throw UsageError(
          "apet needs to know what messages may lead to, which only ABS models can tell: it is for "
          "harrier abs");
    }
  }
  Node& node = nodes_.emplace_back();
  node.marked = marked_;
  if (state.enabled.empty()) return;
  outlook_->look();
  const ActorId actor = choose(state);
  for (const MessageId message : state.program.pending()) {
    if (state.trace.receiver(message) == actor) node.queue.push_back(message);
  }
  std::ranges::reverse(node.queue);
  if (selects_tasks_) return;
  node.marked.clear();
}

/// Returns the actor that the strategy runs: a stable one, else the one with the smallest sum.
ActorId ActorSelection::choose(const State& state) {
  std::vector<ActorId> candidates;
  for (const MessageId message : state.enabled) {
    const ActorId receiver = state.trace.receiver(message);
    if (std::ranges::find(candidates, receiver) == candidates.end()) candidates.push_back(receiver);
  }
  std::ranges::sort(candidates);
  const ActorId last = state.trace.empty() ? ActorId() : state.trace.back().actor;
  const bool keeps_last = std::ranges::find(candidates, last) != candidates.end();
  if (keeps_last && outlook_->published_stability(last) == Stability()) return last;

  std::vector<Stability> sums;
  for (const ActorId actor : candidates) sums.push_back(outlook_->published_stability(actor));
  const auto least = std::ranges::min_element(sums);
  const auto at = [&](auto found) { return candidates[static_cast<std::size_t>(found)]; };
  if (*least == Stability()) {
    if (!ties_.newest_stable) return at(least - sums.begin());
    const auto newest = std::find(sums.rbegin(), sums.rend(), Stability());
    return at(sums.rend() - newest - 1);
  }
  ++heuristic_uses_;
  if (ties_.last_among_equals && keeps_last && outlook_->published_stability(last) == *least) {
    return last;
  }
  return at(least - sums.begin());
}

std::optional<Step> ActorSelection::next(const State& state) {
  Node& node = nodes_.back();
  while (node.next < node.queue.size()) {
    const MessageId message = node.queue[node.next++];
    if (!contains(state.enabled, message) || contains(node.marked, message)) continue;
    mark(node, message);
    return Step{message, {}};
  }
  return std::nullopt;
}

/// Marks what stands behind the chosen task and is independent of it.
void ActorSelection::mark(const Node& node, MessageId chosen) {
  marked_ = node.marked;
  if (!selects_tasks_) return;
  for (std::size_t i = node.next; i < node.queue.size(); ++i) {
    const MessageId behind = node.queue[i];
    const auto at = std::ranges::find(marked_, behind);
    const bool independent = outlook_->names_different_fields(chosen, behind);
    if (independent && at == marked_.end()) marked_.push_back(behind);
    if (!independent && at != marked_.end()) marked_.erase(at);
  }
}

}  // namespace harrier
