// The random walk: in every state each enabled step is as likely as the others.
#pragma once

#include <cstdint>
#include <memory>

#include "sampling/sampler.hpp"

namespace harrier {

/// Costs one random number per step. Messages that are sent late are as likely as those that have
/// waited for long, so orders in which one waits for k steps get rare by the power of k. Estimates
/// are the business of ActorWalk, whose weights vary less.
class RandomWalk final : public Sampler {
 public:
  void begin(const Trace&, Draw& draw) override { draw_ = &draw; }
  Pick pick(const Trace&, std::span<const MessageId> enabled) override {
    return {.index = draw_->below(enabled.size())};
  }
  std::unique_ptr<Sampler> fork(std::uint64_t) const override {
    return std::make_unique<RandomWalk>();
  }

 private:
  Draw* draw_ = nullptr;
};

}  // namespace harrier
