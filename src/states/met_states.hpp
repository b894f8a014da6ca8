// The states that a search has met, or several that explore together, and what slept in them.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "states/state_table.hpp"
#include "states/stored_sleep.hpp"

namespace harrier {

/// A table in parts, each with a lock of its own. They grow one by one, so that a large table never
/// needs twice its room.
class MetStates {
 public:
  struct Options {
    std::uint64_t bytes_max = 0;  ///< 0: no bound
    bool keeps_sleep = false;
    bool is_shared = false;  ///< several threads meet states at a time
  };
  explicit MetStates(const Options& options);

  /// Takes note that a state was met, and of what sleeps there, which is sorted. Returns whether it
  /// is new. Where it is not, `slept` is what slept there before; from now on only what slept both
  /// times does. Nobody else meets that state in between.
  bool meet(const Fingerprint& state, std::span<const std::uint64_t> asleep,
            std::vector<std::uint64_t>& slept);

  /// Begins to bring what `meet` is going to look at nearer.
  void prefetch(const Fingerprint& state) const;

  std::uint64_t size() const;
  std::uint64_t bytes() const;
  /// Returns the share of the table that is taken.
  double load() const;

 private:
  struct alignas(64) Part {
    mutable std::mutex mutex;
    FingerprintTable states;
    StoredSleep sets;
    const std::uint64_t bytes_max;
    Part(std::uint64_t most, std::size_t slots, bool keeps_sleep);
    StoredSleep::Number keep(std::span<const std::uint64_t> asleep);
  };

  /// Returns the number of a state's part. The order of states in the part goes by other bits.
  std::size_t part_of(const Fingerprint& state) const { return state.low & (parts_.size() - 1); }
  /// Looks at every part, and adds up.
  template <class Look>
  std::uint64_t sum(const Look& look) const;
  std::unique_lock<std::mutex> lock(const Part& part) const {
    return options_.is_shared ? std::unique_lock(part.mutex) : std::unique_lock<std::mutex>();
  }

  const Options options_;
  std::deque<Part> parts_;
};

}  // namespace harrier
