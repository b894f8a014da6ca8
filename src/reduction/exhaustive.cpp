// Explores every sequence of steps.
#include "reduction/exhaustive.hpp"

#include "harrier/internal_error.hpp"

namespace harrier {

void Exhaustive::enter(const State& state) {
  HARRIER_CHECK(explored_.size() == state.trace.size(),
                "a state is entered that is not the next on the path", explored_.size(),
                state.trace.size());
  explored_.push_back(0);
}

std::optional<Step> Exhaustive::next(const State& state) {
  std::uint32_t& explored = explored_.back();
  if (explored == state.enabled.size()) return std::nullopt;
  return Step{state.enabled[explored++], {}};
}

void Exhaustive::leave(const State& state) {
  HARRIER_CHECK(explored_.size() == state.trace.size() + 1,
                "a state is left that is not the last on the path", explored_.size(),
                state.trace.size());
  explored_.pop_back();
}

StateWork Exhaustive::take(const Taken& state) const {
  StateWork work;
  work.begun = explored_[state.node] != 0;
  work.free = true;
  for (const MessageId message : state.enabled.subspan(explored_[state.node])) {
    work.branches.emplace_back().name = state.trace.name(message);
  }
  return work;
}

void Exhaustive::put(const State& state, const StateWork& work, const Step*) {
  // From a shared state others explore the other steps.
  const std::size_t left = work.shared  ? 0
                           : work.begun ? work.branches.size()
                                        : state.enabled.size();
  explored_.back() = static_cast<std::uint32_t>(state.enabled.size() - left);
}

}  // namespace harrier
