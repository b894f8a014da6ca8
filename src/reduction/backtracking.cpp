// What persistent, dcute and transdpor share: the path with its receives, and sleep sets on demand.
#include "reduction/backtracking.hpp"

#include <algorithm>

#include "harrier/internal_error.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

void Backtracking::enter(const State& state) {
  HARRIER_CHECK(nodes_.size() == state.trace.size(),
                "a state is entered that is not the next on the path", nodes_.size(),
                state.trace.size());
  const std::span<const MessageId> pending = state.program.pending();
  if (state.trace.empty()) {
    if (sleeps_) sleep_.start();
  } else {
    const Event& event = state.trace.back();
    require_own_resources(state);
    receives_.push(state.trace);
    if (sleeps_) {
      name_touched(state.trace);
      sleep_.push(event.message, named_);
    }
    // One message was taken away; the new ones are at the end.
    HARRIER_CHECK(pending.size() + 1 >= nodes_.back().pending_count,
                  "a message is no longer pending, and it was not delivered", pending.size(),
                  nodes_.back().pending_count);
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
  const ActorId actor = state.trace.back().actor;
  for (const ResourceAccess& touched : state.trace.resources(state.trace.size() - 1)) {
    if (touched.resource.owner() == Owner(actor)) continue;
    throw UsageError(
        "this reduction takes steps of different actors to be independent, which those of "
        "processes, of CAF and MPI programs and of models that test futures or let time pass are "
        "not; persistent with --dependence field, source, optimal and udpor take them");
  }
}

void Backtracking::name_touched(const Trace& trace) {
  named_.clear();
  for (const ResourceAccess& one : trace.resources(trace.size() - 1)) {
    named_.push_back({trace.name(one.resource), one.access});
  }
}

/// Adds the enabled messages to the last node: one actor's together, the actor of the most
/// preferred message first.
void Backtracking::add_enabled(const State& state) {
  if (ranks_.size() < state.trace.actor_count()) ranks_.resize(state.trace.actor_count(), 0);
  const std::uint64_t unranked = rank_next_;
  bool together = true;
  std::uint64_t rank_last = 0;
  std::uint32_t position = 0;
  for (const MessageId message : state.enabled) {
    const ActorId receiver = state.trace.receiver(message);
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
  HARRIER_CHECK(nodes_.size() == state.trace.size() + 1,
                "a state is left that is not the last on the path", nodes_.size(),
                state.trace.size());
  close();
  enabled_.resize(nodes_.back().enabled_begin);
  nodes_.pop_back();
  if (sleeps_) sleep_.pop();
  if (state.trace.empty()) return;
  const Event& event = state.trace.back();
  receives_.pop(state.trace);
  if (sleeps_) {
    name_touched(state.trace);
    sleep_.add({state.trace.name(event.message), event.message,
                state.trace.choices(state.trace.size() - 1), named_});
  }
}

}  // namespace harrier
