// The receives of each actor along the trace, and which of them race with a message.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "core/trace.hpp"

namespace harrier {

/// Happens-before as the papers have it for actors: a receive happens before the next one of its
/// actor and before whatever comes of what it sends or creates. It does not look at resources, so
/// it is right for any dependence, if coarse for most.
///
/// The past of a receive is a row of bits, one per earlier receive: O(n / 64) to add the n-th.
class Receives {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::size_t size() const { return past_.size(); }

  /// Adds the trace's last event.
  void push(const Trace& trace);
  /// Forgets the last event, still the trace's last.
  void pop(const Trace& trace);

  /// Finds the receives k that could have come after a message to `receiver` with these causes, and
  /// calls `found(k, j)` for each, the earliest first: k is of the same actor and does not happen
  /// before the message; j is the first receive after k that does, or none where the message was
  /// pending before k. `ignored` is left out, being the message's own receive.
  template <class Found>
  void races_of(ActorId receiver, std::span<const EventId> causes, std::uint32_t ignored,
                const Found& found) {
    if (receiver.index() >= own_.size() || own_[receiver.index()].empty()) return;
    const std::vector<std::uint32_t>& own = own_[receiver.index()];
    message_past_.clear();
    for (const EventId cause : causes) {
      message_past_.add_all(past_[cause.index()]);
      message_past_.add(cause.index());
    }
    // What happens before the message is a beginning of the actor's receives.
    std::size_t first = own.size();
    while (first > 0 && !message_past_.contains(own[first - 1])) --first;
    for (; first < own.size(); ++first) {
      const std::uint32_t k = own[first];
      if (k == ignored) continue;
      const std::size_t next = BitSpan(message_past_).next(k + 1);
      found(k, next == BitSpan::none ? none : static_cast<std::uint32_t>(next));
    }
  }

 private:
  PastRows past_;
  std::vector<std::vector<std::uint32_t>> own_;  ///< per actor, ascending
  Bits message_past_;                            ///< of the message that is looked at
};

}  // namespace harrier
