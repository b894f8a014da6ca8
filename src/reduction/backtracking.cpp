// What persistent, dcute and transdpor share: the path with its receives, and sleep sets on demand.
#include "reduction/backtracking.hpp"

#include <algorithm>

namespace harrier {

void Backtracking::enter(const State& state) {
  const std::span<const MessageId> pending = state.program.pending();
  if (state.trace.empty()) {
    if (sleeps_) sleep_.start();
  } else {
    const Event& event = state.trace.back();
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
  open();
}

/// Adds the enabled messages to the last node: one actor's together, the actor of the most
/// preferred message first.
void Backtracking::add_enabled(const State& state) {
  if (ranks_.size() < state.program.actor_count()) ranks_.resize(state.program.actor_count(), 0);
  const std::uint64_t unranked = rank_next_;
  for (const MessageId message : state.enabled) {
    const ActorId receiver = state.program.origin(message).receiver;
    enabled_.push_back({message, receiver});
    std::uint64_t& rank = ranks_[receiver.index()];
    if (rank < unranked) rank = rank_next_++;
  }
  const auto rank_of = [this](const Enabled& one) { return ranks_[one.receiver.index()]; };
  const auto begin = enabled_.begin() + static_cast<std::ptrdiff_t>(nodes_.back().enabled_begin);
  if (!std::ranges::is_sorted(begin, enabled_.end(), {}, rank_of)) {
    std::ranges::stable_sort(begin, enabled_.end(), {}, rank_of);
  }
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
