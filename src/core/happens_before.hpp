// Which events of the current execution happen before which, and which of them race.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// The happens-before relation of a trace, kept as the trace grows and shrinks.
///
/// The past of an event is a row of bits, one per earlier event, so asking costs O(1) and adding
/// event n costs O(n / 64) per event it directly depends on. Accesses of one resource are linked
/// backwards, so what conflicts with a new event is found without looking at the rest of the trace.
class HappensBefore {
 public:
  std::size_t size() const { return rows_.size(); }

  /// Adds the trace's last event. The program must stand right behind it.
  void push(const Program& program, const Trace& trace);
  /// Forgets the last event.
  void pop();

  /// Tells whether event `first` happens before event `second`.
  bool before(std::size_t first, std::size_t second) const {
    return first < second && (bits_[rows_[second].begin + first / 64] >> (first % 64) & 1U) != 0;
  }
  /// Returns the events before an event, a bit each.
  std::span<const std::uint64_t> past(std::size_t event) const {
    return std::span(bits_).subspan(rows_[event].begin, event / 64 + 1);
  }
  /// Tells whether event `first` happens before the sending of `message`, or is it.
  bool before_message(const Program& program, std::size_t first, MessageId message) const;

  /// Sets `past` to those events, a bit each for all events there are.
  void past_of(const Program& program, MessageId message, std::vector<std::uint64_t>& past) const;
  /// Adds an event and those before it.
  void add_past(std::size_t event, std::vector<std::uint64_t>& past) const;

  /// Returns the events in a race with event `second`, ascending: those that conflict with it, with
  /// nothing between the two in happens-before order, and are not the reason why it could happen.
  std::span<const std::uint32_t> races_of(std::size_t second) const {
    const Row& row = rows_[second];
    return std::span(races_).subspan(row.races_begin, row.races_end - row.races_begin);
  }

 private:
  struct Row {
    std::uint32_t begin = 0;  ///< of its bits
    std::uint32_t races_begin = 0;
    std::uint32_t races_end = 0;
    std::uint32_t accesses_begin = 0;
  };
  /// One access of one event, linked to the previous one of the same resource.
  struct AccessRecord {
    std::uint32_t resource = 0;
    std::uint32_t event = 0;
    std::uint32_t previous = 0;  ///< index + 1
    Access access = Access::write;
  };

  std::uint32_t index_of(Resource resource);
  void include(std::size_t row, std::uint32_t event);

  std::vector<Row> rows_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> races_;
  std::vector<AccessRecord> accesses_;
  std::vector<std::uint32_t> last_access_;  ///< per resource, index + 1
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> parts_;  ///< owner: part, index
  std::uint32_t resource_count_ = 0;
  mutable std::vector<EventId> causes_;  ///< of the message asked about last
  std::vector<std::uint32_t> conflicting_;
};

/// Appends the events without which a message could not be delivered: its sender, what else made
/// it pending, and the creator of its receiver.
void causes_of(const Program& program, MessageId message, std::vector<EventId>& out);

}  // namespace harrier
