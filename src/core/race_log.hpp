// Where reductions say which races they meet, for whoever wants to count them.
#pragma once

#include <cstddef>

namespace harrier {

struct State;

class RaceLog {
 public:
  virtual ~RaceLog() = default;
  /// Notes a race between two events of the trace; `reversed` if its other order is to be explored.
  virtual void race(const State& state, std::size_t first, std::size_t second, bool reversed) = 0;
};

}  // namespace harrier
