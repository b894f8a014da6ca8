// Which explorations several threads share, and when they begin to.
#pragma once

#include "explore/search.hpp"
#include "harrier/jobs.hpp"

namespace harrier {

/// Throws UsageError where several threads or checkpoints are asked for; the options name a search
/// that can have neither.
void require_one_walk(const Jobs& jobs, const CheckOptions& options);

/// Runs a search, with other threads where there is enough to do for them, and goes on from a
/// checkpoint or keeps others.
CheckResult run_with(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                     Search& search);

}  // namespace harrier
