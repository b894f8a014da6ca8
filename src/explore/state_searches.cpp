// The searches that compare states: which there are.
#include "explore/state_searches.hpp"

#include <algorithm>
#include <array>

#include "explore/searches.hpp"
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

std::unique_ptr<Reduction> make_state_search(const CheckOptions& options) {
  require_fitting(options);
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
