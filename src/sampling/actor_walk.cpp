// A random walk that draws an actor first and then one of its messages.
#include "sampling/actor_walk.hpp"

namespace harrier {

namespace {

/// Names an actor's n-th message.
constexpr std::uint64_t place(std::uint64_t actor, std::uint64_t number) {
  return actor << 32U | number;
}

}  // namespace

void ActorWalk::begin(const Trace&, Draw& draw) { draw_ = &draw; }

Sampler::Pick ActorWalk::pick(const Trace& trace, std::span<const MessageId> enabled) {
  if (enabled.size() == 1) return {.index = 0, .probability = 1};
  if (counts_.size() < trace.actor_count()) counts_.resize(trace.actor_count());
  if (places_.size() < enabled.size()) {
    places_.resize(enabled.size());
    actors_.resize(enabled.size());
  }
  ++picks_;
  std::size_t actor_count = 0;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const auto actor = static_cast<std::uint32_t>(trace.receiver(enabled[i]).index());
    Count& count = counts_[actor];
    // No branches: which messages are an actor's first is as good as random.
    const bool is_first = count.pick != picks_;
    const std::uint32_t before = is_first ? 0 : count.messages;
    count = {picks_, before + 1};
    places_[i] = place(actor, before);
    actors_[actor_count] = actor;
    actor_count += is_first ? 1 : 0;
  }
  const std::uint32_t actor = actors_[draw_->below(actor_count)];
  const std::uint32_t messages = counts_[actor].messages;
  const std::uint64_t drawn = place(actor, draw_->below(messages));
  Pick pick;
  pick.probability = 1.0 / (static_cast<double>(actor_count) * static_cast<double>(messages));
  while (places_[pick.index] != drawn) ++pick.index;
  return pick;
}

}  // namespace harrier
