// The messages of an execution as chains, each sent by the delivery of the one before it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// Puts every message into a chain as it is sent. A message goes on with the chain of the message
/// whose delivery sent it, if nothing else has yet, and begins one otherwise.
///
/// Sending makes a forest of the messages, and each chain ends in a leaf of it: there are exactly
/// as many chains as leaves. Leaves do not cause each other, so no partition has fewer, and nobody
/// has to know the rest of the execution. Costs O(1) per message.
class MessageChains {
 public:
  void clear() {
    chain_of_.clear();
    count_ = 0;
  }
  /// Takes note of what has been sent since the last call; calls `added(message, chain)` for each.
  template <class Added>
  void extend(const Trace& trace, const Added& added) {
    for (std::size_t i = chain_of_.size(); i < trace.message_count(); ++i) {
      const Trace::Message& message = trace.message(MessageId(i));
      const bool goes_on = message.sent_by && message.position == 0;
      chain_of_.push_back(goes_on ? chain_of_[trace[message.sent_by.index()].message.index()]
                                  : count_++);
      added(MessageId(i), chain_of_.back());
    }
  }
  std::uint32_t chain_of(MessageId message) const { return chain_of_[message.index()]; }
  std::uint32_t count() const { return count_; }

 private:
  std::vector<std::uint32_t> chain_of_;
  std::uint32_t count_ = 0;
};

}  // namespace harrier
