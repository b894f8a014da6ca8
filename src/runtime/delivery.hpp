// Delivery models: which message must come before which, and what that makes steps depend on.
//
// Messages are kept in order among those the receiver accepts: one that is held back by a
// constraint is passed over, as selective receive does. All that a model must know is in the ledger
// of the execution, so any program that keeps one can have its messages ordered.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/bits.hpp"
#include "harrier/options.hpp"
#include "harrier/outside.hpp"

namespace harrier::detail {

class DeliveryOrder final : public Outside, public Gate {
 public:
  DeliveryOrder(DeliveryModel model, const Ledger& ledger) : model_(model), ledger_(ledger) {}

  /// Tells whether the model wants `first` delivered before `second`, both accepted by the
  /// receiver.
  bool precedes(MessageId first, MessageId second) const;
  /// Tells whether a step knew, under causal delivery, that a message had been sent.
  bool knows(StepNumber step, MessageId message) const;

  /// Takes note of what the step that has just begun knows: what its actor and the sender of its
  /// message knew, and what these further steps did.
  void begin(std::span<const StepNumber> learns_from) override;
  void append_touched(const StepEffects& step, std::vector<ResourceAccess>& out) const override;
  void hash_message(MessageId message, const StateNames& names,
                    Fingerprint& content) const override;
  void hash(const StateNames& names, Fingerprint& state) const override;
  std::string text() const override { return "the order of messages"; }
  const Gate* gate() const override { return this; }

  bool opens(MessageId message, const Past& past, Accepts accepts) const override;
  void append_open(std::span<const MessageId> pending, const Past& now, Accepts accepts,
                   std::vector<MessageId>& out) const override;
  void append_causes(MessageId message, std::vector<EventId>& out) const override;
  std::string reason() const override { return "an earlier message must be delivered first"; }

 private:
  /// A pending message that its receiver accepts.
  struct Accepted {
    MessageId message;
    ActorId receiver;
    std::uint32_t previous = 0;  ///< the same receiver's one before, + 1
  };

  bool is_next(MessageId message, Accepts accepts) const;
  bool sent_causally_before(MessageId first, MessageId second) const;
  void hash_queues(const StateNames& names, Fingerprint& state) const;
  void hash_knowledge(const StateNames& names, Fingerprint& state) const;

  const DeliveryModel model_;
  const Ledger& ledger_;
  // Per step, under causal delivery: the steps it knows, and how many of the set-up's messages.
  // There may be more of them than there are steps.
  PastRows pasts_;
  std::vector<std::uint32_t> setup_messages_;
  // What was accepted when it was asked last for all that is open.
  mutable std::vector<Accepted> accepted_;
  mutable std::vector<std::uint32_t> last_accepted_;  ///< of these, per receiver, + 1
};

}  // namespace harrier::detail
