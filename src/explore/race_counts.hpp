// Counts races per field and pair of messages: which field causes the orders, and which orders were
// never seen.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "core/race_log.hpp"
#include "core/state.hpp"
#include "core/unordered_conflicts.hpp"
#include "harrier/check.hpp"

namespace harrier {

class RaceCounts final : public RaceLog {
 public:
  void found(const State& state, std::size_t first, MessageId second,
             std::span<const ResourceAccess> touched) override {
    ++count_of(state, first, second, touched).found;
  }
  void reversed(const State& state, std::size_t first, MessageId second,
                std::span<const ResourceAccess> touched) override {
    ++count_of(state, first, second, touched).reversed;
  }

  /// Takes note of the orders in which an execution that has ended delivered what conflicts.
  /// `counts`: nobody else counts the races.
  void note_orders(const State& state, bool counts);

  /// Returns the counts, the most reversed first.
  std::vector<RaceCount> counts() const;

 private:
  struct Count {
    std::uint64_t found = 0;
    std::uint64_t reversed = 0;
    bool both_ways = false;
    bool forth = false;  ///< some message of the first kind came before one of the second
    bool back = false;
  };
  /// So many orders of two messages are kept, and no more are noted.
  static constexpr std::size_t orders_max = std::size_t{1} << 20U;

  Count& count_of(const State& state, std::size_t first, MessageId second,
                  std::span<const ResourceAccess> touched);

  std::map<std::tuple<std::string, std::string, std::string>, Count> counts_;
  UnorderedConflicts conflicts_;
  std::unordered_set<std::uint64_t> orders_;  ///< of two messages, by their names
};

}  // namespace harrier
