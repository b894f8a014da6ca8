// Reversal-bounded search: the classes that few reversals of races lead to.
//
// The first execution is what the order prefers. To reverse a race between e and e' of an execution
// is to deliver what comes before e, what does not depend on e, then e', and from there on what the
// order prefers; another value of a choice is a reversal too. Breadth first, so a class is found
// with as few reversals as it takes. Bounding the reversals of DPOR is due to Coons, Musuvathi,
// McKinley: Bounded Partial-Order Reduction, OOPSLA 2013, for preemptions; the count is of races
// here, as in Concuerror's exploration bound.
//
// Where we differ: neither sleep sets nor wakeup trees, which would take a class for explored that
// lies behind the bound. Where e' cannot be delivered without e, the race is not reversed, and
// messages that are left undelivered are in no race.
//
// Every class that so many reversals reach, and no class is expanded twice, for any dependence and
// any order that does not learn; executions of known classes are met again. Memory grows with the
// executions that wait, and there is a bound. Per execution costs happens-before, O(n^2 / 64), and
// O(n) per race.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/classes.hpp"
#include "core/happens_before.hpp"
#include "reduction/footprint.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

class ReversalBounded final : public Reduction {
 public:
  explicit ReversalBounded(std::uint64_t reversals_max) : reversals_max_(reversals_max) {}

  Coverage covers() const override;
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void finish(const State& state) override;
  void leave(const State& state) override;
  bool explores_choices() const override { return true; }

 private:
  /// So many executions may wait to be made.
  static constexpr std::size_t plans_max = 1'000'000;

  /// An execution to be made: how it begins, and how many reversals that took.
  struct Plan {
    History steps;
    std::uint64_t reversals = 0;
  };

  std::optional<Step> planned(const State& state);
  void reverse_races(const Trace& trace);
  void plan(const Trace& trace, std::size_t first, std::size_t second,
            std::span<const Choice> choices);

  const std::uint64_t reversals_max_;
  HappensBefore happens_before_;
  ClassNames names_;
  std::unordered_set<std::uint64_t> expanded_;  ///< classes
  std::deque<Plan> plans_;
  Plan current_;
  bool begun_ = false;
  bool ended_ = false;    ///< the execution has, and the walk goes back
  bool gave_up_ = false;  ///< there was no room for more plans
  std::vector<Choice> variant_;
};

}  // namespace harrier
