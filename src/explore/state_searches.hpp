// The searches that compare states: which there are, and what they cannot be combined with.
#pragma once

#include <memory>
#include <span>

#include "explore/registries.hpp"
#include "harrier/check.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

/// Returns the reductions that go with compared states.
std::span<const NamedSummary> state_reductions();

/// Throws UsageError where options do not go with compared states.
void require_fitting_states(const CheckOptions& options);
/// Makes the search that options with compared states ask for. Throws UsageError where they do not
/// fit together.
std::unique_ptr<Reduction> make_state_search(const CheckOptions& options);

}  // namespace harrier
