// Wakeup trees: per state, the sequences still to be explored from it, sharing their beginnings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reduction/sequence.hpp"

namespace harrier {

/// A step in a wakeup tree.
struct TreeStep {
  Name name = 0;
  std::vector<Choice> choices;
  Footprint touched;
};

/// A forest of wakeup trees in one pool. A tree is named by its root.
class WakeupTrees {
 public:
  using NodeId = std::uint32_t;
  static constexpr NodeId none = ~NodeId{0};

  /// Makes an empty tree.
  NodeId make();
  /// Gives back a tree and everything below it.
  void drop(NodeId node);

  NodeId first_child(NodeId node) const { return nodes_[node].first_child; }
  std::size_t child_count(NodeId node) const;
  TreeStep& step(NodeId node) { return nodes_[node].step; }

  /// Inserts a sequence below the root, insert[E](v, B) in the paper: unless what the tree has
  /// already leads to an equivalent of it, it becomes a new branch, as far down as its beginning is
  /// there. Takes the sequence apart; tells whether there is a new branch.
  bool insert(NodeId root, Sequence& sequence);
  /// Adds a branch of one step before the others.
  void prepend(NodeId parent, Name name, std::span<const Choice> choices);
  /// Takes a branch off its parent and gives it back.
  void remove(NodeId parent, NodeId child);

 private:
  struct Node {
    TreeStep step;
    NodeId first_child = none;
    NodeId last_child = none;
    NodeId next = none;  ///< sibling, or the next free one
  };

  NodeId append_child(NodeId parent);
  std::vector<Node> nodes_;
  NodeId free_ = none;
};

}  // namespace harrier
