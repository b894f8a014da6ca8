// The tree of the executions of a small exploration: what they have in common, where they part.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "harrier/check.hpp"

namespace harrier::tools {

/// Keeps the first executions of an exploration, as far as they can be looked at.
class ExploredTree {
 public:
  /// Steps that come one after the other, and the ways on from there.
  struct Node {
    std::vector<std::string> steps;  ///< `server: Get{} from client`
    std::vector<Node> children;      ///< in the order in which they were explored
    std::uint64_t executions = 0;    ///< that go through here
    std::string violation = {};      ///< where an execution ends, and violates something
  };

  /// Adds an execution; one without a class was not explored to its end.
  void add(const Execution& execution);
  /// Tells whether every execution is in the tree.
  bool is_whole() const { return added_ == schedules_.size(); }
  const std::vector<Schedule>& schedules() const { return schedules_; }
  /// Counts the classes, as long as there are not too many.
  std::uint64_t classes() const { return classes_.size(); }
  bool counted_all_classes() const { return counted_all_; }

  /// Runs every execution again to say what its steps are.
  Node labelled(const ProgramFactory& make, const CheckOptions& options) const;

 private:
  std::vector<Schedule> schedules_;
  std::size_t steps_ = 0;
  std::uint64_t added_ = 0;
  std::unordered_set<std::uint64_t> classes_;
  bool counted_all_ = true;
};

/// Draws the tree for Graphviz.
std::string tree_dot(const ExploredTree::Node& root, const std::string& title);

}  // namespace harrier::tools
