// Where reductions say which races they meet, for whoever wants to count them.
#pragma once

#include <cstddef>
#include <span>

#include "harrier/ids.hpp"
#include "harrier/resource.hpp"

namespace harrier {

struct State;

class RaceLog {
 public:
  virtual ~RaceLog() = default;
  /// Notes a race between an event of the trace and the step on a message, which touches that.
  virtual void found(const State& state, std::size_t first, MessageId second,
                     std::span<const ResourceAccess> touched) = 0;
  /// Notes that an execution with the other order of a race is to be explored.
  virtual void reversed(const State& state, std::size_t first, MessageId second,
                        std::span<const ResourceAccess> touched) = 0;
};

}  // namespace harrier
