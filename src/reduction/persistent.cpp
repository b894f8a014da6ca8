// Dynamic partial-order reduction with persistent sets.
#include "reduction/persistent.hpp"

#include <algorithm>

namespace harrier {

void Persistent::sent(const State& state, MessageId message) {
  races_of(state, message, [&](std::uint32_t k, std::uint32_t j) {
    if (j == Receives::none) return;  // it was there before k, held back by its own actor
    std::vector<ActorId>& actors = nodes_[k].actors;
    const ActorId cause = state.trace[j].actor;
    if (std::ranges::find(actors, cause) == actors.end()) actors.push_back(cause);
  });
}

void Persistent::open(const State&) {
  if (size_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[size_];
  node.actors.clear();
  node.actor_at = node.at = 0;
  node.begun = false;
  // choose(P): the first actor that has a message to deliver.
  for (const Enabled& candidate : enabled()) {
    if (asleep(size_, candidate.message)) continue;
    node.actors.push_back(candidate.receiver);
    break;
  }
  ++size_;
}

std::optional<Step> Persistent::next(const State&) {
  Node& node = nodes_[size_ - 1];
  const std::span<const Enabled> candidates = enabled();
  for (; node.actor_at < node.actors.size(); ++node.actor_at, node.at = 0) {
    for (; node.at < candidates.size(); ++node.at, node.begun = false) {
      if (candidates[node.at].receiver != node.actors[node.actor_at]) continue;
      const std::optional<Step> step = step_of(candidates[node.at].message, node.begun);
      node.begun = true;
      if (step) return step;
    }
  }
  return std::nullopt;
}

}  // namespace harrier
