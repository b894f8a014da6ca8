// Sorts messages by something about their receivers; what the orders of Basset share.
#pragma once

#include <algorithm>
#include <vector>

#include "order/order.hpp"

namespace harrier {

/// Sorts by `key(receiver)`, smallest first. Receivers with equal keys come in order of creation,
/// and messages to one receiver as they were.
class ByReceiver {
 public:
  template <class KeyOf>
  void sort(const Trace& trace, std::span<MessageId> enabled, const KeyOf& key) {
    entries_.clear();
    for (const MessageId message : enabled) {
      const auto position = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({trace.receiver(message), position, message});
    }
    // With the position this is a stable sort, and needs no memory.
    std::ranges::sort(entries_, [&](const Entry& first, const Entry& second) {
      if (first.receiver == second.receiver) return first.position < second.position;
      const auto one = key(first.receiver);
      const auto other = key(second.receiver);
      return one != other ? one < other : first.receiver < second.receiver;
    });
    for (std::size_t i = 0; i < enabled.size(); ++i) enabled[i] = entries_[i].message;
  }

 private:
  struct Entry {
    ActorId receiver;
    std::uint32_t position = 0;
    MessageId message;
  };
  std::vector<Entry> entries_;
};

}  // namespace harrier
