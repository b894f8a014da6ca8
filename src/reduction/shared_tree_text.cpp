// What several searches explore together, as a value that can be written down.
#include <algorithm>
#include <map>
#include <utility>

#include "reduction/shared_tree.hpp"
#include "reduction/work_text.hpp"

namespace harrier {

namespace {

constexpr std::uint64_t format = 3;

}  // namespace

std::string SharedTree::text() const {
  WorkWriter writer;
  writer.number(format);
  writer.number(static_cast<std::uint64_t>(planning_));
  std::map<NodeId, std::uint64_t> numbers;
  const std::vector<NodeId> order = in_preorder();
  for (std::size_t i = 0; i < order.size(); ++i) numbers.emplace(order[i], i);
  writer.list(order, [&](NodeId at) {
    const TreeStep& step = trees_.step(at);
    writer.number(at == root_ ? 0 : numbers.at(nodes_[at].parent));
    writer.number(trees_.covers(at) ? 1 : 0);
    writer.number(nodes_[at].executions);
    writer.step({step.name, step.choices, step.touched, 0});
  });
  writer.number(next_task_);
  writer.list(tasks_, [&](const auto& task) {
    writer.number(task.first);
    writer.number(numbers.at(task.second.node));
    writer.path(task.second.path, task.second.states);
  });
  return writer.take();
}

/// The events of what was read are numbered as its steps are.
void SharedTree::require_fitting(TaskId id, const Outcome& outcome) const {
  const auto fail = [](const char* why) {
    throw UsageError(std::string("this is not what became of a task: ") + why);
  };
  const auto found = tasks_.find(id);
  if (found == tasks_.end()) fail("there is no such task");
  const std::size_t depth = nodes_[found->second.node].depth;
  for (const HandedOver& sequence : outcome.handed_over) {
    if (sequence.state() >= depth || sequence.empty()) fail("it plans steps elsewhere");
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      if (sequence[i].past.next(i) != BitSpan::none) fail("its steps do not fit");
    }
  }
  if (!outcome.rest) return;
  const std::vector<StateWork>& states = outcome.rest->states;
  if (depth == 0 && states.empty()) fail("its rest has no states");
  // What is not known of a step can be found out by whoever planned it, and by nobody else.
  const auto is_known = [](const WorkStep& step) { return step.touched.complete(); };
  for (const StateWork& state : states) {
    if (state.shared) fail("its rest is elsewhere");
    if (!std::ranges::all_of(state.asleep, is_known) ||
        !std::ranges::all_of(state.branches, is_known)) {
      fail("not all is known of its steps");
    }
  }
}

SharedTree SharedTree::parse(std::string_view text) {
  WorkReader reader(text);
  if (reader.number() != format) {
    throw UsageError("this is what is left of an exploration in another format");
  }
  SharedTree tree(static_cast<Planning>(reader.number(3)));
  tree.tasks_.clear();
  tree.ready_.clear();
  tree.nodes_[tree.root_].open = 0;
  std::vector<NodeId> order;
  reader.list<int>([&] {
    const std::uint64_t parent = reader.number(order.empty() ? 0 : order.size() - 1);
    const bool covers = reader.number(1) != 0;
    const std::uint64_t executions = reader.number();
    const WorkStep step = reader.step();
    if (order.empty()) {
      tree.nodes_[tree.root_].executions = executions;
      order.push_back(tree.root_);
      return 0;
    }
    const NodeId node = tree.trees_.append(order[parent], step.name, step.choices);
    tree.trees_.step(node).touched = step.touched;
    if (covers) tree.trees_.cover(node);
    tree.adopt(order[parent], node);
    tree.nodes_[node].executions = executions;
    order.push_back(node);
    return 0;
  });
  if (order.empty()) throw UsageError("this is not what is left of an exploration: no states");
  const TaskId next_task = reader.number();
  tree.next_task_ = 0;
  reader.list<int>([&] {
    // Others know them by their numbers, which grow.
    const TaskId id = reader.number(next_task);
    if (id < tree.next_task_ || id == next_task) {
      throw UsageError("this is not what is left of an exploration: tasks are out of order");
    }
    tree.next_task_ = id;
    Task task;
    task.node = order[reader.number(order.size() - 1)];
    reader.path(task.path, task.states);
    tree.add_task(std::move(task));
    return 0;
  });
  tree.next_task_ = next_task;
  reader.end();
  return tree;
}

}  // namespace harrier
