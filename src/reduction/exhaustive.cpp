// Explores every sequence of steps.
#include "reduction/exhaustive.hpp"

namespace harrier {

void Exhaustive::enter(const State&) { explored_.push_back(0); }

std::optional<Step> Exhaustive::next(const State& state) {
  std::uint32_t& explored = explored_.back();
  if (explored == state.enabled.size()) return std::nullopt;
  return Step{state.enabled[explored++], {}};
}

void Exhaustive::leave(const State&) { explored_.pop_back(); }

}  // namespace harrier
