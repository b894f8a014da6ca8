// What an exploration looks at beside its executions where actors are interchangeable: the ends
// that an end stands for, and whether the actors do the same.
#include <string>
#include <utility>

#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

constexpr std::size_t arrangements_max = 1'000;

}  // namespace

Arrangements* Search::arrangements() {
  Fingerprints* const fingerprints = program_->fingerprints();
  return fingerprints != nullptr ? fingerprints->arrangements() : nullptr;
}

const Trace& Search::run_arranged(const Arrangement& arrangement) {
  if (!arranged_) arranged_.emplace(make_, program_options(options_, Backtrack::replay));
  return arranged_->run(*program_, walk_.trace(), arrangement,
                        [this] { watchdog_.beat(Watchdog::What::some_step); });
}

/// Looks at the ends that this one stands for, if the program's own check may tell them apart.
void Search::examine_arranged_ends() {
  Arrangements* const all = arrangements();
  if (all == nullptr || !all->were_looked_at()) return;
  const std::optional<std::vector<Arrangement>> others = all->others(arrangements_max);
  if (!others) {
    throw UsageError(
        "the program's check of the end looks at interchangeable actors, which can be arranged in "
        "more than " +
        std::to_string(arrangements_max) + " ways there: leave out --comparator symmetric");
  }
  for (const Arrangement& arrangement : *others) {
    const Trace& trace = run_arranged(arrangement);
    watchdog_.beat(Watchdog::What::end_check);
    EndFindings end = examine_end(arranged_->program(), trace, end_options(false));
    for (Finding& finding : end.violations) {
      const std::size_t place =
          add_to(violations_, std::move(finding), arranged_->program(), trace);
      stop_after_violation();
      violations_.count(place, result_.executions);
    }
    if (stopped_) return;
  }
}

/// Looks whether interchangeable actors do the same as each other in the execution so far.
void Search::audit_arrangements() {
  Arrangements* const all = arrangements();
  if (all == nullptr) return;
  const Watchdog::Busy busy(watchdog_, Watchdog::What::some_step);
  for (const Arrangement& swapped : all->swaps()) run_arranged(swapped);
}

}  // namespace harrier
