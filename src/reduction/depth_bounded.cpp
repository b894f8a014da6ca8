// Sleep sets alone.
#include "reduction/depth_bounded.hpp"

#include "harrier/internal_error.hpp"

namespace harrier {

std::span<const NamedAccess> DepthBounded::touched_by_last(const Trace& trace) {
  touched_.clear();
  for (const ResourceAccess& one : trace.resources(trace.size() - 1)) {
    touched_.push_back({trace.name(one.resource), one.access});
  }
  return touched_;
}

void DepthBounded::enter(const State& state) {
  HARRIER_CHECK(sleep_.size() == state.trace.size(),
                "a state is entered that is not the next on the path", sleep_.size(),
                state.trace.size());
  if (state.trace.empty()) {
    sleep_.start();
  } else {
    sleep_.push(state.trace.back().message, touched_by_last(state.trace));
  }
}

std::optional<Step> DepthBounded::next(const State& state) {
  const std::size_t here = sleep_.size() - 1;
  for (const MessageId message : state.enabled) {
    if (sleep_.awake(here, message, choices_)) return Step{message, choices_};
  }
  return std::nullopt;
}

void DepthBounded::leave(const State& state) {
  const Trace& trace = state.trace;
  sleep_.pop();
  if (trace.empty()) return;
  const MessageId message = trace.back().message;
  sleep_.add(
      {trace.name(message), message, trace.choices(trace.size() - 1), touched_by_last(trace)});
}

}  // namespace harrier
