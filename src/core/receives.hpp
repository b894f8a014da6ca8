// The receives of each actor along the trace, and which of them race with a message.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

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

  std::size_t size() const { return rows_.size(); }

  /// Adds the trace's last event. The program must stand right behind it.
  void push(const Program& program, const Trace& trace);
  /// Forgets the last event.
  void pop();

  /// Finds the receives k that could have come after the pending `message` and calls `found(k, j)`
  /// for each, the earliest first: k is of the same actor and does not happen before the message;
  /// j is the first receive after k that does, or none where the message was pending before k.
  /// The program must stand at the end of the trace. `ignored` is left out, being the message's own
  /// receive.
  template <class Found>
  void races_of(const Program& program, MessageId message, std::uint32_t ignored,
                const Found& found) {
    const std::vector<std::uint32_t>* own = own_of(program, message);
    if (own == nullptr) return;
    // What happens before the message is a beginning of the actor's receives.
    std::size_t first = own->size();
    while (first > 0 && !in_past((*own)[first - 1])) --first;
    for (; first < own->size(); ++first) {
      const std::uint32_t k = (*own)[first];
      if (k != ignored) found(k, first_after(k));
    }
  }

 private:
  struct Row {
    std::uint32_t begin = 0;  ///< of its bits
    ActorId actor;
  };

  const std::vector<std::uint32_t>* own_of(const Program& program, MessageId message);
  void include(std::uint64_t* row, std::uint32_t event) const;
  bool in_past(std::uint32_t event) const {
    return event / 64 < past_.size() && (past_[event / 64] >> (event % 64) & 1U) != 0;
  }
  std::uint32_t first_after(std::uint32_t event) const;

  std::vector<Row> rows_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::vector<std::uint32_t>> own_;  ///< per actor, ascending
  std::vector<std::uint64_t> past_;              ///< of the message that is looked at
  std::vector<EventId> causes_;
};

}  // namespace harrier
