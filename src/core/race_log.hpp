// Where reductions say which races they meet, for whoever wants to count them.
#pragma once

#include <cstddef>

namespace harrier {

struct State;

class RaceLog {
 public:
  virtual ~RaceLog() = default;
  /// Notes a race between two events of the trace.
  virtual void found(const State& state, std::size_t first, std::size_t second) = 0;
  /// Notes that an execution with the other order of a race is to be explored.
  virtual void reversed(const State& state, std::size_t first, std::size_t second) = 0;
};

}  // namespace harrier
