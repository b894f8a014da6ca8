// Says which messages of native actors can be delivered now, and why others cannot.
#pragma once

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
  /// Evaluates the constraint of a message or the condition of a waiting handler.
  bool guard_holds(MessageId id);
  /// Evaluates all constraints that decide whether a message is deliverable, so that what they read
  /// counts as read by its step: its own, and those of what is passed over.
  void look_at_guards(MessageId id);

 private:
  Hold hold_unordered(MessageId id);

  Execution& execution_;
  LocalReplay& replay_;
  const DeliveryOrder* order_;
};

}  // namespace harrier::detail
