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
  /// How many messages an actor has among the enabled ones.
  struct Count {
    std::uint64_t pick = 0;  ///< it is of that one
    std::uint32_t messages = 0;
  };

  Draw* draw_ = nullptr;
  std::uint64_t picks_ = 0;
  std::vector<Count> counts_;          ///< per actor
  std::vector<std::uint32_t> actors_;  ///< those with enabled messages, and room for more
  std::vector<std::uint64_t> places_;  ///< of the enabled messages among those of their actors
};

}  // namespace harrier
