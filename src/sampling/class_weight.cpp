// How many classes an execution that was drawn at random speaks for.
#include "sampling/class_weight.hpp"

#include <cmath>

namespace harrier {

double ClassWeight::log_share(const Trace& trace, std::span<const std::uint32_t> ready_after) {
  const std::size_t size = trace.size();
  // Sorts the events by the prefix after which they are ready.
  begins_.assign(size + 2, 0);
  for (const std::uint32_t prefix : ready_after) ++begins_[prefix + 2];
  for (std::size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  events_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    events_[begins_[ready_after[i] + 1]++] = static_cast<std::uint32_t>(i);
  }
  waiting_.assign(trace.actor_count(), 0);
  std::uint32_t actors = 0;  // that can go on
  double log_share = 0;
  double product = 1;  // of some factors, so that few logarithms are taken
  for (std::size_t i = 0; i < size; ++i) {
    for (std::uint32_t at = begins_[i]; at < begins_[i + 1]; ++at) {
      if (waiting_[trace[events_[at]].actor.index()]++ == 0) ++actors;
    }
    std::uint32_t& own = waiting_[trace[i].actor.index()];
    product *= static_cast<double>(actors) * static_cast<double>(own);
    if (product > 1e200) {
      log_share -= std::log(product);
      product = 1;
    }
    if (--own == 0) --actors;
  }
  return log_share - std::log(product);
}

}  // namespace harrier
