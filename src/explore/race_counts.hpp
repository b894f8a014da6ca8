// Counts races per field and pair of messages: which field causes the orders.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/race_log.hpp"
#include "core/state.hpp"
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

  /// Returns the counts, the most reversed first.
  std::vector<RaceCount> counts() const;

 private:
  struct Count {
    std::uint64_t found = 0;
    std::uint64_t reversed = 0;
  };
  Count& count_of(const State& state, std::size_t first, MessageId second,
                  std::span<const ResourceAccess> touched);

  std::map<std::tuple<std::string, std::string, std::string>, Count> counts_;
};

}  // namespace harrier
