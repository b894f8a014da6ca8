// A random walk that draws an actor first and then one of its messages.
#include "sampling/actor_walk.hpp"

#include <algorithm>

namespace harrier {

void ActorWalk::begin(const Trace&, Draw& draw) { draw_ = &draw; }

Sampler::Pick ActorWalk::pick(const Trace& trace, std::span<const MessageId> enabled) {
  if (enabled.size() == 1) return {.index = 0, .probability = 1};
  if (met_in_.size() < trace.actor_count()) met_in_.resize(trace.actor_count());
  if (receivers_.size() < enabled.size()) {
    receivers_.resize(enabled.size());
    actors_.resize(enabled.size());
  }
  ++picks_;
  std::size_t actor_count = 0;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const auto actor = static_cast<std::uint32_t>(trace.receiver(enabled[i]).index());
    // No branch: which messages are an actor's first is as good as random.
    actors_[actor_count] = actor;
    actor_count += met_in_[actor] != picks_ ? 1 : 0;
    met_in_[actor] = picks_;
    receivers_[i] = actor;
  }
  const std::uint32_t actor = actors_[draw_->below(actor_count)];
  const std::span<const std::uint32_t> receivers(receivers_.data(), enabled.size());
  const auto messages = static_cast<std::uint64_t>(std::ranges::count(receivers, actor));
  Pick pick;
  pick.probability = 1.0 / (static_cast<double>(actor_count) * static_cast<double>(messages));
  for (std::uint64_t before = draw_->below(messages);; ++pick.index) {
    if (receivers[pick.index] == actor && before-- == 0) return pick;
  }
}

}  // namespace harrier
