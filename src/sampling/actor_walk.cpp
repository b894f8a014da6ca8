// A random walk that draws an actor first and then one of its messages.
#include "sampling/actor_walk.hpp"

namespace harrier {

void ActorWalk::begin(const Trace&, Draw& draw) { draw_ = &draw; }

Sampler::Pick ActorWalk::pick(const Trace& trace, std::span<const MessageId> enabled) {
  if (counts_.size() < trace.actor_count()) counts_.resize(trace.actor_count(), 0);
  actors_.clear();
  for (const MessageId message : enabled) {
    const ActorId actor = trace.receiver(message);
    if (counts_[actor.index()]++ == 0) actors_.push_back(actor);
  }
  const ActorId actor = actors_[draw_->below(actors_.size())];
  std::uint64_t left = draw_->below(counts_[actor.index()]);
  Pick pick;
  pick.probability =
      1.0 / (static_cast<double>(actors_.size()) * static_cast<double>(counts_[actor.index()]));
  while (trace.receiver(enabled[pick.index]) != actor || left-- != 0) ++pick.index;
  for (const ActorId counted : actors_) counts_[counted.index()] = 0;
  return pick;
}

}  // namespace harrier
