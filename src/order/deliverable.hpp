// Counts the deliverable messages of each actor; what ldm and hdm share.
#pragma once

#include "order/by_receiver.hpp"

namespace harrier {

class Deliverable : public Order {
 protected:
  enum class First : std::uint8_t { fewest, most };
  explicit Deliverable(First first) : first_(first) {}

 public:
  void sort(const Trace& trace, std::span<MessageId> enabled) final {
    counts_.assign(trace.actor_count(), 0);
    for (const MessageId message : enabled) ++counts_[trace.receiver(message).index()];
    by_receiver_.sort(trace, enabled, [&](ActorId receiver) {
      const std::uint32_t count = counts_[receiver.index()];
      return first_ == First::fewest ? count : ~count;
    });
  }

 private:
  First first_;
  std::vector<std::uint32_t> counts_;
  ByReceiver by_receiver_;
};

}  // namespace harrier
