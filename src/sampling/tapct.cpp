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

std::unique_ptr<Sampler> TraceAwarePct::fork(std::uint64_t number) const {
  return std::make_unique<TraceAwarePct>(*this, number);
}

/// The messages that race get more, never fewer.
std::uint64_t TraceAwarePct::knowledge() const {
  return mix(ChainPriorities::knowledge(), racing_.size());
}

void TraceAwarePct::join(const Sampler& forked) {
  ChainPriorities::join(forked);
  const auto& other = static_cast<const TraceAwarePct&>(forked);
  if (other.racing_.size() > racing_.size()) racing_ = other.racing_;
}

}  // namespace harrier
