// Says which messages of native actors can be delivered now, and why others cannot.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/actors_replay.hpp"
#include "runtime/delivery.hpp"

namespace harrier::detail {

class Deliverable {
 public:
  /// `order` is null where messages may arrive in any order.
  Deliverable(Execution& execution, LocalReplay& replay, const DeliveryOrder* order)
      : execution_(execution), replay_(replay), order_(order) {}

  /// Says why a pending message can or cannot be delivered now.
  Hold hold(MessageId id);
  /// Appends the pending messages that can be delivered now where their order matters.
  void append_ordered(std::vector<MessageId>& out);
  /// Evaluates the constraint of a message or the condition of a waiting handler.
  bool guard_holds(MessageId id);
  /// Evaluates all constraints that decide whether a message is deliverable, so that what they read
  /// counts as read by its step: its own, and those of what is passed over.
  void look_at_guards(MessageId id);

 private:
  Hold hold_unordered(MessageId id);

  /// A pending message that its receiver accepts.
  struct Accepted {
    MessageId message;
    ActorId receiver;
    std::uint32_t previous = 0;  ///< the same receiver's one before, + 1
  };

  Execution& execution_;
  LocalReplay& replay_;
  const DeliveryOrder* order_;
  std::vector<Accepted> accepted_;            ///< when it was asked last
  std::vector<std::uint32_t> last_accepted_;  ///< of these, per receiver, + 1
};

}  // namespace harrier::detail
