// The receives of each actor along the trace, and which of them race with a message.
#include "core/receives.hpp"

namespace harrier {

void Receives::push(const Trace& trace) {
  const std::size_t self = past_.size();
  const ActorId actor = trace[self].actor;
  past_.push();
  const auto include = [this](std::size_t event) {
    past_.include_past(event);
    past_.include(event);
  };
  for (const EventId cause : trace.causes(self)) include(cause.index());
  if (own_.size() <= actor.index()) own_.resize(actor.index() + 1);
  std::vector<std::uint32_t>& own = own_[actor.index()];
  if (!own.empty()) include(own.back());
  own.push_back(static_cast<std::uint32_t>(self));
}

void Receives::pop(const Trace& trace) {
  past_.pop();
  own_[trace[past_.size()].actor.index()].pop_back();
}

}  // namespace harrier
