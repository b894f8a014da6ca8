// Prefers messages to the actor to which one was sent last (Lauterburg's thesis, section 4.2).
#pragma once

#include "order/by_receiver.hpp"

namespace harrier {

class Lifo final : public Order {
 public:
  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    last_.assign(trace.actor_count(), 0);
    std::uint32_t time = 0;
    for (const MessageId message : enabled) last_[trace.receiver(message).index()] = ++time;
    by_receiver_.sort(trace, enabled, [&](ActorId receiver) { return ~last_[receiver.index()]; });
  }

 private:
  std::vector<std::uint32_t> last_;  ///< per actor, when the last of the messages was sent to it
  ByReceiver by_receiver_;
};

}  // namespace harrier
