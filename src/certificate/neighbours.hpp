// Executes two steps that seem not to depend on each other one after the other, both ways round.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "certificate/listed_class.hpp"
#include "certificate/run.hpp"
#include "harrier/check.hpp"

namespace harrier::certificate {

/// Executes every pair of events of a class that have no order as neighbours, as early and as late
/// as they can be, both ways round, and compares with the class as it is listed, at whose end the
/// run stands: that finds accesses of which nobody was told. Returns what differs; `other` then
/// stands where it does.
std::optional<std::string> compare_neighbours(Run& run, const ListedClass& listed, Run& other,
                                              std::uint64_t& pairs);

}  // namespace harrier::certificate
