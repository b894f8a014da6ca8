// The table of what goes together.
#include "plan/plan.hpp"

#include <algorithm>
#include <array>

namespace harrier {

namespace {

struct Name {
  Feature feature;
  std::string_view key;  ///< in the texts of rules
  std::string_view option;
  std::string_view field;
};

constexpr std::array names{
    Name{Feature::states, "states", "--states", "states.on"},
    Name{Feature::breadth_first, "breadth-first", "--breadth-first", "states.breadth_first"},
    Name{Feature::must_end, "must-end", "--must-end", "states.must_end"},
    Name{Feature::eventually, "eventually", "System::eventually", "System::eventually"},
    Name{Feature::comparator, "comparator", "--comparator", "states.comparison"},
    Name{Feature::symmetric, "symmetric", "--comparator symmetric",
         "states.comparison = StateComparison::symmetric"},
    Name{Feature::exact, "exact", "--comparator exact",
         "states.comparison = StateComparison::exact"},
    Name{Feature::big_steps, "big-steps", "--step big", "states.big_steps"},
    Name{Feature::memory_max, "memory-max", "--memory-max", "states.bytes_max"},
    Name{Feature::reduced_states, "reduced-states", "a reduction of states", "states.reduction"},
    Name{Feature::state_reduction, "state-reduction", "--reduction sleep or stubborn",
         "states.reduction"},
    Name{Feature::stubborn, "stubborn", "--reduction stubborn",
         "states.reduction = StateReduction::stubborn"},
    Name{Feature::class_reduction, "class-reduction", "--reduction", "reduction"},
    Name{Feature::search, "search", "--search", "search"},
    Name{Feature::drawn, "drawn", "--search of a sampler or portfolio",
         "search of a sampler or portfolio"},
    Name{Feature::bounded, "bounded", "--search delay, reversal or depth",
         "search = delay, reversal or depth"},
    Name{Feature::depth_search, "depth-search", "--search depth", "search = depth"},
    Name{Feature::portfolio, "portfolio", "--search portfolio", "search = portfolio"},
    Name{Feature::bound, "bound", "--bound", "bounds"},
    Name{Feature::reduction, "reduction", "--reduction", "reduction"},
    Name{Feature::parameters, "parameters", "parameters of a reduction, as --k", "parameters"},
    Name{Feature::sleep, "sleep", "--sleep", "sleep"},
    Name{Feature::order, "order", "--order", "order"},
    Name{Feature::learning_order, "learning-order", "--order of one that learns",
         "order of one that learns"},
    Name{Feature::stats, "stats", "--stats", "stats"},
    Name{Feature::depth_max, "depth-max", "--depth-max", "depth_max"},
    Name{Feature::executions_max, "executions-max", "--executions-max", "executions_max"},
    Name{Feature::seconds_max, "seconds-max", "--seconds-max", "seconds_max"},
};

constexpr bool needs = true;
constexpr std::string_view only_states = "{one} needs {states}";
constexpr std::string_view decides =
    "{search} decides itself what it explores: it takes no {other}";

// The first that is broken is told, so the more telling ones come first.
constexpr std::array rules{
    PlanRule{Feature::breadth_first, Feature::states, needs, only_states},
    PlanRule{Feature::must_end, Feature::states, needs, only_states},
    PlanRule{Feature::comparator, Feature::states, needs, only_states},
    PlanRule{Feature::big_steps, Feature::states, needs, only_states},
    PlanRule{Feature::memory_max, Feature::states, needs, only_states},
    PlanRule{Feature::state_reduction, Feature::states, needs,
             "{one} needs {states}; elsewhere {sleep} adds sleep sets, and optimal explores the "
             "least"},
    PlanRule{Feature::states,
             Feature::search,
             {},
             "{search} draws or bounds executions; {states} explores states"},
    PlanRule{Feature::states,
             Feature::stats,
             {},
             "{stats} counts races between executions; {states} has none"},
    PlanRule{Feature::states,
             Feature::sleep,
             {},
             "{sleep} is for searches without {states}: sleep sets of states are a reduction"},
    PlanRule{Feature::states,
             Feature::class_reduction,
             {},
             "{states} takes no reduction of executions: where one stops at a state that it knows, "
             "it misses the races of what comes after; sleep, stubborn and exhaustive are for "
             "states"},
    PlanRule{Feature::states,
             Feature::parameters,
             {},
             "{states} takes no reduction of executions, and no {parameters}"},
    PlanRule{Feature::states,
             Feature::bound,
             {},
             "{bound} is of a search that is bounded; {states} has none"},
    PlanRule{Feature::breadth_first,
             Feature::state_reduction,
             {},
             "{state-reduction} goes depth first; {breadth-first} takes exhaustive"},
    PlanRule{Feature::must_end,
             Feature::state_reduction,
             {},
             "{must-end} looks at every step between states, since one that is left out may be the "
             "only fair one: it takes exhaustive, not {state-reduction}"},
    PlanRule{Feature::symmetric,
             Feature::reduced_states,
             {},
             "{symmetric} renames actors, but what sleeps and what was learned goes by their "
             "names: take exhaustive, not {reduced-states}"},
    PlanRule{Feature::exact,
             Feature::reduced_states,
             {},
             "{exact} tells states apart by the order of steps that do not conflict, which "
             "reductions leave out: take exhaustive, not {reduced-states}"},
    PlanRule{Feature::eventually,
             Feature::stubborn,
             {},
             "{stubborn} comes to every end, but not to every execution that has none: "
             "{eventually} takes exhaustive"},
    PlanRule{Feature::breadth_first,
             Feature::must_end,
             {},
             "{must-end} looks at all states before it tells; {breadth-first} changes nothing"},
    PlanRule{Feature::symmetric,
             Feature::must_end,
             {},
             "{symmetric} does not go with executions that never end ({must-end}): a state that "
             "comes again may be one in which others do the same"},
    PlanRule{Feature::symmetric,
             Feature::eventually,
             {},
             "{symmetric} does not go with executions that never end ({eventually}): a state that "
             "comes again may be one in which others do the same"},
    PlanRule{Feature::stubborn,
             Feature::big_steps,
             {},
             "{stubborn} plans for every state; {big-steps} passes through some"},
    PlanRule{Feature::search, Feature::reduction, {}, decides},
    PlanRule{Feature::search, Feature::sleep, {}, decides},
    PlanRule{Feature::search, Feature::parameters, {}, decides},
    PlanRule{Feature::drawn, Feature::order, {}, decides},
    PlanRule{Feature::bound, Feature::bounded, needs,
             "{bound} is of a bounded search: name it with {bounded}"},
    PlanRule{Feature::depth_search,
             Feature::depth_max,
             {},
             "{depth-search} takes its depths from {bound}, not from {depth-max}"},
    PlanRule{Feature::portfolio, Feature::seconds_max, needs,
             "the portfolio splits up the time: give it {seconds-max}"},
    PlanRule{Feature::portfolio,
             Feature::executions_max,
             {},
             "the portfolio splits up the time of {seconds-max}; {executions-max} is for one "
             "search"},
    PlanRule{Feature::bounded,
             Feature::learning_order,
             {},
             "{bounded} takes an order that does not learn: what one that does prefers depends on "
             "what was explored before, and the bound would mean something else in every run"},
};

const Name& name(Feature feature) { return *std::ranges::find(names, feature, &Name::feature); }

}  // namespace

Asked::Asked(const CheckOptions& options, const SearchFacts& facts) {
  static const CheckOptions defaults;
  const auto note = [this](Feature feature, bool is_asked_for) {
    if (is_asked_for) add(feature);
  };
  const StateOptions& states = options.states;
  note(Feature::states, states.on);
  note(Feature::breadth_first, states.breadth_first);
  note(Feature::must_end, states.must_end);
  note(Feature::eventually, states.fair);
  note(Feature::comparator, states.comparison != defaults.states.comparison);
  note(Feature::symmetric, states.comparison == StateComparison::symmetric);
  note(Feature::exact, states.comparison == StateComparison::exact);
  note(Feature::big_steps, states.big_steps);
  note(Feature::memory_max, states.bytes_max != 0);
  note(Feature::reduced_states, states.on && states.reduction != StateReduction::none);
  note(Feature::state_reduction, states.reduction == StateReduction::stubborn);
  note(Feature::stubborn, states.reduction == StateReduction::stubborn);
  const bool is_of_states = options.reduction == "sleep" || options.reduction == "stubborn" ||
                            options.reduction == "exhaustive";
  const bool names_reduction = options.reduction != defaults.reduction;
  note(Feature::class_reduction, names_reduction && !is_of_states);
  note(Feature::reduction, names_reduction);
  const bool searches = !options.search.empty();
  note(Feature::search, searches);
  note(Feature::drawn, searches && facts.draws);
  note(Feature::bounded, searches && !facts.draws);
  note(Feature::depth_search, searches && facts.bounds_depth);
  note(Feature::portfolio, searches && facts.is_portfolio);
  note(Feature::bound, !options.bounds.empty());
  note(Feature::parameters, !options.parameters.empty());
  note(Feature::sleep, options.sleep);
  note(Feature::order, options.order != defaults.order);
  note(Feature::learning_order, facts.order_learns);
  note(Feature::stats, options.stats);
  note(Feature::depth_max, options.depth_max != 0);
  note(Feature::executions_max, options.executions_max != 0);
  note(Feature::seconds_max, options.seconds_max > 0);
}

std::span<const PlanRule> plan_rules() { return rules; }

std::string_view name_of(Feature feature, Door door) {
  const Name& known = name(feature);
  return door == Door::options ? known.option : known.field;
}

std::string text_of(const PlanRule& rule, Door door) {
  std::string text;
  std::string_view rest = rule.why;
  for (std::size_t at = rest.find('{'); at != std::string_view::npos; at = rest.find('{')) {
    const std::size_t end = rest.find('}');
    const std::string_view key = rest.substr(at + 1, end - at - 1);
    text += rest.substr(0, at);
    text += key == "one"            ? name_of(rule.one, door)
            : key == "other"        ? name_of(rule.other, door)
            : door == Door::options ? std::ranges::find(names, key, &Name::key)->option
                                    : std::ranges::find(names, key, &Name::key)->field;
    rest.remove_prefix(end + 1);
  }
  return text.append(rest);
}

std::string refusal(const Asked& asked, Door door) {
  for (const PlanRule& rule : rules) {
    if (asked.has(rule.one) && asked.has(rule.other) != rule.needs_other) {
      return text_of(rule, door);
    }
  }
  return {};
}

}  // namespace harrier
