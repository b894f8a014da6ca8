// The searches that compare states: which there are, and what they cannot be combined with.
#include "explore/state_searches.hpp"

#include <array>
#include <string>

#include "harrier/usage_error.hpp"
#include "states/breadth_first.hpp"
#include "states/depth_first.hpp"
#include "states/fair_search.hpp"

namespace harrier {

namespace {

constexpr std::array known_state_reductions{
    NamedSummary{"sleep", "with --states: every state, fewer steps between them (Godefroid 1996)"},
};

/// Says why options do not go with compared states; empty where they do.
std::string misfit(const CheckOptions& options) {
  const StateOptions& states = options.states;
  if (!options.search.empty()) {
    return "--search draws or bounds executions; --states explores states";
  }
  if (options.stats) return "--stats counts races between executions; --states has none";
  if (options.sleep)
    return "--sleep is for searches without --states: --reduction sleep is its own";
  if (states.sleep && states.comparison == StateComparison::exact) {
    return "--comparator exact tells states apart by the order of steps that do not conflict, "
           "which "
           "sleep sets leave out: take --reduction exhaustive";
  }
  return {};
}

}  // namespace

std::span<const NamedSummary> state_reductions() { return known_state_reductions; }

std::unique_ptr<Reduction> make_state_search(const CheckOptions& options) {
  const std::string why_not = misfit(options);
  if (!why_not.empty()) throw UsageError(why_not);
  if (options.states.must_end || options.states.fair) {
    return std::make_unique<FairSearch>(options.states);
  }
  if (options.states.breadth_first) return std::make_unique<BreadthFirst>(options.states);
  return std::make_unique<DepthFirst>(options.states);
}

}  // namespace harrier
