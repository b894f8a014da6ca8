// Wakeup trees: per state, the sequences still to be explored from it, sharing their beginnings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reduction/sequence.hpp"
#include "reduction/work.hpp"

namespace harrier {

/// A step in a wakeup tree.
struct TreeStep {
  Name name;
  std::vector<Choice> choices;
  Footprint touched;
};

/// What became of a sequence that was to be explored.
struct Insertion {
  enum class Kind : std::uint8_t {
    covered,    ///< what is explored or planned leads to an equivalent of it
    planned,    ///< it will be explored
    undecided,  ///< what a step touches must be found out first
  };
  Kind kind = Kind::covered;
  Footprint* unknown = nullptr;  ///< that step's
  /// Where its branch begins and ends, in the tree.
  std::uint32_t parent = ~std::uint32_t{0};
  std::uint32_t end = ~std::uint32_t{0};
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
  /// Returns how many nodes all trees have.
  std::size_t size() const { return size_; }

  NodeId first_child(NodeId node) const { return nodes_[node].first_child; }
  std::size_t child_count(NodeId node) const;
  NodeId last_child(NodeId node) const { return nodes_[node].last_child; }
  NodeId next(NodeId node) const { return nodes_[node].next; }
  TreeStep& step(NodeId node) { return nodes_[node].step; }
  const TreeStep& step(NodeId node) const { return nodes_[node].step; }
  bool covers(NodeId node) const { return nodes_[node].covers; }

  /// Inserts a sequence below the root, insert[E](v, B) in the paper: unless what the tree has
  /// already leads to an equivalent of it, it becomes a new branch, as far down as its beginning is
  /// there. The branch is the part of the sequence behind which all that sleeps in the root is
  /// awake again, and so is what the branches before it begin with; `asleep` is what sleeps in the
  /// root, none of which can come first, and is added to. `current` is the child that is being
  /// explored, if any: whatever can begin with it is found from there, and what sleeps below it is
  /// not known here. Takes the sequence apart, but changes nothing else where the outcome is
  /// undecided.
  Insertion insert(NodeId root, NodeId current, Sequence& sequence, std::vector<Sleeper>& asleep);
  /// Tells the same without inserting anything: `planned` where the sequence would be.
  Insertion find(NodeId root, NodeId current, Sequence& sequence, std::vector<Sleeper>& asleep);
  /// Says that everything behind a step is explored, whatever hangs below it in the tree.
  void cover(NodeId node) { nodes_[node].covers = true; }
  /// Adds a branch of one step before the others, or after them.
  void prepend(NodeId parent, const Name& name, std::span<const Choice> choices);
  NodeId append(NodeId parent, const Name& name, std::span<const Choice> choices);
  /// Appends the branches of a tree but one to `out`, and adds such branches to an empty tree.
  void write_below(NodeId root, NodeId but, std::vector<WorkStep>& out) const;
  void read_below(NodeId root, std::span<const WorkStep> steps);
  /// Takes a branch off its parent and gives it back.
  void remove(NodeId parent, NodeId child);

 private:
  struct Node {
    TreeStep step;
    NodeId first_child = none;
    NodeId last_child = none;
    NodeId next = none;   ///< sibling, or the next free one
    bool covers = false;  ///< like a leaf, all that can follow
    bool open = false;    ///< no leaf, though nothing hangs below it here
  };

  NodeId append_child(NodeId parent);
  std::vector<Node> nodes_;
  NodeId free_ = none;
  std::size_t size_ = 0;
};

}  // namespace harrier
