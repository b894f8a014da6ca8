// The graph of all states, and executions in it that never end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reduction/reduction.hpp"

namespace harrier {

/// All states with all steps between them.
///
/// An execution that never ends is fair where no message that could always be delivered, from some
/// point on, never is: weak fairness for each message, by content.
class StateGraph {
 public:
  using Number = std::uint32_t;

  /// Adds a state; `holds` has a bit for each property that holds in it.
  Number add_state(std::uint64_t holds) {
    states_.push_back({holds, {}});
    return static_cast<Number>(states_.size() - 1);
  }
  void add_step(Number from, Number to, GraphStep step) {
    states_[from].steps.push_back({to, std::move(step)});
  }
  std::size_t bytes() const;

  /// Finds a fair execution that never ends, with few steps before it goes in a circle.
  std::optional<EndlessPath> find_endless() const;
  /// Finds a fair execution, or one that ends, in which a property never holds.
  std::optional<EndlessPath> find_without(std::size_t property) const;

 private:
  struct Edge {
    Number to = 0;
    GraphStep step;
  };
  struct Node {
    std::uint64_t holds = 0;
    std::vector<Edge> steps;
  };
  class Components;
  class Paths;

  std::optional<EndlessPath> find(std::uint64_t without, bool ends_count) const;
  bool is_fair(const Components& components, Number component) const;
  std::vector<GraphStep> fair_cycle(const Components& components, Number from) const;

  std::vector<Node> states_;
};

}  // namespace harrier
