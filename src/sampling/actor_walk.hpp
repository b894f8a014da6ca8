// A random walk that draws an actor first and then one of its messages: the probes of the estimate.
#pragma once

#include <vector>

#include "sampling/sampler.hpp"

namespace harrier {

/// Actors that can go on are equally likely, whatever number of messages they have. So are, where
/// an execution is put in order at random, those that have an event left (ClassWeight): the two
/// differ little, and the estimate with them.
class ActorWalk final : public Sampler {
 public:
  void begin(const Trace& trace, Draw& draw) override;
  Pick pick(const Trace& trace, std::span<const MessageId> enabled) override;

 private:
  Draw* draw_ = nullptr;
  std::vector<std::uint32_t> counts_;  ///< per actor; 0 between two picks
  std::vector<ActorId> actors_;        ///< those with enabled messages
};

}  // namespace harrier
