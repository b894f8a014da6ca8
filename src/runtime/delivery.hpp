// Delivery models: which message must come before which, and what that makes steps depend on.
//
// Messages are kept in order among those the receiver accepts: one that is held back by a
// constraint is passed over, as selective receive does. All that a model must know is in the ledger
// of the execution, so any program that keeps one can have its messages ordered.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/options.hpp"

namespace harrier::detail {

class DeliveryOrder {
 public:
  DeliveryOrder(DeliveryModel model, const Ledger& ledger) : model_(model), ledger_(ledger) {}

  /// Takes note of what the step that has just begun knows: what its actor and the sender of its
  /// message knew, and what these `further` steps did. Nothing is to be said when it is taken back.
  void begin_step(std::span<const StepNumber> further);

  /// Tells whether the model wants `first` delivered before `second`, both accepted by the
  /// receiver.
  bool precedes(MessageId first, MessageId second) const;

  /// Tells whether a step knew, under causal delivery, that a message had been sent.
  bool knows(StepNumber step, MessageId message) const;

  /// Tells whether nothing that must come before a message is accepted now.
  template <class IsAccepted>
  bool is_next(MessageId message, const IsAccepted& is_accepted) const {
    return std::ranges::none_of(ledger_.pending(), [&](MessageId other) {
      return precedes(other, message) && is_accepted(other);
    });
  }
  /// Calls `look_at` with what should come before a message and is passed over now.
  template <class LookAt>
  void for_each_passed_over(MessageId message, const LookAt& look_at) const {
    for (const MessageId other : ledger_.pending()) {
      if (ledger_.message(other).guarded && precedes(other, message)) look_at(other);
    }
  }
  /// Tells whether a message has to wait where only the given steps of its receiver have happened,
  /// ascending. Lists what decides it: what should come first, unless the receiver refuses it.
  bool has_to_wait(MessageId message, std::span<const StepNumber> happened,
                   std::vector<MessageId>& unless_refused) const;

  /// Appends the events that had to deliver other messages before this one, whatever the receiver's
  /// state.
  void append_causes(MessageId message, std::vector<EventId>& out) const;
  /// Appends what the order makes a step touch that delivers a message, sends to `receivers` and,
  /// if it `tells`, sends, replies or waits.
  void append_resources(MessageId message, std::span<const ActorId> receivers, bool tells,
                        std::vector<ResourceAccess>& out) const;
  /// The same for the step that is about to end. It tells if it has sent, or if it `replied`.
  void append_resources(bool replied, std::vector<ResourceAccess>& out);

 private:
  bool sent_causally_before(MessageId first, MessageId second) const;

  const DeliveryModel model_;
  const Ledger& ledger_;
  // Per step, under causal delivery: the steps it knows, and how many of the set-up's messages.
  // There may be more of them than there are steps.
  PastRows pasts_;
  std::vector<std::uint32_t> setup_messages_;
  std::vector<ActorId> receivers_;  ///< scratch
};

}  // namespace harrier::detail
