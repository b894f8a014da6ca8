// The searches that compare states: which there are, and what they cannot be combined with.
#include "explore/state_searches.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "harrier/usage_error.hpp"
#include "states/breadth_first.hpp"
#include "states/depth_first.hpp"
#include "states/fair_search.hpp"
#include "states/stubborn.hpp"

namespace harrier {

namespace {

constexpr std::array known_state_reductions{
    KnownStateReduction{
        {"sleep", "with --states: every state, fewer steps between them (Godefroid 1996)"},
        StateReduction::sleep,
        "--sleep adds sleep sets"},
    KnownStateReduction{
        {"stubborn", "with --states: every end and failure, fewer states (Valmari 1989)"},
        StateReduction::stubborn,
        "optimal explores the least"},
    KnownStateReduction{{"exhaustive", "with --states: every state and every step between them"},
                        StateReduction::none},
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
  if (states.comparison == StateComparison::symmetric && (states.fair || states.must_end)) {
    return "--comparator symmetric does not go with executions that never end (--must-end, "
           "System::eventually): a state that comes again may be one in which others do the same";
  }
  if (states.reduction == StateReduction::none) return {};
  if (states.comparison == StateComparison::symmetric) {
    return "--comparator symmetric renames actors, but what sleeps and what was learned goes by "
           "their names: take --reduction exhaustive";
  }
  if (states.comparison == StateComparison::exact) {
    return "--comparator exact tells states apart by the order of steps that do not conflict, "
           "which reductions leave out: take --reduction exhaustive";
  }
  if (states.reduction != StateReduction::stubborn) return {};
  if (states.big_steps) {
    return "--reduction stubborn plans for every state; --step big passes through some";
  }
  if (states.fair || states.must_end) {
    return "--reduction stubborn comes to every end, but not to every execution that has none: "
           "take "
           "--reduction exhaustive";
  }
  return {};
}

}  // namespace

std::span<const KnownStateReduction> state_reductions() { return known_state_reductions; }

const KnownStateReduction* find_state_reduction(std::string_view name) {
  for (const KnownStateReduction& known : known_state_reductions) {
    if (known.text.name == name) return &known;
  }
  return nullptr;
}

std::string_view name_of(StateReduction reduction) {
  return std::ranges::find(known_state_reductions, reduction, &KnownStateReduction::reduction)
      ->text.name;
}

void require_fitting_states(const CheckOptions& options) {
  if (const std::string why_not = misfit(options); !why_not.empty()) throw UsageError(why_not);
}

std::unique_ptr<Reduction> make_state_search(const CheckOptions& options) {
  require_fitting_states(options);
  if (options.states.must_end || options.states.fair) {
    return std::make_unique<FairSearch>(options.states);
  }
  if (options.states.breadth_first) return std::make_unique<BreadthFirst>(options.states);
  if (options.states.reduction == StateReduction::stubborn) {
    return std::make_unique<Stubborn>(options.states);
  }
  return std::make_unique<DepthFirst>(options.states);
}

}  // namespace harrier
