// How the searches run that make violations short and explain them.
#pragma once

#include <algorithm>
#include <atomic>

#include "explain/budget.hpp"
#include "explore/registries.hpp"

namespace harrier {

/// Returns the options of an exploration of all classes, within a budget and until `stop` is set.
/// What it finds is nobody's but the observer's.
inline CheckOptions search_options(const CheckOptions& options, const Budget& budget,
                                   const std::atomic<bool>& stop) {
  CheckOptions all = options;
  all.search.clear();
  all.bounds.clear();
  // Of executions that come to one state only one is looked at there, and it need not be the
  // shortest. What is to hold eventually is no matter of one execution.
  all.states = {.fair = options.states.on};
  if (options.states.on || reduction_traits(options.reduction).is_partial) {
    all.reduction = CheckOptions().reduction;
    all.parameters.clear();
  }
  all.keep_going = true;
  all.audit = all.stats = false;
  all.executions_max = 0;
  // Of which the budget takes more notice than the search; and 0 would be no bound.
  all.seconds_max = std::max(3 * budget.seconds_left(), 0.001);
  all.interrupt = &stop;
  all.on_execution = {};
  all.on_hang = {};
  return all;
}

}  // namespace harrier
