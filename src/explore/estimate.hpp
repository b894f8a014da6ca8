// How large an exploration would be, asked by one that is under way.
#pragma once

#include <cstdint>
#include <optional>

#include "harrier/estimate.hpp"

namespace harrier {

/// Estimates as `estimate` does, but lets StartAgain through: what the program has found out is
/// void for the caller's search too.
Estimate estimate_once(const ProgramFactory& make, const CheckOptions& options,
                       const EstimateOptions& effort);

/// After so long it is worth to find out how large an exploration will be.
inline constexpr double estimate_after_seconds = 3;
/// Estimates the same for a moment, while an exploration with these options goes on.
Estimate estimate_meanwhile(const ProgramFactory& make, const CheckOptions& options);

/// Says how many executions there are likely to be, from how many were explored of how much, by two
/// rules that err in different directions: the share of the known branches, and what a tree of
/// which each state has one more branch would have. They are the ends of a range, between them
/// their geometric mean; none where too little is explored.
std::optional<Estimate> expected_executions(std::uint64_t explored, double share, double by_tree);

/// Tells whether there are fewer classes of executions than states that were met already.
bool has_fewer_classes(const StatesSeen& states, const Estimate& estimate);

}  // namespace harrier
