// Explores every state once, those nearest to the start first.
#pragma once

#include <cstdint>
#include <vector>

#include "harrier/check.hpp"
#include "reduction/reduction.hpp"
#include "states/state_table.hpp"
#include "states/todo.hpp"

namespace harrier {

/// Explores level by level, so that the first violation it meets has the fewest steps.
///
/// A walk can only go on and back, so the states of a level are come to along the tree of first
/// meetings, once for each level: what has nothing new below it is cut off that tree.
class BreadthFirst final : public Reduction {
 public:
  explicit BreadthFirst(const StateOptions& options) : table_({.bytes_max = options.bytes_max}) {}

  Coverage covers() const override { return Coverage::every_state(); }
  std::uint64_t length_max() const override;
  bool explores_choices() const override { return true; }
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State& state) override;
  ReductionStatistics statistics() const override;

 private:
  /// A state that was met first by a step from one of the level above.
  struct Node {
    std::uint32_t parent = 0;
    MessageId message;
    std::uint32_t choices_begin = 0;
    std::uint32_t choices_end = 0;
  };
  using Level = std::vector<Node>;

  void enter_known(const State& state);
  void enter_new(const State& state);
  std::optional<Step> next_known(std::size_t depth);
  std::optional<Step> next_new();
  bool begin_next_level();
  void cut_off();
  Step step_to(const Node& node) const {
    return {node.message,
            std::span(choices_).subspan(node.choices_begin, node.choices_end - node.choices_begin)};
  }

  FingerprintTable table_;
  std::vector<Level> levels_;         ///< by depth; the last one is being found
  std::vector<Choice> choices_;       ///< of all nodes
  std::vector<std::uint32_t> path_;   ///< by depth, the node of the level
  std::vector<std::size_t> cursors_;  ///< by depth, how many nodes of the level were come to
  std::vector<Todo> todo_;            ///< from the state that is being expanded
  std::size_t next_ = 0;
  std::vector<Choice> variant_;  ///< the choices that the step executed last is to take next
  bool has_variant_ = false;
  std::uint64_t met_again_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace harrier
