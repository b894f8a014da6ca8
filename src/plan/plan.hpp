// What can be asked for together, and what not: one table, for the command line and for the API.
//
// Whatever is refused because of something else that is asked for is refused here and nowhere else.
// What a program cannot do, and values that mean nothing by themselves, are refused where they are
// met.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "harrier/check.hpp"

namespace harrier {

/// Something that can be asked for.
enum class Feature : std::uint8_t {
  states,
  breadth_first,
  must_end,
  eventually,
  comparator,
  symmetric,
  exact,
  big_steps,
  memory_max,
  reduced_states,
  state_reduction,
  stubborn,
  class_reduction,
  search,
  drawn,
  bounded,
  depth_search,
  portfolio,
  bound,
  reduction,
  parameters,
  sleep,
  order,
  learning_order,
  stats,
  depth_max,
  executions_max,
  seconds_max,
};

/// Who asks, and so how things are called: `--must-end` or `CheckOptions::states.must_end`.
enum class Door : std::uint8_t { options, fields };

/// What is known of the search that the options name.
struct SearchFacts {
  bool draws = false;  ///< it is a sampler or the portfolio, which decide what comes next
  bool is_portfolio = false;
  bool bounds_depth = false;
  bool order_learns = false;
};

/// What is asked for: a field that differs from its default, and whatever was typed.
class Asked {
 public:
  Asked(const CheckOptions& options, const SearchFacts& facts);
  /// Takes note of something whose default was asked for by name.
  void add(Feature feature) { features_ |= bit(feature); }
  bool has(Feature feature) const { return (features_ & bit(feature)) != 0; }

 private:
  static std::uint32_t bit(Feature feature) {
    return std::uint32_t{1} << static_cast<unsigned>(feature);
  }
  std::uint32_t features_ = 0;
};

/// Two that do not go together, or one that needs the other.
struct PlanRule {
  Feature one;
  Feature other;
  bool needs_other = false;  ///< otherwise it excludes the other
  std::string_view why;      ///< with names of features in braces
};
std::span<const PlanRule> plan_rules();

/// Returns what something is called.
std::string_view name_of(Feature feature, Door door);
/// Says a rule in the words of a door.
std::string text_of(const PlanRule& rule, Door door);
/// Says what does not go together, and what to take instead; empty where all does.
std::string refusal(const Asked& asked, Door door);

}  // namespace harrier
