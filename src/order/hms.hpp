// Prefers messages to the actor that has sent most per message received (Lauterburg's thesis,
// section 4.2).
#pragma once

#include "order/by_receiver.hpp"

namespace harrier {

/// Averages over the whole exploration so far. An actor of which nothing is known counts as 1.
class Hms final : public Order {
 public:
  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    if (records_.size() < trace.actor_count()) records_.resize(trace.actor_count());
    if (!trace.empty()) {
      Record& record = records_[trace.back().actor.index()];
      record.sent += trace.back().sent_count;
      ++record.received;
    }
    by_receiver_.sort(trace, enabled,
                      [&](ActorId receiver) { return -records_[receiver.index()].average(); });
  }

  bool learns() const override { return true; }

 private:
  struct Record {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;

    double average() const {
      return received == 0 ? 1.0 : static_cast<double>(sent) / static_cast<double>(received);
    }
  };
  std::vector<Record> records_;  ///< per actor
  ByReceiver by_receiver_;
};

}  // namespace harrier
