// How large an exploration would be, asked by one that is under way.
#pragma once

#include "harrier/estimate.hpp"

namespace harrier {

/// Estimates as `estimate` does, but lets StartAgain through: what the program has found out is
/// void for the caller's search too.
Estimate estimate_once(const ProgramFactory& make, const CheckOptions& options,
                       const EstimateOptions& effort);

}  // namespace harrier
