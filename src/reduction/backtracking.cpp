// What persistent, dcute and transdpor share: the path with its receives, and sleep sets on demand.
#include "reduction/backtracking.hpp"

#include <algorithm>

#include "harrier/registry.hpp"

namespace harrier {

void Backtracking::enter(const State& state) {
  const std::span<const MessageId> pending = state.program.pending();
  if (state.trace.empty()) {
    if (sleeps_) sleep_.start();
  } else {
    const Event& event = state.trace.back();
    require_own_resources(state);
    receives_.push(state.program, state.trace);
    if (sleeps_) sleep_.push(event.message, state.trace.resources(event));
    // One message was taken away; the new ones are at the end.
    for (const MessageId message : pending.subspan(nodes_.back().pending_count - 1)) {
      sent(state, message);
    }
    received(state, event);
  }
  nodes_.push_back({enabled_.size(), pending.size()});
  add_enabled(state);
  open(state);
}

/// Makes sure that the last step touched nothing but its own actor, on which all this relies.
void Backtracking::require_own_resources(const State& state) {
  const Event& event = state.trace.back();
  for (const ResourceAccess& touched : state.trace.resources(event)) {
    if (touched.resource.owner() == event.actor.value) continue;
    throw UsageError("this reduction takes steps of different actors to be independent, but " +
                     state.program.actor_name(event.actor) +
                     " touched something else than itself; source and optimal explore such "
                     "programs");
  }
}

/// Adds the enabled messages to the last node: one actor's together, the actor of the most
/// preferred message first.
void Backtracking::add_enabled(const State& state) {
  if (ranks_.size() < state.program.actor_count()) ranks_.resize(state.program.actor_count(), 0);
  const std::uint64_t unranked = rank_next_;
  bool together = true;
  std::uint64_t rank_last = 0;
  std::uint32_t position = 0;
  for (const MessageId message : state.enabled) {
    const ActorId receiver = state.program.origin(message).receiver;
    enabled_.push_back({message, receiver, position++});
    std::uint64_t& rank = ranks_[receiver.index()];
    if (rank < unranked) rank = rank_next_++;
    together &= rank >= rank_last;
    rank_last = rank;
  }
  if (together) return;
  const auto begin = enabled_.begin() + static_cast<std::ptrdiff_t>(nodes_.back().enabled_begin);
  std::sort(begin, enabled_.end(), [this](const Enabled& first, const Enabled& second) {
    return first.receiver == second.receiver
               ? first.position < second.position
               : ranks_[first.receiver.index()] < ranks_[second.receiver.index()];
  });
}

void Backtracking::leave(const State& state) {
  close();
  enabled_.resize(nodes_.back().enabled_begin);
  nodes_.pop_back();
  if (sleeps_) sleep_.pop();
  if (state.trace.empty()) return;
  const Event& event = state.trace.back();
  receives_.pop();
  if (sleeps_) {
    sleep_.add({0, event.message, state.trace.choices(event), state.trace.resources(event)});
  }
}

}  // namespace harrier
