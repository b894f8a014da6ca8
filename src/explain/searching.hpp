// How the searches run that make violations short and explain them.
#pragma once

#include <algorithm>
#include <atomic>

#include "explain/budget.hpp"

namespace harrier {

/// Returns the options of an exploration of all that the reduction asks for, within a budget and
/// until `stop` is set. What it finds is nobody's but the observer's.
inline CheckOptions search_options(const CheckOptions& options, const Budget& budget,
                                   const std::atomic<bool>& stop) {
  CheckOptions all = options;
  all.search.clear();
  all.bounds.clear();
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
