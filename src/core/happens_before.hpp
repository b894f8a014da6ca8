// Which events of the current execution happen before which, and which of them race.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "core/access_chains.hpp"
#include "core/trace.hpp"

namespace harrier {

/// The happens-before relation of a trace, kept as the trace grows and shrinks.
///
/// The past of an event is a row of bits, one per earlier event, so asking costs O(1) and adding
/// event n costs O(n / 64) per event that it directly depends on and no other of those does.
class HappensBefore {
 public:
  std::size_t size() const { return past_.size(); }

  /// Adds the trace's last event.
  void push(const Trace& trace);
  /// Forgets the last event.
  void pop();

  /// Tells whether event `first` happens before event `second`.
  bool before(std::size_t first, std::size_t second) const { return past_.contains(second, first); }
  /// Returns the events before an event.
  BitSpan past(std::size_t event) const { return past_[event]; }
  /// Calls `found` with every event from `from` on, which is after `first`, that does not depend on
  /// that one.
  template <class Found>
  void for_each_beside(std::size_t first, std::size_t from, const Found& found) const {
    past_.for_each_without(first, from, found);
  }
  /// Tells whether event `first` is one of these or happens before one.
  bool before_any(std::size_t first, std::span<const EventId> events) const {
    for (const EventId event : events) {
      if (event.index() == first || before(first, event.index())) return true;
    }
    return false;
  }
  /// Adds these events and those before them to `past`.
  void add_past(std::span<const EventId> events, Bits& past) const {
    for (const EventId event : events) {
      past.add_all(past_[event.index()]);
      past.add(event.index());
    }
  }

  /// Returns the events in a race with event `second`, ascending: those that conflict with it, with
  /// nothing between the two in happens-before order, and are not the reason why it could happen.
  std::span<const std::uint32_t> races_of(std::size_t second) const {
    const std::size_t end =
        second + 1 < races_begin_.size() ? races_begin_[second + 1] : races_.size();
    return std::span(races_).subspan(races_begin_[second], end - races_begin_[second]);
  }

 private:
  PastRows past_;
  AccessChains accesses_;
  std::vector<std::uint32_t> races_begin_;  ///< per event
  std::vector<std::uint32_t> races_;
};

}  // namespace harrier
