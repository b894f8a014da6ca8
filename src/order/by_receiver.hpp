// Sorts messages by something about their receivers; what the orders of Basset share.
#pragma once

#include <algorithm>
#include <vector>

#include "order/order.hpp"

namespace harrier {

/// Sorts by `key(receiver)`, smallest first. Receivers with equal keys come in order of creation,
/// and messages to one receiver in order of sending.
class ByReceiver {
 public:
  template <class KeyOf>
  void sort(const Program& program, std::span<MessageId> enabled, const KeyOf& key) {
    receivers_.clear();
    for (const MessageId message : enabled) {
      receivers_.push_back({program.origin(message).receiver, message});
    }
    std::ranges::stable_sort(receivers_, [&](const Entry& first, const Entry& second) {
      const auto one = key(first.receiver);
      const auto other = key(second.receiver);
      return one != other ? one < other : first.receiver < second.receiver;
    });
    for (std::size_t i = 0; i < enabled.size(); ++i) enabled[i] = receivers_[i].message;
  }

 private:
  struct Entry {
    ActorId receiver;
    MessageId message;
  };
  std::vector<Entry> receivers_;
};

}  // namespace harrier
