// Trace-aware probabilistic concurrency testing.
#include "sampling/tapct.hpp"

namespace harrier {

void TraceAwarePct::learn(const Trace& trace) {
  // Looking costs more than a step may, so it gets rarer.
  const bool looks = execution_ <= 64 || execution_ % 16 == 0;
  if (!looks || racing_.size() >= racing_max) return;
  conflicts_.for_each(trace, [&](std::size_t first, std::size_t second) {
    racing_.insert(trace.name(trace[first].message));
    racing_.insert(trace.name(trace[second].message));
  });
}

}  // namespace harrier
