// Explorations that several searches share, with commits forced into random orders.
#pragma once

#include "reduction/shared_tree.hpp"
#include "tests/conformance/random/conformance.hpp"

namespace harrier::testing {

/// Searches that share an exploration explore the same as one does, whatever the order in which
/// they take tasks and put them back, and though some of them are killed or come late.
Check work_can_be_shared(Trial trial, std::uint64_t seed,
                         SharedTree::Rule rule = SharedTree::Rule::end_of_branch);
/// So do processes that share it through a store, though some of them are killed or come late, and
/// the store's server loses the newest part of what it did.
Check work_can_be_replicated(Trial trial, std::uint64_t seed);

}  // namespace harrier::testing
