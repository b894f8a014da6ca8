// Dynamic partial-order reduction with persistent sets.
#include "reduction/persistent.hpp"

#include <algorithm>

namespace harrier {

void Persistent::sent(const State& state, MessageId message) {
  races_of(state, message, [&](std::uint32_t k, std::uint32_t j) {
    if (j == Receives::none) return;  // it was there before k, held back by its own actor
    std::vector<ActorId>& actors = nodes_[k].actors;
    const ActorId cause = state.trace[j].actor;
    if (std::ranges::find(actors, cause) != actors.end()) return;
    actors.push_back(cause);
    if (nodes_[k].shared) hand_over(state.trace, k, cause);
  });
}

/// Asks for all messages of an actor in a state from which others explore, too.
void Persistent::hand_over(const Trace& trace, std::size_t node, ActorId actor) {
  HandedOver messages(node);
  for (const Enabled& candidate : enabled(node)) {
    if (candidate.receiver != actor) continue;
    messages.add({.name = trace.name(candidate.message)});
  }
  if (!messages.empty()) handed_over_.push_back(std::move(messages));
}

void Persistent::open(const State&) {
  if (size_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[size_];
  node.actors.clear();
  node.actor_at = node.at = 0;
  node.begun = node.shared = false;
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
  if (node.shared) return std::nullopt;
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

StateWork Persistent::take(const Taken& state) const {
  const Node& node = nodes_[state.node];
  StateWork work;
  work.begun = true;
  work.free = true;
  if (node.shared) return work;  // the others know
  const std::span<const Enabled> candidates = enabled(state.node);
  for (std::size_t actor = 0; actor < node.actors.size(); ++actor) {
    for (std::size_t at = 0; at < candidates.size(); ++at) {
      if (candidates[at].receiver != node.actors[actor]) continue;
      const bool under_way = actor == node.actor_at && at == node.at && node.begun;
      if (under_way && state.goes_on) continue;
      const bool done = actor < node.actor_at || (actor == node.actor_at && at < node.at);
      (done || under_way ? work.asleep : work.branches).emplace_back().name =
          state.trace.name(candidates[at].message);
    }
  }
  return work;
}

void Persistent::put(const State& state, const StateWork& work, const Step* onward) {
  if (!work.begun) return;
  Node& node = nodes_[size_ - 1];
  node.actors.clear();
  node.shared = work.shared;
  const std::span<const Enabled> candidates = enabled();
  const auto add = [&](auto is_it) {
    const auto found = std::ranges::find_if(candidates, is_it);
    if (found == candidates.end()) return;
    if (std::ranges::find(node.actors, found->receiver) == node.actors.end()) {
      node.actors.push_back(found->receiver);
    }
    node.actor_at = static_cast<std::size_t>(std::ranges::find(node.actors, found->receiver) -
                                             node.actors.begin());
    node.at = static_cast<std::size_t>(found - candidates.begin());
  };
  const auto add_named = [&](const WorkStep& step) {
    add([&](const Enabled& one) { return state.trace.name(one.message) == step.name; });
  };
  for (const WorkStep& step : work.asleep) add_named(step);
  if (onward != nullptr) add([&](const Enabled& one) { return one.message == onward->message; });
  // It goes on behind the last of these.
  const std::size_t actor_at = node.actors.empty() ? 0 : node.actor_at;
  const std::size_t at = node.actors.empty() ? 0 : node.at;
  node.begun = !node.actors.empty();
  for (const WorkStep& step : work.branches) add_named(step);
  node.actor_at = actor_at;
  node.at = at;
}

}  // namespace harrier
