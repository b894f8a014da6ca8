// Other orders of an execution's steps, in which nothing may be different.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// Lists the numbers of events as they come in another order.
using EventOrder = std::vector<std::uint32_t>;

/// What of a trace depends on what: an order that respects it is an execution of the same class.
class AuditOrders {
 public:
  explicit AuditOrders(const Trace& trace);

  /// Takes always the latest event that can come next.
  EventOrder reversed() const;

  /// Returns how many pairs of events there are, ordered or not.
  std::uint64_t pair_count() const;
  /// Puts the later of two events right before the earlier one, as early or as late as it can be;
  /// none where one depends on the other.
  std::optional<EventOrder> swapped(std::uint64_t pair, bool early) const;

 private:
  std::vector<bool> reached(std::uint32_t from,
                            const std::vector<std::vector<std::uint32_t>>& next) const;

  std::vector<std::vector<std::uint32_t>> followers_;
  std::vector<std::vector<std::uint32_t>> precedents_;
};

}  // namespace harrier
