// A random walk that draws an actor first and then one of its messages: the probes of the estimate.
#pragma once

#include <cstdint>
#include <memory>
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
  std::unique_ptr<Sampler> fork(std::uint64_t) const override {
    return std::make_unique<ActorWalk>();
  }

 private:
  Draw* draw_ = nullptr;
  std::uint64_t picks_ = 0;
  std::vector<std::uint64_t> met_in_;     ///< per actor, the last pick it had enabled messages in
  std::vector<std::uint32_t> actors_;     ///< those with enabled messages, and room for more
  std::vector<std::uint32_t> receivers_;  ///< of the enabled messages, and room for more
};

}  // namespace harrier
