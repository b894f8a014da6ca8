// Says which messages of native actors can be delivered now, and why others cannot.
#pragma once

#include <vector>

#include "runtime/actors_replay.hpp"
#include "runtime/outsides.hpp"

namespace harrier::detail {

class Deliverable {
 public:
  Deliverable(Execution& execution, LocalReplay& replay, const Outsides& outsides)
      : execution_(execution), replay_(replay), outsides_(outsides), now_(execution.ledger) {}

  /// Says why a pending message can or cannot be delivered now.
  Hold hold(MessageId id);
  /// Appends the pending messages that can be delivered now where something outside may hold them.
  void append_open(std::vector<MessageId>& out);
  /// Evaluates the constraint of a message or the condition of a waiting handler.
  bool guard_holds(MessageId id);
  /// Evaluates all constraints that decide whether a message is deliverable, so that what they read
  /// counts as read by its step: its own, and those of what is passed over.
  void look_at_guards(MessageId id);

 private:
  Hold hold_by_receiver(MessageId id);

  Execution& execution_;
  LocalReplay& replay_;
  const Outsides& outsides_;
  const Past now_;
};

}  // namespace harrier::detail
