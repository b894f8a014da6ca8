// Partial order sampling.
//
// Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018, algorithm POS. Event -> the
// step on a message; priority of an event -> priority(message); "in race with the executed event"
// -> addressed to the same actor.
//
// Where we differ: what a step that was not executed touches is not known, so the messages to one
// actor are taken to race, whatever fields they touch. Two messages that do not touch the same
// field draw again more often than in the paper, which costs evenness and loses nothing.
//
// Every execution has a chance. Where e and e' race, each comes first with a chance of a half
// whatever else is delivered between them; there is no bound that holds for all programs. Costs a
// mixing of numbers per enabled step.
#pragma once

#include <memory>
#include <vector>

#include "sampling/sampler.hpp"

namespace harrier {

class PartialOrderSampling final : public Sampler {
 public:
  void begin(const Trace& trace, Draw& draw) override;
  Pick pick(const Trace& trace, std::span<const MessageId> enabled) override;
  std::unique_ptr<Sampler> fork(std::uint64_t) const override {
    return std::make_unique<PartialOrderSampling>();
  }

 private:
  /// Drawn when the message is sent, and again whenever its receiver has taken another one.
  std::uint64_t priority(MessageId message, ActorId receiver) const {
    return mix(mix(key_, message.value), taken_[receiver.index()]);
  }

  std::uint64_t key_ = 0;
  std::vector<std::uint32_t> taken_;  ///< per actor, how many messages it has taken
};

}  // namespace harrier
