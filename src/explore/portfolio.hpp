// Explorations that are made of several searches: bounds one after the other, a portfolio.
#pragma once

#include <functional>
#include <memory>

#include "explore/search.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Makes one search with these options and this reduction to its end, shows its executions to an
/// observer, if there is one, and looks once more at some of them.
using RunSearch = std::function<CheckResult(const CheckOptions&, std::unique_ptr<Reduction>,
                                            const Search::Observer&)>;

/// Explores as CheckOptions::search says, which must not be empty.
CheckResult run_searches(const CheckOptions& options, const RunSearch& run);

}  // namespace harrier
