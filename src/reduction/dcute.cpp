// Dynamic partial-order reduction as in dCUTE.
#include "reduction/dcute.hpp"

namespace harrier {

void Dcute::sent(const State& state, MessageId message) {
  races_of(state, message, [&](std::uint32_t k, std::uint32_t j) {
    if (j == Receives::none) return;  // it was there before k, held back by its own actor
    nodes_[k].needs_delay = true;
  });
}

void Dcute::open(const State&) { nodes_.emplace_back(); }

std::optional<Step> Dcute::next(const State&) {
  Node& node = nodes_.back();
  const std::span<const Enabled> candidates = enabled();
  for (; node.at < candidates.size(); ++node.at, node.begun = false) {
    const Enabled& candidate = candidates[node.at];
    if (candidate.receiver != node.actor) {  // a != b in the figure
      if (!node.needs_delay) return std::nullopt;
      node.actor = candidate.receiver;
      node.fresh = true;
    }
    const std::optional<Step> step = step_of(candidate.message, node.begun);
    if (!step) continue;
    if (node.fresh) node.needs_delay = false;
    node.fresh = false;
    node.begun = true;
    return step;
  }
  return std::nullopt;
}

}  // namespace harrier
