// A random walk that draws an actor first and then one of its messages.
#include "sampling/actor_walk.hpp"

namespace harrier {

void ActorWalk::begin(const Trace&, Draw& draw) { draw_ = &draw; }

Sampler::Pick ActorWalk::pick(const Trace& trace, std::span<const MessageId> enabled) {
  if (enabled.size() == 1) return {.index = 0, .probability = 1};
  if (counts_.size() < trace.actor_count()) counts_.resize(trace.actor_count());
  ++picks_;
  actors_.clear();
  receivers_.clear();
  for (const MessageId message : enabled) {
    const auto actor = static_cast<std::uint32_t>(trace.receiver(message).index());
    receivers_.push_back(actor);
    Count& count = counts_[actor];
    if (count.pick != picks_) {
      count = {picks_, 0};
      actors_.push_back(actor);
    }
    ++count.messages;
  }
  const std::uint32_t actor = actors_[draw_->below(actors_.size())];
  const std::uint32_t messages = counts_[actor].messages;
  std::uint64_t left = draw_->below(messages);
  Pick pick;
  pick.probability = 1.0 / (static_cast<double>(actors_.size()) * static_cast<double>(messages));
  while (receivers_[pick.index] != actor || left-- != 0) ++pick.index;
  return pick;
}

}  // namespace harrier
