// Explores every state and every step between them, and then looks for executions that never end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harrier/check.hpp"
#include "reduction/reduction.hpp"
#include "states/graph.hpp"
#include "states/state_table.hpp"
#include "states/todo.hpp"

namespace harrier {

/// Leaves out nothing: a step that is left out because another order leads to the same state may be
/// the only one that is fair, or that stays where something never holds.
class FairSearch final : public Reduction {
 public:
  explicit FairSearch(const StateOptions& options)
      : must_end_(options.must_end),
        table_({.bytes_max = options.bytes_max, .value_bytes = sizeof(StateGraph::Number)}) {}

  Coverage covers() const override { return Coverage::every_state(); }
  std::uint64_t length_max() const override;
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State& state) override;
  ReductionStatistics statistics() const override;
  std::optional<EndlessPath> endless() const override;

 private:
  struct Node {
    StateGraph::Number number = 0;
    std::size_t todo_begin = 0;
    std::size_t next = 0;
    std::uint64_t content = 0;  ///< of the step that was asked for last
  };

  std::uint64_t properties_that_hold(Standing& standing);

  const bool must_end_;
  FingerprintTable table_;
  StateGraph graph_;
  std::size_t properties_ = 0;
  std::vector<Node> nodes_;
  std::vector<Todo> todo_;
  std::uint64_t met_again_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace harrier
