// Wakeup trees: per state, the sequences still to be explored from it, sharing their beginnings.
#include "reduction/wakeup_tree.hpp"

#include <algorithm>

#include "harrier/internal_error.hpp"

namespace harrier {

WakeupTrees::NodeId WakeupTrees::make() {
  ++size_;
  if (free_ == none) {
    constexpr std::size_t usual_accesses = 8;
    nodes_.emplace_back().step.touched.reserve(usual_accesses);
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  const NodeId node = free_;
  free_ = nodes_[node].next;
  nodes_[node].first_child = nodes_[node].last_child = nodes_[node].next = none;
  nodes_[node].covers = nodes_[node].open = false;
  return node;
}

void WakeupTrees::drop(NodeId node) {
  while (nodes_[node].first_child != none) remove(node, nodes_[node].first_child);
  nodes_[node].next = free_;
  free_ = node;
  --size_;
}

std::size_t WakeupTrees::child_count(NodeId node) const {
  std::size_t count = 0;
  for (NodeId at = nodes_[node].first_child; at != none; at = nodes_[at].next) ++count;
  return count;
}

void WakeupTrees::remove(NodeId parent, NodeId child) {
  NodeId previous = none;
  for (NodeId at = nodes_[parent].first_child; at != child; at = nodes_[at].next) {
    HARRIER_CHECK(at != none, "a branch is removed where it does not hang", parent, child);
    previous = at;
  }
  const NodeId next = nodes_[child].next;
  (previous == none ? nodes_[parent].first_child : nodes_[previous].next) = next;
  if (nodes_[parent].last_child == child) nodes_[parent].last_child = previous;
  drop(child);
}

WakeupTrees::NodeId WakeupTrees::append_child(NodeId parent) {
  const NodeId child = make();
  const NodeId last = nodes_[parent].last_child;
  (last == none ? nodes_[parent].first_child : nodes_[last].next) = child;
  nodes_[parent].last_child = child;
  return child;
}

WakeupTrees::NodeId WakeupTrees::append(NodeId parent, const Name& name,
                                        std::span<const Choice> choices) {
  const NodeId child = append_child(parent);
  nodes_[child].step.name = name;
  nodes_[child].step.choices.assign(choices.begin(), choices.end());
  nodes_[child].step.touched.assign({});
  return child;
}

void WakeupTrees::prepend(NodeId parent, const Name& name, std::span<const Choice> choices) {
  const NodeId child = make();
  nodes_[child].next = nodes_[parent].first_child;
  nodes_[parent].first_child = child;
  if (nodes_[parent].last_child == none) nodes_[parent].last_child = child;
  nodes_[child].step.name = name;
  nodes_[child].step.choices.assign(choices.begin(), choices.end());
  nodes_[child].step.touched.assign({});
}

Insertion WakeupTrees::find(NodeId root, NodeId current, Sequence& sequence,
                            std::vector<Sleeper>& asleep) {
  NodeId at = root;
  NodeId child = nodes_[root].first_child;
  while (child != none) {
    TreeStep& step = nodes_[child].step;
    const WeakInitial initial =
        sequence.weak_initial(step.name, step.choices, step.touched.known());
    if (initial.kind == WeakInitial::Kind::undecided) {
      return {Insertion::Kind::undecided, &sequence.last_footprint()};
    }
    const bool absent = initial.kind == WeakInitial::Kind::absent;
    if (absent && !step.touched.complete()) return {Insertion::Kind::undecided, &step.touched};
    if (!initial || (absent && !step.touched.possible())) {
      if (step.touched.possible()) {
        asleep.push_back({step.name, MessageId(), step.choices, step.touched.known()});
      }
      child = nodes_[child].next;
      continue;
    }
    if (child == current) return {};
    if (!absent) sequence.remove(initial.index);
    at = child;
    child = nodes_[at].first_child;
    // A leaf: whatever follows it is explored from there.
    if (nodes_[at].covers || (child == none && !nodes_[at].open)) return {};
  }
  return {Insertion::Kind::planned, nullptr, at, at};
}

Insertion WakeupTrees::insert(NodeId root, NodeId current, Sequence& sequence,
                              std::vector<Sleeper>& asleep) {
  const Insertion found = find(root, current, sequence, asleep);
  if (found.kind != Insertion::Kind::planned) return found;
  NodeId at = found.parent;
  sequence.shorten(asleep);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    at = append_child(at);
    TreeStep& step = nodes_[at].step;
    step.name = sequence[i].name;
    step.choices.assign(sequence[i].choices.begin(), sequence[i].choices.end());
    sequence.give_footprint(i, step.touched);
  }
  return {Insertion::Kind::planned, nullptr, found.parent, at};
}

void WakeupTrees::write_below(NodeId root, NodeId but, std::vector<WorkStep>& out) const {
  std::vector<NodeId> path{root};
  NodeId at = nodes_[root].first_child;
  while (true) {
    if (at == but && at != none) at = nodes_[at].next;
    while (at == none && path.size() > 1) {
      at = nodes_[path.back()].next;
      path.pop_back();
      if (at == but && at != none) at = nodes_[at].next;
    }
    if (at == none) return;
    const TreeStep& step = nodes_[at].step;
    out.push_back(
        {step.name, step.choices, step.touched, static_cast<std::uint32_t>(path.size() - 1)});
    path.push_back(at);
    at = nodes_[at].first_child;
  }
}

void WakeupTrees::read_below(NodeId root, std::span<const WorkStep> steps) {
  std::vector<NodeId> path{root};
  for (const WorkStep& step : steps) {
    path.resize(std::min(path.size(), std::size_t{step.depth} + 1));
    const NodeId child = append_child(path.back());
    nodes_[child].step = {step.name, step.choices, step.touched};
    nodes_[child].open = step.open;
    path.push_back(child);
  }
}

}  // namespace harrier
