// Sleep sets alone: for a search that is cut at a depth, every class of what comes before the cut.
//
// Godefroid: Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5.
// sleep -> SleepSets; a state's explored steps sleep behind those that are explored after them.
//
// Race reversal is not complete where executions are cut: a message that waits at the cut may race
// with an early step, and nobody has seen what it touches. Sleep sets look at every enabled step in
// every state, and what they leave out has an equivalent of the same length: so of all beginnings
// of a length each class is explored exactly once.
//
// Valid for any dependence. Abandons executions: their number, and so the time, may be a multiple
// of that of the classes. Per step costs the sleeping steps of the state.
#pragma once

#include <vector>

#include "core/sleep_sets.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

class DepthBounded final : public Reduction {
 public:
  Coverage covers() const override { return Coverage::every_class(); }
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State& state) override;
  bool explores_choices() const override { return true; }

 private:
  std::span<const NamedAccess> touched_by_last(const Trace& trace);

  SleepSets sleep_;
  std::vector<Choice> choices_;       ///< of the step handed out last
  std::vector<NamedAccess> touched_;  ///< by the last step of the trace
};

}  // namespace harrier
