// The searches that compare states: which there are.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "explore/registries.hpp"
#include "harrier/check.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

/// A reduction that goes with compared states.
struct KnownStateReduction {
  NamedSummary text;
  StateReduction reduction = StateReduction::none;
  std::string_view elsewhere = {};  ///< what there is without states; none where it goes there, too
};

std::span<const KnownStateReduction> state_reductions();
/// Finds the reduction of a name; null where it does not go with compared states.
const KnownStateReduction* find_state_reduction(std::string_view name);
/// Returns the name of a reduction.
std::string_view name_of(StateReduction reduction);

/// Makes the search that options with compared states ask for. Throws UsageError where they do not
/// fit together.
std::unique_ptr<Reduction> make_state_search(const CheckOptions& options);

}  // namespace harrier
