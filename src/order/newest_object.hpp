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
  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    std::ranges::reverse(enabled);
    // What the last step sent is the newest there is, and now first.
    std::size_t sent = 0;
    if (!trace.empty()) {
      const EventId last(trace.size() - 1);
      while (sent < enabled.size() && trace.message(enabled[sent]).sent_by == last) ++sent;
    }
    const auto newest_first = [](ActorId receiver) { return ~receiver.value; };
    by_receiver_.sort(trace, enabled.first(sent), newest_first);
    by_receiver_.sort(trace, enabled.subspan(sent), newest_first);
  }

 private:
  ByReceiver by_receiver_;
};

}  // namespace harrier
