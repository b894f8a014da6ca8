// Prefers what the last step sent, then messages to the latest created actor (Aichernig et al.
// 2009, section 5.2: onHeur).
//
// The report only says that onHeur "also considers the object". This is the rule that gives its
// figures: the steps of one chain stay together, as with nHeur, and where a chain ends or begins,
// the newest object goes first.
#pragma once

#include <algorithm>

#include "order/by_receiver.hpp"

namespace harrier {

class NewestObject final : public Order {
 public:
  void sort(Program& program, const Trace& trace, std::span<MessageId> enabled) override {
    std::ranges::reverse(enabled);
    by_receiver_.sort(program, enabled, [](ActorId receiver) { return ~receiver.value; });
    if (trace.empty()) return;
    const EventId last(trace.size() - 1);
    std::ranges::stable_partition(
        enabled, [&](MessageId message) { return program.origin(message).sent_by == last; });
  }

 private:
  ByReceiver by_receiver_;
};

}  // namespace harrier
