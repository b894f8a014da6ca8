// Which explorations several threads share, and when they begin to.
#pragma once

#include "explore/search.hpp"
#include "harrier/jobs.hpp"
#include "sampling/sampled.hpp"

namespace harrier {

/// Throws UsageError where something is asked for that the search which the options name cannot
/// have: checkpoints, or several threads where it does not draw executions.
void require_drawn(const Jobs& jobs, const CheckOptions& options);

/// Tells whether the program can take its steps back, as it must for threads to share it.
bool takes_steps_back(const ProgramFactory& make, const CheckOptions& options);

/// Runs a search, with other threads where there is enough to do for them, and goes on from a
/// checkpoint or keeps others.
CheckResult run_with(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                     Search& search);

/// Returns how many threads explore states together; 1 where that is one walk. Throws UsageError
/// where it is and several are asked for, or other processes or checkpoints are.
std::size_t threads_for_states(const Jobs& jobs, const ProgramFactory& make,
                               const CheckOptions& options);

/// Shows the violations again that others have found.
CheckResult confirmed(const ProgramFactory& make, const CheckOptions& options, CheckResult result);

/// Returns the same jobs, with the number of threads that draw executions: all cores, where none is
/// given and several can.
Jobs jobs_for_drawing(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                      const Sampled& sampled);
/// Returns how many executions one thread draws before others join in.
std::uint64_t executions_before_others(const CheckOptions& options);
/// Draws executions, the first of them in this thread: `search` was made for those, and `sampled`
/// is its reduction.
CheckResult draw_with(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                      Search& search, Sampled& sampled);

}  // namespace harrier
