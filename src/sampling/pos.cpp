// Partial order sampling.
#include "sampling/pos.hpp"

namespace harrier {

void PartialOrderSampling::begin(const Trace& trace, Draw& draw) {
  key_ = draw.next();
  taken_.assign(trace.actor_count(), 0);
}

Sampler::Pick PartialOrderSampling::pick(const Trace& trace, std::span<const MessageId> enabled) {
  if (taken_.size() < trace.actor_count()) taken_.resize(trace.actor_count(), 0);
  Pick best;
  std::uint64_t highest = 0;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const std::uint64_t own = priority(enabled[i], trace.receiver(enabled[i]));
    if (i != 0 && own <= highest) continue;
    best.index = i;
    highest = own;
  }
  ++taken_[trace.receiver(enabled[best.index]).index()];
  return best;
}

}  // namespace harrier
