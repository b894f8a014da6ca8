// Prefers messages to the latest created actor (Lauterburg's thesis, section 4.2).
#pragma once

#include "order/by_receiver.hpp"

namespace harrier {

class Lca final : public Order {
 public:
  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    by_receiver_.sort(trace, enabled, [](ActorId receiver) { return ~receiver.value; });
  }

 private:
  ByReceiver by_receiver_;
};

}  // namespace harrier
