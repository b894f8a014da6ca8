// Events of an execution that conflict although neither had to come first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/access_chains.hpp"
#include "core/trace.hpp"

namespace harrier {

/// Finds them in one execution after the other, in memory that it keeps. Conflicts with what comes
/// before the last write of a resource are left out.
class UnorderedConflicts {
 public:
  /// Calls `found(first, second)` for every two events that conflict, unless the message of the
  /// second was sent by the first, or by what that one sent, and so on.
  template <class Found>
  void for_each(const Trace& trace, const Found& found) {
    accesses_.clear();
    for (std::size_t second = 0; second < trace.size(); ++second) {
      for (const std::uint32_t first : accesses_.push(trace.resources(second))) {
        if (!comes_from(trace, second, first)) found(std::size_t{first}, second);
      }
    }
  }

 private:
  static bool comes_from(const Trace& trace, std::size_t event, std::size_t other) {
    while (event > other) {
      const EventId sender = trace[event].sent_by;
      if (!sender) return false;
      event = sender.index();
    }
    return event == other;
  }

  AccessChains accesses_;
};

}  // namespace harrier
